import { datedLines, messagesOf, procedureOf, type BenefitGroup } from './benefit-group.ts';
import type { DaysLeft, Deductible, Facts, Therapy } from './facts.ts';
import { at } from '@handoff/shared/domain/eligibility/x12';

// Reads amounts and counts: deductibles, coinsurance, therapy and days. None of them affects who pays.

const partOf = new Map([
  ['MA', 'A'],
  ['MB', 'B'],
]);

export function readAmount(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  const Kind = amountKind(group);
  const Part = partOf.get(group.insurance);
  const Amount = at(eb, 7) || at(eb, 8);
  if (!Kind || !Part || Amount === '' || procedureOf(eb)) return false;
  const said = { Part, ServiceTypes: [...serviceTypes], Kind, Amount };
  facts.deductibles.push(...datedLines(group, ['291', '292', '435']).map((line) => ({ ...line, ...said })));
  return true;
}

const YEAR = '23';
const SPELL_OF_ILLNESS = '26';
const REMAINING = '29';

function amountKind({ form, eb }: BenefitGroup): Deductible['Kind'] | undefined {
  if (form === 'A') return 'coinsurance';
  if (form !== 'C') return undefined;
  const time = at(eb, 6);
  if (time === YEAR || time === SPELL_OF_ILLNESS) return 'total';
  return time === REMAINING ? 'left' : 'other';
}

const therapyOf = new Map<string, Therapy['Kind']>([
  ['AD', 'occupational'],
  ['AE', 'physicalAndSpeech'],
]);

/** `EB*D**AD^AE*MB***0` with `MSG*Used Amount` today, `EB*F*IND*AD*MB**29*1840` (the remaining amount) before 2018. */
export function readTherapy(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  const Amount = at(eb, 7);
  if (group.insurance !== 'MB' || Amount === '') return false;
  const kinds = serviceTypes.flatMap((type) => therapyOf.get(type) ?? []);
  const State = stateOf(group);
  if (kinds.length === 0 || !State) return false;
  const lines = datedLines(group, ['292', '291']);
  for (const Kind of kinds) facts.therapy.push(...lines.map((line) => ({ ...line, Kind, State, Amount })));
  return true;
}

function stateOf(group: BenefitGroup): Therapy['State'] | undefined {
  if (messagesOf(group).some((message) => /used/i.test(message))) return 'used';
  return group.form === 'F' && at(group.eb, 6) === REMAINING ? 'left' : undefined;
}

const careOf = new Map<string, DaysLeft['Care']>([
  ['30', 'hospital'],
  ['47', 'hospital'],
  ['48', 'hospital'],
  ['A7', 'psychiatric'],
  ['AG', 'nursingFacility'],
]);
const LIFETIME_REMAINING = '33';
const DAY = '7';
const dayUnits = new Set(['DY', 'DA', 'LA']);

/** Days of Part A left: full days, days with a daily amount, and lifetime days (K). */
export function readDaysLeft(group: BenefitGroup, facts: Facts): boolean {
  const { serviceTypes } = group;
  const Care = serviceTypes.map((type) => careOf.get(type)).find((found) => found !== undefined);
  const left = daysIn(group);
  if (!Care || !left) return false;
  facts.daysLeft.push(...datedLines(group, ['435', '292']).map((line) => ({ ...line, Care, ...left })));
  return true;
}

type Days = Pick<DaysLeft, 'Kind' | 'Days' | 'PerDay'>;

function daysIn(group: BenefitGroup): Days | undefined {
  if (group.form === 'K') return group.insurance === 'MB' ? undefined : daysOfLifetime(group);
  if (group.insurance !== 'MA') return undefined;
  const PerDay = at(group.eb, 7);
  if (group.form === 'B' && at(group.eb, 6) === DAY) return daysAtPrice(PerDay, daysDelivered(group));
  const Days = daysCounted(group, REMAINING);
  return Days === undefined ? undefined : { Kind: group.form === 'F' ? 'full' : 'coinsurance', Days, PerDay };
}

function daysOfLifetime(group: BenefitGroup): Days | undefined {
  const Days = daysCounted(group, LIFETIME_REMAINING);
  return Days === undefined ? undefined : { Kind: 'reserve', Days, PerDay: at(group.eb, 7) };
}

/** Reads EB09 and EB10 when EB06 says that they remain. */
function daysCounted({ eb }: BenefitGroup, remaining: string): number | undefined {
  return at(eb, 6) === remaining && dayUnits.has(at(eb, 9)) ? countOf(at(eb, 10)) : undefined;
}

function daysAtPrice(PerDay: string, Days: number | undefined): Days | undefined {
  if (Days === undefined) return undefined;
  const isFree = Number(PerDay || 'none') === 0;
  return isFree ? { Kind: 'full', Days, PerDay: '' } : { Kind: 'coinsurance', Days, PerDay };
}

/** `HSD***DA**29*60`, or with the count first, as other guides have it: `HSD*DY*60***29`. */
function daysDelivered({ rows }: BenefitGroup): number | undefined {
  const left = rows.find((row) => row.id === 'HSD' && at(row, 5) === REMAINING);
  if (!left) return undefined;
  if (at(left, 3) === 'DA') return countOf(at(left, 6));
  return dayUnits.has(at(left, 1)) ? countOf(at(left, 2)) : undefined;
}

const countOf = (text: string): number | undefined =>
  /^\d+(?:\.0*)?$/.test(text) ? Number(text) : undefined;
