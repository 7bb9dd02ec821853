import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { AppError } from '../../../pipeline/request/app-error.ts';
import type { WriteContext } from '../../../pipeline/request/handlers.ts';
import { listsKind } from '../../../records/agency-records.ts';
import { referralKind } from '../../../records/referral-records.ts';

type Asked = Pick<Referral, 'Services'>;

/** What a referral did not ask for before has to be on offer now. */
export async function checkServices(before: Asked, after: Asked, { work }: WriteContext): Promise<void> {
  const added = after.Services.filter((service) => !before.Services.includes(service));
  if (added.length === 0) return;
  const lists = await work.get(listsKind, 'lists');
  const offered = new Set(lists?.SettingsDisciplinesInfo.filter(isOffered).map(({ Id }) => Id));
  if (added.every((service) => offered.has(service))) return;
  throw new AppError('invalid_request', 'A service chosen here is not offered any more.', {
    fields: { Services: 'Choose the services again' },
  });
}

type Linked = Pick<Referral, 'EarlierReferralId'>;

/** The earlier referral of a patient who comes back is another one of this agency, and no readmission of this one. */
export async function checkEarlier(
  before: Linked,
  after: Linked & { Id: string },
  { get }: Pick<WriteContext['work'], 'get'>,
): Promise<void> {
  const id = after.EarlierReferralId ?? undefined;
  if (id === undefined || id === before.EarlierReferralId) return;
  const earlier = id === after.Id ? undefined : await get(referralKind, id);
  if (!earlier)
    throw refusal('The earlier referral was not found.', 'Choose another referral of this agency');
  const passed = new Set([id]);
  for (let next = earlier.EarlierReferralId; next && !passed.has(next);) {
    if (next === after.Id)
      throw refusal(
        'That referral is a readmission of this one.',
        'Choose a referral that came before this one',
      );
    passed.add(next);
    next = (await get(referralKind, next))?.EarlierReferralId;
  }
}

const refusal = (message: string, EarlierReferralId: string) =>
  new AppError('invalid_request', message, { fields: { EarlierReferralId } });
