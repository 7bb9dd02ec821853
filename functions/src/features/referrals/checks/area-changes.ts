import type { ZipCounties, JobContext } from '../../../core/context.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import type { AreaChange, ServiceAreaChange } from '@handoff/shared/domain/referral/referral-checks';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { ruleCovering } from '@handoff/shared/domain/agency/coverage';
import type { ServiceArea } from '@handoff/shared/domain/agency/directory';
import { listAll } from '../../../records/reader.ts';
import { serviceAreaKind } from '../../../records/kinds/agency-records.ts';
import { domains } from '../../../records/kinds/user-records.ts';
import { openReferralsInZips } from '../referral-queries.ts';
import { areaFit } from './area-fit.ts';
import { select } from '../../../records/select.ts';

interface Versions {
  state: string;
  before: ZipCounties;
  after: ZipCounties;
}

/** Service areas by county with other ZIP codes, and open referrals whose area check or ZIP code changes. */
export async function areaChanges(
  { find, system, clock }: Pick<JobContext, 'find' | 'system' | 'clock'>,
  versions: Versions,
): Promise<{ areas: ServiceAreaChange[]; referrals: AreaChange[] }> {
  const { before, after } = versions;
  const zips = [...new Set([...before.keys(), ...after.keys()])].filter(
    (code) => before.has(code) !== after.has(code) || before.get(code)?.join() !== after.get(code)?.join(),
  );
  const changes: { areas: ServiceAreaChange[]; referrals: AreaChange[] } = { areas: [], referrals: [] };
  if (zips.length === 0) return changes;
  for (const domain of await listAll(system, domains)) {
    const own = find(domain.Id);
    const areas = await listAll(own, select(serviceAreaKind));
    changes.areas.push(...areas.flatMap((area) => coverChange(area, { ...versions, agency: domain.Name })));
    const day = dayIn(domain.TimeZone, clock.now());
    for (const change of await referralChanges(own, { ...versions, zips, areas, day }))
      changes.referrals.push({
        ...change,
        BusinessDomainId: domain.Id,
        BusinessDomainName: domain.Name,
      });
  }
  return changes;
}

function coverChange(
  area: ServiceArea,
  { state, before, after, agency }: Versions & { agency: string },
): ServiceAreaChange[] {
  const covered = zipsByCounty(area, { state, counties: before });
  const covers = zipsByCounty(area, { state, counties: after });
  const ZipsAdded = [...covers].filter((code) => !covered.has(code)).length;
  const ZipsRemoved = [...covered].filter((code) => !covers.has(code)).length;
  if (ZipsAdded + ZipsRemoved === 0) return [];
  return [{ BusinessDomainName: agency, Name: area.Name, ZipsAdded, ZipsRemoved }];
}

/** The other rules of an area do not depend on imported addresses. */
function zipsByCounty(
  area: ServiceArea,
  { state: State, counties }: { state: string; counties: ZipCounties },
): Set<string> {
  const zips = [...counties].filter(([ZipCode, names]) =>
    names.some((County) => ruleCovering(area, { State, ZipCode, County }) === 'County'),
  );
  return new Set(zips.map(([code]) => code));
}

interface Changed extends Versions {
  /** The ZIP codes that the versions do not have in common. */
  zips: string[];
  areas: readonly ServiceArea[];
  day: string;
}

const REFERRALS_PAGE = 500;

async function referralChanges(
  own: Reader,
  { state, before, after, zips, areas, day }: Changed,
): Promise<Omit<AreaChange, 'BusinessDomainId' | 'BusinessDomainName'>[]> {
  const referrals = await listAll(own, openReferralsInZips(state, zips), REFERRALS_PAGE);
  return referrals.flatMap(({ Id, ReceivedAt, Address: address, Services: services }) => {
    const { ZipCode } = address;
    const [Before, After] = [before, after].map((counties) =>
      areaFit({ areas, address, counties, services, day }),
    );
    if (!Before || !After) return [];
    const IsZipRemoved = before.has(ZipCode) && !after.has(ZipCode);
    if (!IsZipRemoved && JSON.stringify(Before) === JSON.stringify(After)) return [];
    return [{ ReferralId: Id, ReceivedAt, ZipCode, IsZipRemoved, Before, After }];
  });
}
