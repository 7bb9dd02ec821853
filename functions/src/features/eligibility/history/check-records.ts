import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import * as z from 'zod';
import { recordKind } from '../../../core/record-kind.ts';
import { sealedNumbers } from '../../../records/kinds/referral-records.ts';

/**
 * A check of the history, with its number sealed. `MbiHash` finds the checks of one person; both are missing from
 * checks made without keys.
 */
const StoredCheck = FullPastCheck.extend({
  MbiHash: z.string().nullable(),
  Sealed: sealedNumbers.Sealed,
  /** The referral's insurance at the time of the check; older checks have none. */
  Payers: z.string().optional(),
});
export type StoredCheck = z.infer<typeof StoredCheck>;
/** Older records have another name for their failure. */
const withFailureMessage = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'ErrorMessage' in stored
    ? { FailureMessage: stored.ErrorMessage, ...stored }
    : stored;
export const checkKind = recordKind('medicare-check', z.preprocess(withFailureMessage, StoredCheck));

const checks = (filter: string) =>
  "SELECT * FROM c WHERE c.type = 'medicare-check' AND ARRAY_CONTAINS(@categories, c.Category)" +
  ` AND ARRAY_CONTAINS(@verdicts, c.Verdict) AND c.CheckedAt >= @from AND c.CheckedAt < @before${filter}` +
  ' ORDER BY c.type ASC, c.CheckedAt DESC';
const ofReferral = ' AND c.ReferralId = @referral';
const ofPerson = ' AND ARRAY_CONTAINS(@hashes, c.MbiHash)';

/** Past checks, newest first: `@categories`, `@verdicts`, `@from`, `@before`, and the parameters in each name. */
export const checksByTime = {
  all: checks(''),
  ofReferral: checks(ofReferral),
  ofPerson: checks(ofPerson),
  ofBoth: checks(ofReferral + ofPerson),
};
