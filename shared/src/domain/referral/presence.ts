import * as z from 'zod';
import { Person } from '../access/user.ts';

/** What of a referral one person may be editing while another looks at it. */
export const ReferralSection = z.enum(['Source', 'Patient', 'Address', 'Payer', 'Services', 'Notes']);
export type ReferralSection = z.infer<typeof ReferralSection>;

/** Someone in front of a referral, in one of their tabs. It is kept nowhere: who is not heard of again has left. */
export const Presence = z.object({
  ReferralId: z.string().min(1).max(80),
  TabId: z.uuid(),
  /** Rises with each message of a tab: the later one counts, in whichever order they arrive. */
  Turn: z.number().int().nonnegative(),
  State: z.enum(['viewing', 'editing', 'left']),
  Section: ReferralSection.nullable(),
  Person,
});
export type Presence = z.infer<typeof Presence>;

/** Whoever is there with others says so this often, and is gone when nothing was heard for so long: two may get lost. */
export const PRESENCE_EVERY_SECONDS = 3;
export const PRESENCE_GONE_SECONDS = 9;
/** Alone, they only stay where they would hear of others. */
export const PRESENCE_ALONE_SECONDS = 20;
