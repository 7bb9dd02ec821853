import { categories } from '@handoff/shared/domain/eligibility/settings';
import { checkKind } from '../../../records/kinds/eligibility-records.ts';

const checks = (filter: string) =>
  `SELECT * FROM c WHERE c.type = '${checkKind.type}' AND ARRAY_CONTAINS(@categories, c.Category)` +
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

/** The last check of a referral to which Medicare answered about this person. */
export const lastAnswerFor = (referral: string) => ({
  sql: checksByTime.ofReferral,
  parameters: {
    categories,
    verdicts: ['eligible', 'issues', 'notEligible'],
    from: '0',
    before: '9',
    referral,
  },
  pageSize: 1,
});
