import { at, type Segment } from '@handoff/shared/domain/eligibility/x12';
import { readAmount, readDaysLeft, readTherapy } from './amount-rules.ts';
import { procedureOf, type BenefitGroup } from './benefit-group.ts';
import {
  readAssistance,
  readCertification,
  readEntitlement,
  readFailure,
  readHomeHealth,
  readHospice,
  readHospicePeriodsUsed,
  readInactivity,
  readKidneyDisease,
} from './benefit-rules.ts';
import type { Facts } from './facts.ts';
import { readHealthPlan, readPartD, readSecondaryPayer } from './plan-rules.ts';

// Each form of EB that the reader knows. What the guides of CMS call it, with lines that have it, is in
// functions/src/testing/eligibility/guide-forms.ts.

export function readBenefit(group: BenefitGroup, facts: Facts): boolean {
  let isRead = false;
  for (const { read } of readByForm.get(group.form) ?? []) isRead = read(group, facts) || isRead;
  return isRead;
}

/** True for a line that is left out on purpose; every other line without a rule is shown to people. */
export const isLeftOut = (group: BenefitGroup): boolean =>
  (leftOutByForm.get(group.form) ?? []).some(({ isMeant }) => isMeant(group));

interface ReadForm {
  /** EB01. */
  forms: readonly string[];
  /** True when it recognized the form and added the fact. */
  read: (group: BenefitGroup, facts: Facts) => boolean;
}

const OTHER_PAYER = ['R', 'U'];

export const readForms = {
  entitlement: { forms: ['1'], read: readEntitlement },
  inactivity: { forms: ['6', '7', '8'], read: readInactivity },
  advantagePlan: { forms: OTHER_PAYER, read: readHealthPlan },
  drugPlan: { forms: OTHER_PAYER, read: readPartD },
  secondaryPayer: { forms: OTHER_PAYER, read: readSecondaryPayer },
  assistance: { forms: ['1', 'A', 'C', ...OTHER_PAYER], read: readAssistance },
  hospice: { forms: ['X'], read: readHospice },
  hospicePeriodsUsed: { forms: ['D'], read: readHospicePeriodsUsed },
  homeHealth: { forms: ['X'], read: readHomeHealth },
  certification: { forms: ['X'], read: readCertification },
  kidneyDisease: { forms: ['D'], read: readKidneyDisease },
  amount: { forms: ['A', 'C'], read: readAmount },
  therapy: { forms: ['D', 'F'], read: readTherapy },
  daysLeft: { forms: ['B', 'F'], read: readDaysLeft },
  lifetimeDays: { forms: ['K'], read: readDaysLeft },
  failure: { forms: ['V'], read: readFailure },
} satisfies Record<string, ReadForm>;

interface LeftOutForm {
  /** EB01. */
  forms: readonly string[];
  isMeant: (group: BenefitGroup) => boolean;
}

/** Plan, home health and hospice: each line about them is read or shown to people. */
const careTypes = new Set(['30', '42', '45']);
const isAboutCare = ({ serviceTypes }: BenefitGroup) => serviceTypes.some((type) => careTypes.has(type));
const isOfMedicare = ({ insurance }: BenefitGroup) => insurance === 'MA' || insurance === 'MB';
const isOfNoPart = ({ insurance }: BenefitGroup) => insurance === '';
const only = (type: string) => (group: BenefitGroup) =>
  group.serviceTypes.length > 0 && group.serviceTypes.every((given) => given === type);
/** Together with the plan, a line lists what a part covers, and says nothing about a hospice or an agency. */
const isListOfPlan = ({ serviceTypes }: BenefitGroup) =>
  serviceTypes.length > 1 && serviceTypes.includes('30');
const isAboutProcedure = ({ eb }: BenefitGroup) => procedureOf(eb) !== undefined;
const hasTime = (time: string) => (group: BenefitGroup) => at(group.eb, 6) === time;
const hasUnit = (unit: string) => (group: BenefitGroup) => at(group.eb, 9) === unit;
const isDailyPrice = (group: BenefitGroup) =>
  group.form === 'B' && group.insurance === 'MA' && hasTime('7')(group);
const saysDaysLeft = ({ rows }: BenefitGroup) => rows.some((row) => row.id === 'HSD' && at(row, 5) === '29');
const saysNothing = (eb: Segment) => eb.elements.slice(5).every((element) => element === '');

/** Forms that decide nothing about the payer or the agency. */
export const leftOutForms = {
  blood: {
    forms: ['C', 'D', 'E', 'F'],
    isMeant: (group) =>
      !isAboutCare(group) && (hasUnit('DB')(group) || (isOfNoPart(group) && only('10')(group))),
  },
  procedure: {
    forms: ['A', 'C', 'D'],
    isMeant: (group) => isOfMedicare(group) && isAboutProcedure(group),
  },
  repeatedEntitlement: {
    forms: ['1'],
    isMeant: (group) => isOfMedicare(group) && (group.serviceTypes.length > 0 || isAboutProcedure(group)),
  },
  coveredServices: {
    forms: ['1'],
    isMeant: (group) =>
      isOfNoPart(group) && group.serviceTypes.length > 0 && (!isAboutCare(group) || isListOfPlan(group)),
  },
  uncoveredServices: {
    forms: ['I'],
    isMeant: (group) => isOfNoPart(group) && group.serviceTypes.length > 0 && !isAboutCare(group),
  },
  dailyPrice: {
    forms: ['B'],
    isMeant: (group) => isDailyPrice(group) && !saysDaysLeft(group),
  },
  lifetimeTotal: {
    forms: ['K'],
    isMeant: (group) => group.insurance !== 'MB' && (hasTime('32')(group) || hasTime('7')(group)),
  },
  other: {
    forms: ['B', 'F', 'I', 'K'],
    isMeant: (group) => isOfMedicare(group) && !saysNothing(group.eb) && !isDailyPrice(group),
  },
} satisfies Record<string, LeftOutForm>;

const readByForm = byForm<ReadForm>(Object.values(readForms));
const leftOutByForm = byForm<LeftOutForm>(Object.values(leftOutForms));

function byForm<F extends { forms: readonly string[] }>(
  all: readonly F[],
): ReadonlyMap<string, readonly F[]> {
  const names = new Set(all.flatMap(({ forms }) => forms));
  return new Map([...names].map((name) => [name, all.filter(({ forms }) => forms.includes(name))]));
}
