import type { ZipCounties } from '../../../core/context.ts';
import {
  coverRules,
  type CoverRule,
  offersDiscipline,
  ruleCovering,
} from '@handoff/shared/domain/agency/coverage';
import type { FitCheck } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { countyIn } from '../../../records/kinds/address-versions.ts';
import { isValidOn, type ServiceArea } from '@handoff/shared/domain/agency/directory';
import { dayText } from '@handoff/shared/domain/records/calendar-day';

type Address = Pick<Referral['Address'], 'State' | 'ZipCode' | 'County'>;

/** The address with the county that applies, which may differ from the one on the referral. */
interface Located extends Address {
  Recorded: string;
}

interface Question {
  areas: readonly ServiceArea[];
  address: Address;
  /** The state's counties by ZIP code, from an imported version. */
  counties: ZipCounties | undefined;
  services: Referral['Services'];
  day: string;
}

/** By the most exact rule. The county of an imported address takes precedence over the one on the referral. */
export function areaFit({ areas, address: recorded, counties, services, day }: Question): FitCheck {
  const County = counties ? countyIn(counties, recorded) : recorded.County;
  const address = { ...recorded, County, Recorded: recorded.County };
  const current = areas.filter((area) => isValidOn(area, day));
  if (current.length === 0)
    return check('unknown', 'No area', `No service area is valid on ${dayText(day)}.`);

  const covering = current.flatMap((area) => {
    const rule = ruleCovering(area, address);
    return rule ? [{ area, rule }] : [];
  });
  const [nearest] = covering.toSorted((a, b) => order(a.rule) - order(b.rule));
  if (!nearest) return withoutCover(current, address);

  const left = services.filter((service) => !covering.some(({ area }) => offersDiscipline(area, service)));
  if (left.length > 0)
    return check('no', 'Service line', `${nearest.area.Name} is served, but not with ${left.join(', ')}.`);
  return check(
    'yes',
    nearest.rule,
    `${coveredPlace(nearest.rule, address)} is in the service area ${nearest.area.Name}.`,
  );
}

const order = (rule: CoverRule) => coverRules.indexOf(rule);

const ZIP_DIGITS = 5;

function withoutCover(areas: readonly ServiceArea[], address: Located): FitCheck {
  const { State, ZipCode, County } = address;
  if (ZipCode.length < ZIP_DIGITS) return check('unknown', 'ZIP code', 'No ZIP code is entered yet.');
  const byCounty = areas.some(({ Counties }) => Counties.some((county) => county.State === State));
  if (byCounty && County.trim() === '')
    return check(
      'unknown',
      'County',
      `We couldn’t match ZIP ${ZipCode}. Check the state or enter the county.`,
    );
  return check('no', 'No area', `No service area covers ${coveredPlace('County', address)}.`);
}

function coveredPlace(rule: CoverRule, { State, ZipCode, County, Recorded }: Located): string {
  if (rule === 'State') return State;
  if (rule !== 'County') return `ZIP code ${ZipCode}`;
  if (County.trim() === '') return `${ZipCode}, ${State}`;
  const place = `${ZipCode}, ${County} County, ${State}`;
  return Recorded === '' || Recorded === County
    ? place
    : `${place} (by the imported addresses; the referral says ${Recorded} County)`;
}

const check = (
  Answer: FitCheck['Answer'],
  Rule: CoverRule | 'No area' | 'Service line',
  Reason: string,
): FitCheck => ({ Answer, Rule, Reason });
