import { datedLines, messagesOf, procedureOf, type BenefitGroup } from './benefit-group.ts';
import type { DaysLeft, Facts, Therapy } from './facts.ts';
import { at } from '@handoff/shared/domain/eligibility/x12';

// Reads amounts and counts: deductibles, coinsurance, therapy and days. None of them affects who pays.

const partOf = new Map([
  ['MA', 'A'],
  ['MB', 'B'],
]);
const amountOf = new Map<string, 'coinsurance' | 'deductible'>([
  ['A', 'coinsurance'],
  ['C', 'deductible'],
]);

export function readAmount(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  const kind = amountOf.get(group.form);
  const [part, amount, percent] = [partOf.get(group.insurance), at(eb, 7), at(eb, 8)];
  if (!kind || !part || (amount === '' && percent === '') || procedureOf(eb)) return false;
  const rest = {
    kind,
    part,
    serviceTypes: [...serviceTypes],
    timeQualifier: at(eb, 6),
    amount,
    percent,
  };
  facts.amounts.push(...datedLines(group, ['291', '292', '435']).map((line) => ({ ...line, ...rest })));
  return true;
}

const therapyOf = new Map<string, Therapy['kind']>([
  ['AD', 'occupational'],
  ['AE', 'physicalAndSpeech'],
]);

/** `EB*D**AD^AE*MB***0` with `MSG*Used Amount` today, `EB*F*IND*AD*MB**29*1840` (the remaining amount) before 2018. */
export function readTherapy(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  const amount = at(eb, 7);
  if (group.insurance !== 'MB' || amount === '') return false;
  const kinds = serviceTypes.flatMap((type) => therapyOf.get(type) ?? []);
  const state = stateOf(group);
  if (kinds.length === 0 || !state) return false;
  const lines = datedLines(group, ['292', '291']);
  for (const kind of kinds) facts.therapy.push(...lines.map((line) => ({ ...line, kind, state, amount })));
  return true;
}

function stateOf(group: BenefitGroup): Therapy['state'] | undefined {
  if (messagesOf(group).some((message) => /used/i.test(message))) return 'used';
  return group.form === 'F' && at(group.eb, 6) === REMAINING ? 'left' : undefined;
}

const careOf = new Map<string, DaysLeft['care']>([
  ['30', 'hospital'],
  ['47', 'hospital'],
  ['48', 'hospital'],
  ['A7', 'psychiatric'],
  ['AG', 'nursingFacility'],
]);
const REMAINING = '29';
const LIFETIME_REMAINING = '33';
const DAY = '7';
const dayUnits = new Set(['DY', 'DA', 'LA']);

/** Days of Part A left: full days, days with a daily amount, and lifetime days (K). */
export function readDaysLeft(group: BenefitGroup, facts: Facts): boolean {
  const { serviceTypes } = group;
  const care = serviceTypes.map((type) => careOf.get(type)).find((found) => found !== undefined);
  const left = daysIn(group);
  if (!care || !left) return false;
  facts.daysLeft.push(...datedLines(group, ['435', '292']).map((line) => ({ ...line, care, ...left })));
  return true;
}

type Days = Pick<DaysLeft, 'kind' | 'days' | 'perDay'>;

function daysIn(group: BenefitGroup): Days | undefined {
  if (group.form === 'K') return group.insurance === 'MB' ? undefined : daysOfLifetime(group);
  if (group.insurance !== 'MA') return undefined;
  const perDay = at(group.eb, 7);
  if (group.form === 'B' && at(group.eb, 6) === DAY) return daysAtPrice(perDay, daysDelivered(group));
  const days = daysCounted(group, REMAINING);
  return days === undefined ? undefined : { kind: group.form === 'F' ? 'full' : 'coinsurance', days, perDay };
}

function daysOfLifetime(group: BenefitGroup): Days | undefined {
  const days = daysCounted(group, LIFETIME_REMAINING);
  return days === undefined ? undefined : { kind: 'reserve', days, perDay: at(group.eb, 7) };
}

/** Reads EB09 and EB10 when EB06 says that they remain. */
function daysCounted({ eb }: BenefitGroup, remaining: string): number | undefined {
  return at(eb, 6) === remaining && dayUnits.has(at(eb, 9)) ? countOf(at(eb, 10)) : undefined;
}

const daysAtPrice = (perDay: string, days: number | undefined): Days | undefined => {
  if (days === undefined) return undefined;
  return Number(perDay || 'none') === 0
    ? { kind: 'full', days, perDay: '' }
    : { kind: 'coinsurance', days, perDay };
};

/** `HSD***DA**29*60`, or with the count first, as other guides have it: `HSD*DY*60***29`. */
function daysDelivered({ rows }: BenefitGroup): number | undefined {
  const left = rows.find((row) => row.id === 'HSD' && at(row, 5) === REMAINING);
  if (!left) return undefined;
  if (at(left, 3) === 'DA') return countOf(at(left, 6));
  return dayUnits.has(at(left, 1)) ? countOf(at(left, 2)) : undefined;
}

const countOf = (text: string): number | undefined =>
  /^\d+(?:\.0*)?$/.test(text) ? Number(text) : undefined;
