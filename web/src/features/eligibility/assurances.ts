import type { Coverage } from '@handoff/shared/domain/eligibility/answer/result';
import { periodText } from './eligibility-words.ts';

/** What an "eligible" rests on: the parts with their dates, and what staff fear and Medicare does not have. */
export function assurances({ PartA, PartB, MedicareAdvantage, Hospice, HomeHealth }: Coverage): string[] {
  return [
    ...partWords('Part A', PartA),
    ...partWords('Part B', PartB),
    ...(MedicareAdvantage.some(isOpen) ? [] : ['no Medicare Advantage']),
    ...(HomeHealth.some(isOpen) ? [] : ['no open home health period']),
    ...(Hospice.some((period) => isOpen(period) && period.IsRevoked !== true) ? [] : ['no open hospice']),
  ];
}

const isOpen = ({ IsActive }: { IsActive: boolean }) => IsActive;

function partWords(name: string, { Status, Periods }: Coverage['PartA']): string[] {
  if (Status !== 'active') return [];
  return Periods.filter(isOpen).map((period) => `${name} ${periodText(period)}`);
}
