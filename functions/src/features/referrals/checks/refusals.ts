import type { WriteContext } from '../../../core/context.ts';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { isReachable, unreachable } from '@handoff/shared/domain/referral/needed-information';
import { AppError, invalidField } from '../../../core/app-error.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';

type AskedServices = Pick<Referral, 'Services'>;

/** A newly requested service must be on offer today; earlier ones may be retired. */
export async function checkServices(
  before: AskedServices,
  after: AskedServices,
  { work }: WriteContext,
): Promise<void> {
  const added = after.Services.filter((service) => !before.Services.includes(service));
  if (added.length === 0) return;
  const lists = await work.get(listsKind, 'lists');
  const offered = new Set(lists?.SettingsDisciplinesInfo.filter(isOffered).map(({ Id }) => Id));
  if (added.every((service) => offered.has(service))) return;
  throw new AppError('invalid_request', 'A service chosen here is not offered any more.', {
    fields: { Services: 'Choose the services again' },
  });
}

/** A referral may lack information only if someone can be called for it. */
export function assertReachable(referral: Parameters<typeof isReachable>[0]): void {
  if (!isReachable(referral)) throw invalidField('Patient.Phone', unreachable);
}
