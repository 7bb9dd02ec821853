import type { WriteContext } from '../../../core/context.ts';
import { maskNumbersIn, numbersIn } from '@handoff/shared/domain/person/identifiers';
import {
  isShared,
  type NoteCall,
  ReferralNote,
  type Referral,
} from '@handoff/shared/domain/referral/referral';
import { noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import { AppError, notFound, existing } from '../../../core/app-error.ts';
import { fieldChanges } from '../../../records/field-changes.ts';
import { newNote } from '../../../records/new-note.ts';
import { changedBy } from '../../../records/concurrency-check.ts';
import { announceChange } from '../../../writes/edit.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { referralKind, noteKind } from '../../../records/kinds/referral-records.ts';
import { notifyOfNotes, type WrittenNote } from './notify-of-notes.ts';

type Calls = ApiHandlers['referrals'];

/** One batch must hold the notes with their history and notifications. */
const MAX_CHANGED = 10;
/** All of them are read with the referral. */
const MAX_NOTES = 500;

export const updateNotes: Calls['updateNotes'] = async ({ body }, context) => {
  const { work } = context;
  const referral = existing(await work.get(referralKind, body.ReferralId), 'This referral');
  const written: WrittenNote[] = [];
  for (const [index, { Id, ...draft }] of body.ReferralNotes.entries())
    written.push(
      Id
        ? await editNote(referral, { Id, ...draft }, context)
        : writeNote(referral, { ...draft, index }, context),
    );
  const changed = written.filter(({ note, former }) => note !== former).length;
  if (changed > MAX_CHANGED)
    throw new AppError('too_large', `Write or change at most ${MAX_CHANGED} notes at once.`);

  const added = written.filter(({ former }) => former === undefined).length;
  if (referral.NoteCount + added > MAX_NOTES)
    throw new AppError('too_large', `A referral holds at most ${MAX_NOTES} notes.`);
  const NoteCount = referral.NoteCount + added;
  if (changed > 0) work.replace(referralKind, referral, { ...referral, NoteCount, ...changedBy(context) });
  await notifyOfNotes(context, { referral, written });
  announceChange(context, { topic: 'referral', id: referral.Id });
  return { ReferralNotes: written.map(({ note }) => note) };
};

export const readNote: Calls['readNote'] = async ({ body }, context) => {
  const { caller, work, now } = context;
  const note = await work.get(noteKind, body.Id);
  if (!note || !(await work.get(referralKind, note.ReferralId))) throw notFound('This note');
  const own = note.CreatedBy.Id === caller.person.Id;
  if (own || note.ReadBy.some((reader) => reader.Id === caller.person.Id)) return { ReferralNotes: [note] };
  const read = { ...note, ReadBy: [...note.ReadBy, { ...caller.person, At: now.toISOString() }] };
  work.replace(noteKind, note, read);
  work.record({ action: 'note.read', subject: note.ReferralId, topic: 'referral' });
  return { ReferralNotes: [read] };
};

const marks = ['Priority', 'Shared'] as const;
type Draft = Pick<ReferralNote, 'Text' | 'Priority' | 'Shared' | 'Call'>;

function writeNote(referral: Referral, draft: Draft & { index: number }, context: WriteContext): WrittenNote {
  const { work } = context;
  const Id = work.newId('note', String(draft.index));
  const note = newNote(context, { ...draft, Id, ReferralId: referral.Id });
  work.create(noteKind, note);
  const changes = callChanges(undefined, draft.Call);
  work.audit({ action: 'note.written', subject: referral.Id, ...(changes.length > 0 && { changes }) });
  return { note };
}

async function editNote(
  referral: Referral,
  { Id, Text, Priority, Shared, Call: call }: Draft & { Id: string },
  { work, caller, now }: WriteContext,
): Promise<WrittenNote> {
  const note = await work.get(noteKind, Id);
  if (note?.ReferralId !== referral.Id) throw notFound('This note');
  const was = { Priority: note.Priority === true, Shared: isShared(note) };
  const is = { Priority: Priority ?? was.Priority, Shared: Shared ?? was.Shared };
  const marked = marks.filter((field) => is[field] !== was[field]);
  const { Call, ofCall } = callAfter(note, call);
  const isSame = note.Text === Text && ofCall.length === 0;
  if (isSame && marked.length === 0) return { note, former: note };
  if (note.CreatedBy.Id !== caller.person.Id)
    throw new AppError('forbidden', 'Only its author can change a note.');
  const EditedAt = isSame ? note.EditedAt : now.toISOString();
  // All fields are set, because a field that is left out of a record would stay unchanged.
  const SuspectedNumbers = numbersIn(noteInWords({ ...Call, Text }));
  const edited: ReferralNote = { ...note, Text, EditedAt, ...is, SuspectedNumbers, ...Call };
  work.replace(noteKind, note, edited);
  work.audit({
    action: 'note.edited',
    subject: note.ReferralId,
    changes: [
      // The history is permanent, so a number that was removed from a note must not live on there.
      ...(note.Text === Text
        ? []
        : [{ field: 'Text', old: maskNumbersIn(note.Text), new: maskNumbersIn(Text) }]),
      ...ofCall,
      ...marked.map((field) => ({ field, old: was[field], new: is[field] })),
    ],
  });
  return { note: edited, former: note };
}

/** A call that the edit leaves out is unchanged. */
const callAfter = ({ Call: former }: ReferralNote, call = former) => ({
  Call: call ? { Call: call } : {},
  ofCall: callChanges(former, call),
});

/** Masked like the text, because a number may be written in any field. */
const callChanges = (old: NoteCall | undefined, now: NoteCall | undefined) =>
  fieldChanges({ Call: masked(old) }, { Call: masked(now) });

const masked = (call: NoteCall | undefined) => call && { ...call, With: maskNumbersIn(call.With) };
