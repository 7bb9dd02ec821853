import * as z from 'zod';
import { DuplicateScore } from '../duplicates/duplicate-score.ts';
import { FitCheck } from '../fit/fit-check.ts';
import { Fit } from '../fit/fit.ts';

const PossibleDuplicate = DuplicateScore.extend({
  ReferralId: z.string(),
  ReceivedAt: z.string(),
  StatusId: z.string(),
});
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

/** What the agency's own records say about a referral, at the time of the answer. It warns and never blocks. */
export const ReferralChecks = Fit.extend({
  ReferralId: z.string(),
  /** `yes` is a probable duplicate, `unknown` a possible one, or that nobody could look. */
  Duplicates: FitCheck.extend({ Found: z.array(PossibleDuplicate) }),
});
export type ReferralChecks = z.infer<typeof ReferralChecks>;

/** The check in words, of what was found; undefined: nobody could look. */
export function duplicateCheck(found: PossibleDuplicate[] | undefined): ReferralChecks['Duplicates'] {
  const rule = { Rule: 'Score of names, date of birth and numbers', Found: found ?? [] };
  if (!found) return { ...rule, Answer: 'unknown', Reason: 'Duplicates could not be looked for.' };
  const [nearest] = found;
  if (!nearest) return { ...rule, Answer: 'no', Reason: 'No other referral looks like the same patient.' };
  const others = found.length === 1 ? 'Another referral' : `${found.length} other referrals`;
  const Answer = nearest.Likelihood === 'probable' ? 'yes' : 'unknown';
  const Reason = `${others} may be the same patient: ${nearest.Likelihood}, ${nearest.Score} points.`;
  return { ...rule, Answer, Reason };
}
