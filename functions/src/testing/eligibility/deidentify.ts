import { addDays, daysBetween } from '@handoff/shared/domain/records/calendar-day';
import { compact, dayOf } from '../../features/eligibility/x12/calendar.ts';
import type { Segment } from '@handoff/shared/domain/eligibility/x12';

/** Says which texts may leave the agency; everything else is replaced, including anything that no rule foresees. */
type Rule = RegExp | 'date' | 'dates' | 'words';

const HIDDEN = 'X';
const code = /^[A-Z0-9]{1,3}$/;
const count = /^\d{1,6}$/;
const amount = /^-?\d{0,7}(?:\.\d{1,4})?$/;

/** By segment and element of a 271 (005010X279A1). Names, numbers, addresses and control numbers have no rule. */
const rules = new Map<string, Record<number, Rule>>([
  ['ISA', { 1: code, 3: code, 5: code, 7: code, 12: /^\d{5}$/, 14: code, 15: code }],
  ['GS', { 1: code, 4: 'date', 7: code, 8: /^\d{6}X\d{3}(?:A\d)?$/ }],
  ['ST', { 1: code, 3: /^\d{6}X\d{3}(?:A\d)?$/ }],
  ['BHT', { 1: /^\d{4}$/, 2: code, 4: 'date', 6: code }],
  ['HL', { 1: count, 2: count, 3: code, 4: code }],
  ['TRN', { 1: code }],
  ['NM1', { 1: code, 2: code, 8: code }],
  ['PER', { 1: code, 3: code, 5: code, 7: code }],
  ['PRV', { 1: code, 2: code }],
  ['DMG', { 1: code }],
  ['INS', { 1: code, 2: code, 3: code, 4: code }],
  ['REF', { 1: code }],
  // The contract and the plan, which many people share.
  ['REF*18', { 1: code, 2: /^[A-Z]\d{4}(?:[\s-]*\d{3})?$/ }],
  ['REF*N6', { 1: code, 2: /^\d{3}$/ }],
  ['AAA', { 1: code, 2: code, 3: code, 4: code }],
  [
    'EB',
    {
      1: code,
      2: code,
      3: code,
      4: code,
      6: code,
      7: amount,
      8: amount,
      9: code,
      10: amount,
      11: code,
      12: code,
      13: /^(?:[A-Z]{2}|[A-Z]?\d{4,5}[A-Z]?)$/,
    },
  ],
  ['HSD', { 1: code, 2: amount, 3: code, 4: amount, 5: code, 6: amount, 7: code, 8: code }],
  ['DTP', { 1: code, 2: code, 3: 'dates' }],
  ['MSG', { 1: 'words' }],
  ['III', { 1: code, 2: code }],
  ['LS', { 1: count }],
  ['LE', { 1: count }],
  ['SE', { 1: count }],
  ['GE', { 1: count }],
  ['IEA', { 1: count }],
  ...'N2 N3 N4 HI MPI EQ AMT QTY DTM NTE PWK TA1 AK1 AK2 AK9 IK3 IK4 IK5'
    .split(' ')
    .map((id): [string, Record<number, Rule>] => [id, {}]),
]);

/** The words of Medicare's own messages; any other word of a message is replaced. */
const vocabulary = new Set(
  'a advantage amount and benefit benefits bill claims code contract cost coverage covered days deductible election episode health home hospice indicator is ma medicare no not of option organization paid part period physical plan plans prior program reason remaining revocation risk services speech the therapy used visits year occupational'.split(
    ' ',
  ),
);

const SERVICE_DAY = '2001-01-01';

/**
 * Returns the segment without identifying data. Every date moves by the same number of days as the date of service, so
 * their order and distances stay; a birth date is replaced.
 */
export function deidentified({ id, elements, separators }: Segment, dateOfService: string): string {
  const known = rules.get(`${id}*${elements[1] ?? ''}`) ?? rules.get(id);
  const { element, component, repetition } = separators;
  const parts = (value: string) =>
    value.split(repetition ?? component).flatMap((part) => part.split(component));
  const shift = daysBetween(dateOfService, SERVICE_DAY);
  return elements
    .map((value, index) => {
      if (index === 0) return known ? id : HIDDEN;
      // ISA keeps its separators, and the padding on which some readers rely.
      if (id === 'ISA') return isaElement(value, index, known?.[index]);
      if (value.trim() === '') return value;
      const rule = known?.[index];
      if (rule === 'date') return moved(value, shift);
      if (rule === 'dates')
        return value
          .split('-')
          .map((day) => moved(day, shift))
          .join('-');
      if (rule === 'words') return value.replaceAll(/[\p{L}\p{N}]+/gu, spoken);
      return rule && parts(value).every((part) => part === '' || rule.test(part)) ? value : HIDDEN;
    })
    .join(element);
}

function isaElement(value: string, index: number, rule: Rule | undefined): string {
  const [REPETITION, COMPONENT] = [11, 16];
  const isSeparator = (index === REPETITION || index === COMPONENT) && /^\W$/.test(value);
  // oxlint-disable-next-line no-restricted-globals -- made of our own text
  const isKept = isSeparator || value.trim() === '' || (rule instanceof RegExp && rule.test(value));
  return isKept ? value : HIDDEN.padEnd(value.length);
}

function moved(value: string, days: number): string {
  if (value === '' || value.startsWith('9999')) return /^(?:9999\d{4})?$/.test(value) ? value : HIDDEN;
  const day = dayOf(value);
  return day === undefined ? HIDDEN : compact(addDays(day, days));
}

/** A single letter or digit is a code, like the bill option. */
const spoken = (word: string): string =>
  /^[A-Z0-9]$/.test(word) || vocabulary.has(word.toLowerCase()) ? word : HIDDEN;
