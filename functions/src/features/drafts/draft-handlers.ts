import type { Caller, ReadContext, WriteContext } from '../../core/context.ts';
import { mayDo } from '@handoff/shared/domain/access/role';
import { type DraftForm, MAX_DRAFTS } from '@handoff/shared/contract/referrals/drafts';
import { patientOfDraft } from '@handoff/shared/domain/referral/draft-patient';
import { readDraft } from '@handoff/shared/domain/referral/file-reading';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { isThere, not, select } from '../../records/select.ts';
import { listAll } from '../../records/reader.ts';
import { announceChange } from '../../writes/edit.ts';
import type { Loaded, Reader } from '../../core/unit-of-work.ts';
import { type Documents, draftFromFile, type ReadDraft } from './draft-from-file.ts';
import { keptSeconds } from '../../records/retention.ts';
import {
  draftIdOf,
  draftKind,
  draftPlace,
  mayOpenDraft,
  removedDraft,
  StoredDraft,
} from '../../records/kinds/user-records.ts';

type Calls = ApiHandlers['drafts'];

const begunByOthers = (me: string) =>
  select(
    draftKind,
    { where: { UserId: [not(me), not('')], Form: 'new-referral', Sealed: { Values: isThere } } },
    StoredDraft.pick({ Id: true, UserId: true, SavedAt: true }),
  );

/** A draft that an application sent has no user. */
const draftsOf = (UserId: string) => select(draftKind, { where: { UserId } });

/** An agency that opens none of them has no use for more. */
const MAX_SENT = 200;

const MOST_NAMED = 100;

const mine: Calls['mine'] = async ({ query }, context) => {
  const { find, caller, fieldKeys } = context;
  const isTold = query.Form === 'new-referral' && mayDo(caller.roles, 'referrals.edit');
  const own = await keptBy(caller, query.Form, find);
  const sent = isTold ? await sentOf(find) : [];
  const opened = newestFirst([...own, ...sent]).map(
    async ({ Id, UserId, Form, SavedAt, Sealed, SentBy }) => ({
      Id: draftKey(Id),
      Form,
      SavedAt,
      Values: await fieldKeys.decrypt(Sealed.Values ?? '', draftPlace(caller, Id)),
      ...(SentBy && UserId === '' && { SentBy }),
    }),
  );
  const begun = isTold ? newestFirst(await listAll(find, begunByOthers(caller.person.Id))) : [];
  // Drafts are read whole for their patients, so only a page that shows them asks.
  const named = query.Names === 'true' ? begun.slice(0, MOST_NAMED) : [];
  const patients = new Map(
    await Promise.all(named.map(async ({ Id }) => [Id, await patientOf(Id, context)] as const)),
  );
  return {
    DraftInfo: await Promise.all(opened),
    ColleaguesInfo: begun.map(({ Id, UserId, SavedAt }) => ({
      Id: draftKey(Id),
      UserId,
      SavedAt,
      Patient: patients.get(Id) ?? '',
    })),
  };
};

async function patientOf(Id: string, { find, caller, fieldKeys }: ReadContext): Promise<string> {
  const { Sealed } = (await find.get(draftKind, Id)) ?? {};
  if (Sealed?.Values === undefined) return '';
  return patientOfDraft(readDraft(await fieldKeys.decrypt(Sealed.Values, draftPlace(caller, Id))) ?? {});
}

const takeOver: Calls['takeOver'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const draft = await work.get(draftKind, draftIdOf(body.Id));
  if (draft?.Form !== 'new-referral' || draft.Sealed.Values === undefined) throw notFound('This draft');
  const { UserId, SavedAt } = draft;
  if (UserId === caller.person.Id) return { DraftInfo: [{ Id: body.Id, Form: draft.Form, SavedAt }] };
  await makeRoom(context, draft.Form);
  const taken = {
    ...draft,
    UserId: caller.person.Id,
    SavedAt: now.toISOString(),
    TakenFrom: [...new Set([...(draft.TakenFrom ?? []), ...(UserId === '' ? [] : [UserId])])],
    ttl: keptSeconds.draft,
  };
  work.replace(draftKind, draft, taken);
  work.audit({ action: 'draft.taken-over', subject: UserId });
  return { DraftInfo: [{ Id: body.Id, Form: draft.Form, SavedAt: taken.SavedAt }] };
};

const save: Calls['save'] = async ({ body }, context) => {
  const { work, caller, fieldKeys, now } = context;
  const Id = draftIdOf(body.Id);
  const before = await work.get(draftKind, Id);
  if (before && !mayOpenDraft(before, caller)) throw notOpen(before);
  assertNewest(body.After, before);
  if (before?.UserId !== caller.person.Id) await makeRoom(context, body.Form);
  const draft = {
    ...before,
    Id,
    UserId: caller.person.Id,
    Form: body.Form,
    SavedAt: now.toISOString(),
    Sealed: { Values: await fieldKeys.encrypt(body.Values, draftPlace(caller, Id)) },
    ttl: keptSeconds.draft,
  };
  await work.put(draftKind, draft);
  if (!before) announceCount(context, draft);
  return { DraftInfo: [{ Id: body.Id, Form: draft.Form, SavedAt: draft.SavedAt }] };
};

/** Two tabs with the same draft do not overwrite each other, and a removed draft does not return. */
function assertNewest(after: string | undefined, before: StoredDraft | undefined): void {
  const isRemoved = before ? before.Sealed.Values === undefined : after !== undefined;
  if (isRemoved) throw new AppError('conflict', 'This draft was saved or discarded elsewhere.');
  if (after !== undefined && before?.SavedAt !== after)
    throw new AppError('conflict', 'This draft was changed in another tab.');
}

/** A colleague continues with a referral that was sent or taken over; of a note no one else may know. */
const notOpen = ({ Form }: StoredDraft) =>
  Form === 'new-referral'
    ? new AppError('conflict', 'A colleague continues with this draft.')
    : notFound('This draft');

/** Removing a draft that does not exist succeeds. */
const removeDraft: Calls['remove'] = async ({ body }, context) => {
  const { work, caller } = context;
  const draft = await work.get(draftKind, draftIdOf(body.Id));
  if (draft && !mayOpenDraft(draft, caller)) throw notOpen(draft);
  if (draft) empty(context, draft);
  return { DraftInfo: [] };
};

async function makeRoom(context: WriteContext, form: DraftForm): Promise<void> {
  const { work, caller } = context;
  const kept = await keptBy(caller, form, work);
  const oldest = kept.slice(MAX_DRAFTS - 1).map(({ Id }) => Id);
  for (const draft of await work.getAll(draftKind, oldest)) empty(context, draft);
}

async function keptBy({ person }: Caller, form: DraftForm, find: Reader): Promise<StoredDraft[]> {
  const all = await listAll(find, draftsOf(person.Id));
  return newestFirst(all.filter(({ Form, Sealed }) => Form === form && Sealed.Values !== undefined));
}

const newestFirst = <Draft extends Pick<StoredDraft, 'SavedAt'>>(drafts: readonly Draft[]) =>
  drafts.toSorted((a, b) => b.SavedAt.localeCompare(a.SavedAt));

async function sentOf(find: Reader): Promise<StoredDraft[]> {
  const all = await listAll(find, draftsOf(''));
  return all.filter(({ Sealed }) => Sealed.Values !== undefined);
}

/** Keeps a draft that begins with a file: of the person who chose it, or for anyone who records referrals. */
async function keepRead(context: WriteContext, read: ReadDraft): Promise<StoredDraft> {
  const { work, caller, fieldKeys, now } = context;
  const Id = draftIdOf(read.key);
  const isSent = caller.claims.isApplication;
  if (!isSent) await makeRoom(context, 'new-referral');
  else if ((await sentOf(work)).length >= MAX_SENT)
    throw new AppError('too_many_requests', `${MAX_SENT} sent referrals wait to be opened. Try again later.`);
  const draft: StoredDraft = {
    Id,
    UserId: isSent ? '' : caller.person.Id,
    Form: 'new-referral',
    SavedAt: now.toISOString(),
    Sealed: { Values: await fieldKeys.encrypt(JSON.stringify(read.values), draftPlace(caller, Id)) },
    ...(isSent && {
      SentBy: caller.person,
      DocumentIds: read.values.Documents.map(({ document }) => document.Id),
    }),
    ttl: isSent ? keptSeconds.sentDraft : keptSeconds.draft,
  };
  await work.put(draftKind, draft);
  announceCount(context, draft);
  return draft;
}

function empty(context: WriteContext, draft: Loaded<StoredDraft>): void {
  context.work.replace(draftKind, draft, removedDraft(draft));
  announceCount(context, draft);
}

/** Colleagues hear that there is one draft more or less, not that it is typed on, and of a note nothing. */
function announceCount(context: WriteContext, { Id, Form }: StoredDraft): void {
  if (Form === 'new-referral') announceChange(context, { topic: 'draft', id: draftKey(Id) });
}

const draftKey = (id: string) => id.slice('draft-'.length);

export const draftHandlers = (documents: Documents): ApiHandlers['drafts'] => ({
  mine,
  save,
  takeOver,
  remove: removeDraft,
  fromFile: draftFromFile(documents, keepRead),
});
