import * as z from 'zod';
import { asRead } from '../../domain/records/as-read.ts';
import { Id } from '../../domain/records/record-id.ts';
import { NotesUpdate } from '../../domain/referral/notes-update.ts';
import { ReferralNote } from '../../domain/referral/referral.ts';
import { patch } from '../endpoint.ts';

const NotesSlice = z.object({ ReferralNotes: z.array(ReferralNote) });

export const referralNotesApi = {
  updateNotes: patch('/referrals/updatereferralnotes', {
    summary: 'Write new notes, or edit own ones (those with an Id)',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    bareAs: 'ReferralNotes',
    aliases: { Id: 'ReferralId' },
    flat: { ReferralNotes: ['Text', 'Priority', 'Shared', 'Call'] },
    body: NotesUpdate,
    answers: { referralNote: 'ReferralNotes' },
    output: NotesSlice,
    success: 'Referral notes updated successfully',
  }),
  readNote: patch('/referrals/readreferralnotebyid', {
    summary: 'Record that the caller has read a note',
    access: 'referrals.read',
    mode: 'atomic',
    scope: 'domain',
    bareAs: 'Id',
    aliases: { NoteId: 'Id' },
    body: asRead(z.strictObject({ Id }), ReferralNote),
    answers: { referralNote: 'ReferralNotes' },
    output: NotesSlice,
  }),
} as const;
