import {
  coverRules,
  type CoverRule,
  offersDiscipline,
  ruleCovering,
} from '@handoff/shared/domain/agency/coverage';
import type { FitCheck } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { isValidOn, type ServiceArea } from '@handoff/shared/domain/agency/directory';

type Address = Pick<Referral['Address'], 'State' | 'ZipCode' | 'County'>;

interface Question {
  areas: readonly ServiceArea[];
  address: Address;
  /** What was asked for; empty: not said. */
  services: Referral['Services'];
  day: string;
}

/** Whether an area of the agency covers the address, by the most exact thing that says so. */
export function areaFit({ areas, address, services, day }: Question): FitCheck {
  const current = areas.filter((area) => isValidOn(area, day));
  if (current.length === 0) return check('unknown', 'No area', `No service area is valid on ${day}.`);

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
    `${placeOf(nearest.rule, address)} is in the service area ${nearest.area.Name}.`,
  );
}

const order = (rule: CoverRule) => coverRules.indexOf(rule);

function withoutCover(areas: readonly ServiceArea[], { State, ZipCode, County }: Address): FitCheck {
  const byCounty = areas.some(({ Counties }) => Counties.some((county) => county.State === State));
  if (byCounty && County.trim() === '')
    return check(
      'unknown',
      'County',
      `The county of ${ZipCode} is needed, because service areas here are by county.`,
    );
  return check('no', 'No area', `No service area covers ${placeOf('County', { State, ZipCode, County })}.`);
}

function placeOf(rule: CoverRule, { State, ZipCode, County }: Address): string {
  if (rule === 'State') return State;
  if (rule !== 'County') return `ZIP code ${ZipCode}`;
  return County.trim() === '' ? `${ZipCode}, ${State}` : `${ZipCode}, ${County} County, ${State}`;
}

const check = (
  Answer: FitCheck['Answer'],
  Rule: CoverRule | 'No area' | 'Service line',
  Reason: string,
): FitCheck => ({
  Answer,
  Rule,
  Reason,
});
