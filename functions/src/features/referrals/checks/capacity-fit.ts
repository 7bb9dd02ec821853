import type { ZipCounties } from '../../../core/context.ts';
import { type Capacity, limitsAt, limitSentence } from '@handoff/shared/domain/agency/capacity';
import type { Discipline } from '@handoff/shared/domain/agency/list-settings';
import type { FitCheck } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { countyIn } from '../../../records/kinds/address-versions.ts';

interface CapacityQuestion {
  capacities: readonly Capacity[];
  address: Pick<Referral['Address'], 'State' | 'ZipCode' | 'County'>;
  counties: ZipCounties | undefined;
  services: Referral['Services'];
  disciplines: readonly Discipline[];
  day: string;
}

/** Whether the requested disciplines take patients there: one that is limited takes some, and one that is full none. */
export function capacityFit({
  address,
  counties,
  services,
  disciplines,
  ...rest
}: CapacityQuestion): FitCheck {
  const { State } = address;
  const place = { State, County: counties ? countyIn(counties, address) : address.County };
  if (services.length === 0) return { Answer: 'unknown', Rule: 'Open', Reason: 'Choose services first.' };
  const limits = limitsAt({ ...rest, place, disciplines: services }, rest.capacities);
  const [worst] = limits;
  if (!worst) return { Answer: 'yes', Rule: 'Open', Reason: 'All services are open.' };
  const nameOf = (id: string) => disciplines.find(({ Id }) => Id === id)?.Name ?? id;
  return {
    Answer: worst.Level === 'Full' ? 'no' : 'yes',
    Rule: worst.Level,
    Reason: limits.map((limit) => `${limitSentence(nameOf(limit.Discipline), limit)}.`).join(' '),
  };
}
