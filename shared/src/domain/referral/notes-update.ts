import * as z from 'zod';
import { asRead } from '../records/as-read.ts';
import { lines } from '../records/text.ts';
import { MAX_NOTE, ReferralNote } from './referral.ts';
import { Id } from '../records/record-id.ts';

/** Notes belong to the referral that the call names, or to the one that they name themselves, as when they were read. */
export const NotesUpdate = z
  .strictObject({
    ReferralId: Id.optional(),
    ReferralNotes: z
      .array(
        asRead(
          z.strictObject({
            Id: Id.optional(),
            ReferralId: Id.optional(),
            /** Only a call needs none. */
            Text: lines(MAX_NOTE),
            /** Unchanged when left out, like the next fields. */
            Priority: ReferralNote.shape.Priority,
            Shared: ReferralNote.shape.Shared,
            Call: ReferralNote.shape.Call,
          }),
          ReferralNote,
        ).refine(({ Text, Call }) => Text !== '' || Call !== undefined, {
          message: 'Write the note first',
          path: ['Text'],
        }),
      )
      .min(1)
      .max(200),
  })
  .transform(({ ReferralId, ReferralNotes }, context) => {
    const named = new Set([ReferralId, ...ReferralNotes.map((note) => note.ReferralId)]);
    named.delete(undefined);
    const [referral] = named;
    if (named.size === 1 && referral !== undefined) return { ReferralId: referral, ReferralNotes };
    const message =
      named.size === 0
        ? 'ReferralId is missing: name the referral'
        : 'Send the notes of one ReferralId in a call';
    context.addIssue({ code: 'custom', path: ['ReferralId'], message });
    return z.NEVER;
  });
