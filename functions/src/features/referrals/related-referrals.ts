import type { WriteContext } from '../../core/context.ts';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { RelatedReferral } from '@handoff/shared/domain/referral/referral-checks';
import { AppError } from '../../core/app-error.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { laterReferrals } from './referral-queries.ts';

// A patient who comes back has a referral for each time; the later one names the earlier one.

/** Returns earlier and later referrals of the patient, newest first. */
export async function relatedTo(
  find: Reader,
  { Id, EarlierReferralId }: Referral,
): Promise<RelatedReferral[]> {
  const [later, earlier] = await Promise.all([
    listAll(find, laterReferrals(Id)),
    EarlierReferralId ? find.get(referralKind, EarlierReferralId) : undefined,
  ]);
  return [...later.map(related('Later')), ...(earlier ? [earlier].map(related('Earlier')) : [])];
}

const related =
  (Relation: RelatedReferral['Relation']) =>
  ({ Id, ReceivedAt, StatusId }: Referral) => ({ ReferralId: Id, Relation, ReceivedAt, StatusId });

type Linked = Pick<Referral, 'EarlierReferralId'>;

/** The earlier referral must be another one of this agency, and must not be a readmission of this one. */
export async function checkEarlier(
  before: Linked,
  after: Linked & { Id: string },
  { get }: Pick<WriteContext['work'], 'get'>,
): Promise<void> {
  const id = after.EarlierReferralId ?? undefined;
  if (id === undefined || id === before.EarlierReferralId) return;
  const earlier = id === after.Id ? undefined : await get(referralKind, id);
  if (!earlier)
    throw relationRefusal('The earlier referral was not found.', 'Choose another referral of this agency');
  const passed = new Set([id]);
  for (let next = earlier.EarlierReferralId; next && !passed.has(next);) {
    if (next === after.Id)
      throw relationRefusal(
        'That referral is a readmission of this one.',
        'Choose a referral that came before this one',
      );
    passed.add(next);
    next = (await get(referralKind, next))?.EarlierReferralId;
  }
}

const relationRefusal = (message: string, EarlierReferralId: string) =>
  new AppError('invalid_request', message, { fields: { EarlierReferralId } });
