import { sha256 } from '../../../core/hash.ts';
import type { WriteContext, JobContext } from '../../../core/context.ts';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import {
  isShared,
  type Referral,
  type ReferralNote,
  type Transfer,
} from '@handoff/shared/domain/referral/referral';
import { announceChange } from '../../../writes/edit.ts';
import { listAll } from '../../../records/reader.ts';
import { sealedReferralKind, noteKind, notesOf } from '../../../records/kinds/referral-records.ts';

interface Copying {
  job: JobContext;
  from: BusinessDomain;
  referral: Referral;
  transfer: Transfer;
  /** Identifies the referral in the receiving agency. */
  Id: string;
  as: string;
}

/** Far below the limits of one batch, by number and by size. */
const AT_ONCE = 50;

/** Copies the notes to the transferred referral, which counts them; a repeated run leaves existing copies unchanged. */
export async function copySharedNotes(copying: Copying): Promise<void> {
  const { job, from, referral, transfer, Id, as } = copying;
  const to = transfer.Agency.Id;
  const notes = (await listAll(job.find(from.Id), notesOf(referral.Id))).filter(isShared).map((note) => ({
    ...note,
    Id: `note-${sha256(`${Id}|${note.Id}`).slice(0, 32)}`,
    ReferralId: Id,
    ReadBy: [],
  }));
  for (let at = 0; at < notes.length; at += AT_ONCE) {
    const some = notes.slice(at, at + AT_ONCE);
    const work = ['transfer-notes', ...some.map((note) => note.Id)];
    await job.atomic({ job: 'transfers', as, domainId: to, work }, (context) => add(context, Id, some));
  }
}

async function add(context: WriteContext, Id: string, notes: readonly ReferralNote[]): Promise<void> {
  const { work } = context;
  const there = await work.get(sealedReferralKind, Id);
  // Already deleted there: no one could see the notes, and nothing would ever remove them.
  if (!there) return;
  let added = 0;
  for (const note of notes) {
    if (await work.get(noteKind, note.Id)) continue;
    work.create(noteKind, note);
    added += 1;
  }
  if (added === 0) return;
  work.replace(sealedReferralKind, there, { ...there, NoteCount: there.NoteCount + added });
  announceChange(context, { topic: 'referral', id: Id });
}
