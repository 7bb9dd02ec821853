import * as z from 'zod';
import type { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { duplicateScore } from '@handoff/shared/domain/duplicates/duplicate-score';
import { holdsOn, StopFound } from '@handoff/shared/domain/referral/readmission-stop';
import type { ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import type { Reader } from '../../../core/unit-of-work.ts';
import { identityOf, type KeyedFields } from '../../../records/duplicate-keys.ts';
import { stopsSharingAKey } from '../referral-queries.ts';
import { hashesLike, sharingAKey } from './duplicates.ts';

interface AskedPerson {
  fields: KeyedFields;
  versions: readonly BlockingKeys[];
  /** Today in the agency's time zone. */
  day: string;
  compare?: typeof duplicateScore;
}

/**
 * Finds entries of the do-not-readmit list that apply today and may be of this person, likeliest first. A common number
 * is enough, whatever the names are; otherwise the score for duplicates decides. Undefined without keys.
 */
export async function findStops(
  find: Reader,
  { fields, versions, day, compare = duplicateScore }: AskedPerson,
): Promise<z.infer<typeof IdentifiedStop>[] | undefined> {
  if (versions.every((keys) => Object.keys(keys).length === 0)) return undefined;
  const found = await sharingAKey(find, stopsSharingAKey, versions);
  return found
    .filter((stop) => holdsOn(stop, day))
    .flatMap((stop) => {
      const own = identityOf(fields, hashesLike(stop.DuplicateKeys, versions));
      const { mbi, ssn } = stop.DuplicateKeys;
      const numbers = [
        ...(mbi !== undefined && own.Mbi === mbi ? ['Same Medicare number'] : []),
        ...(ssn !== undefined && own.Ssn === ssn ? ['Same social security number'] : []),
      ];
      const score = compare(own, identityOf(stop, stop.DuplicateKeys));
      if (!score && numbers.length === 0) return [];
      const Likelihood = numbers.length > 0 ? 'probable' : score?.Likelihood;
      return [IdentifiedStop.parse({ ...stop, Likelihood, Reasons: score?.Reasons ?? numbers })];
    })
    .toSorted((a, b) => likely(b) - likely(a) || (a.Since < b.Since ? 1 : -1));
}

const IdentifiedStop = StopFound.extend({ Id: z.string() });

const likely = ({ Likelihood }: StopFound) => (Likelihood === 'probable' ? 1 : 0);

export const notLookedUp: ReferralChecks['Readmission'] = {
  Rule: 'Do-not-readmit list',
  Found: [],
  Answer: 'unknown',
  Reason: 'Looked up once the name and date of birth are there, or a number.',
};

/** Describes the entries found; undefined means that no lookup was possible. */
export function readmissionCheck(found: StopFound[] | undefined): ReferralChecks['Readmission'] {
  const rule = { Rule: 'Do-not-readmit list', Found: found ?? [] };
  if (!found) return { ...rule, Answer: 'unknown', Reason: 'The do-not-readmit list could not be checked.' };
  const [nearest] = found;
  if (!nearest) return { ...rule, Answer: 'no', Reason: 'Clear of the do-not-readmit list.' };
  const isProbable = nearest.Likelihood === 'probable';
  return {
    ...rule,
    Answer: isProbable ? 'yes' : 'unknown',
    Reason: `${isProbable ? 'On' : 'May be on'} the do-not-readmit list: ${nearest.Reason}.`,
  };
}
