import * as z from 'zod';
import { Fit } from './fit.ts';

/** What the agency's own records say about a referral, at the time of the answer. */
export const ReferralChecks = Fit.extend({ ReferralId: z.string() });
export type ReferralChecks = z.infer<typeof ReferralChecks>;
