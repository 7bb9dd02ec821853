import * as z from 'zod';
import { Person } from '../access/user.ts';
import { Id } from '../records/record-id.ts';

/** The part of a referral that one person is editing, shown to others who look at it. */
export const ReferralSection = z.enum([
  'Source',
  'Patient',
  'Address',
  'Payer',
  'Services',
  'Clinical',
  'Notes',
]);
export type ReferralSection = z.infer<typeof ReferralSection>;

/** Someone with a referral open in a tab. Not stored: who is silent for too long has left. */
export const Presence = z.object({
  ReferralId: Id,
  TabId: z.uuid(),
  /** Rises with each message of a tab, so the latest counts in whichever order messages arrive. */
  Turn: z.number().int().nonnegative(),
  State: z.enum(['viewing', 'editing', 'left']),
  Section: ReferralSection.nullable(),
  Person,
});
export type Presence = z.infer<typeof Presence>;

/** Sent this often, and gone after that long, so two messages may get lost. */
export const PRESENCE_EVERY_SECONDS = 3;
export const PRESENCE_GONE_SECONDS = 9;
/** Someone who is alone sends it only often enough to stay in the group and hear of others. */
export const PRESENCE_ALONE_SECONDS = 20;
