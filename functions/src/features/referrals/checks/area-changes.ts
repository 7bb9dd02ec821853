import type { ZipCounties, JobContext } from '../../../core/context.ts';
import type { AreaChange } from '@handoff/shared/domain/address/state-file-import';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { listAll } from '../../../records/reader.ts';
import { recordsOfType } from '../../../core/record-kind.ts';
import { serviceAreaKind } from '../../../records/kinds/agency-records.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { businessDomainKind, domains } from '../../../records/kinds/user-records.ts';
import { openReferralsInZips } from '../referral-queries.ts';
import { areaFit } from './area-fit.ts';

interface Versions {
  state: string;
  before: ZipCounties;
  after: ZipCounties;
}

/**
 * Returns open referrals of every agency whose area check has another result with another version of a state's
 * addresses.
 */
export async function areaChanges(
  { find, system, clock }: Pick<JobContext, 'find' | 'system' | 'clock'>,
  versions: Versions,
): Promise<AreaChange[]> {
  const { state, before, after } = versions;
  const zips = [...new Set([...before.keys(), ...after.keys()])].filter(
    (code) => before.get(code)?.join() !== after.get(code)?.join(),
  );
  if (zips.length === 0) return [];
  const changes: AreaChange[] = [];
  for (const domain of await listAll(system, businessDomainKind, { sql: domains, parameters: {} })) {
    const own = find(domain.Id);
    const parameters = { type: serviceAreaKind.type };
    const areas = await listAll(own, serviceAreaKind, { sql: recordsOfType, parameters });
    if (!areas.some(({ Counties }) => Counties.some(({ State }) => State === state))) continue;
    const day = dayIn(domain.TimeZone, clock.now());
    const query = { sql: openReferralsInZips, parameters: { state, zips }, pageSize: REFERRALS_PAGE };
    for (const { Id, ReceivedAt, Address: address, Services: services } of await listAll(
      own,
      referralKind,
      query,
    )) {
      const [Before, After] = [before, after].map((counties) =>
        areaFit({ areas, address, counties, services, day }),
      );
      if (!Before || !After || JSON.stringify(Before) === JSON.stringify(After)) continue;
      const agency = { BusinessDomainId: domain.Id, BusinessDomainName: domain.Name };
      changes.push({ ReferralId: Id, ...agency, ReceivedAt, ZipCode: address.ZipCode, Before, After });
    }
  }
  return changes;
}

const REFERRALS_PAGE = 500;
