import { datedLines, messagesOf, type BenefitGroup } from './benefit-group.ts';
import type { DaysLeft, Facts, Therapy } from './facts.ts';
import { at } from '@handoff/shared/domain/eligibility/x12';

// What Medicare counts: deductibles, coinsurance, therapy and days. None of it decides who pays.

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
  if (!kind || !part || (amount === '' && percent === '')) return false;
  const rest = {
    kind,
    part,
    serviceTypes: [...serviceTypes],
    timeQualifier: at(eb, 6),
    amount,
    percent,
  };
  facts.amounts.push(...datedLines(group, ['291', '292']).map((line) => ({ ...line, ...rest })));
  return true;
}

const therapyOf = new Map<string, Therapy['kind']>([
  ['AD', 'occupational'],
  ['AE', 'physicalAndSpeech'],
]);

/** `EB*D**AD^AE*MB***0` with `MSG*Used Amount` today, `EB*F*IND*AD*MB**29*1840` (what is left) before 2018. */
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
  return group.form === 'F' ? 'left' : undefined;
}

const careOf = new Map<string, DaysLeft['care']>([
  ['30', 'hospital'],
  ['47', 'hospital'],
  ['48', 'hospital'],
  ['AG', 'nursingFacility'],
]);
const REMAINING = '29';
const dayUnits = new Set(['DY', 'DA', 'LA']);

/** Days of Part A left: full days (F), days with a daily amount (B) and the lifetime reserve (K). */
export function readDaysLeft(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  if (group.insurance !== 'MA') return false;
  const kind = dayKind(group.form, at(eb, 6));
  const care = serviceTypes.map((type) => careOf.get(type)).find((found) => found !== undefined);
  const days = Number(at(eb, 10) || 'none');
  if (!kind || !care || !dayUnits.has(at(eb, 9)) || !Number.isInteger(days)) return false;
  const perDay = at(eb, 7);
  facts.daysLeft.push(
    ...datedLines(group, ['435', '292']).map((line) => ({ ...line, care, kind, days, perDay })),
  );
  return true;
}

function dayKind(form: string, timeQualifier: string): DaysLeft['kind'] | undefined {
  if (form === 'K') return 'reserve';
  if (timeQualifier !== REMAINING) return undefined;
  if (form === 'F') return 'full';
  return form === 'B' ? 'coinsurance' : undefined;
}
