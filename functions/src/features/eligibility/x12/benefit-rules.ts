import { allLines, dateOf, datedLines, entitiesOf, messagesOf, type BenefitGroup } from './benefit-group.ts';
import type { DatedLine } from './benefit-group.ts';
import { readAmount, readDaysLeft, readTherapy } from './amount-rules.ts';
import { addDays } from './calendar.ts';
import type { CareProvider, Facts } from './facts.ts';
import { readHealthPlan, readPartD, readSecondaryPayer } from './plan-rules.ts';
import { at, components, repeated, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** True when it knew the form and took the fact. */
type BenefitRule = (group: BenefitGroup, facts: Facts) => boolean;

const otherPayer = [readHealthPlan, readPartD, readSecondaryPayer, readAssistance];

/** By EB01, what the line is; each rule looks at the rest of it. `R` names another payer, `U` does in newer relays. */
const rules = new Map<string, readonly BenefitRule[]>([
  ['1', [readEntitlement, readAssistance]],
  ['6', [readInactivity]],
  ['7', [readInactivity]],
  ['8', [readInactivity]],
  ['R', otherPayer],
  ['U', otherPayer],
  ['X', [readHospice, readHomeHealth, readCertification]],
  ['A', [readAssistance, readAmount]],
  ['C', [readAssistance, readAmount]],
  ['D', [readHospicePeriodsUsed, readKidneyDisease, readTherapy]],
  ['F', [readTherapy, readDaysLeft]],
  ['B', [readDaysLeft]],
  ['K', [readDaysLeft]],
]);

export function readBenefit(group: BenefitGroup, facts: Facts): boolean {
  let isRead = false;
  for (const rule of rules.get(group.form) ?? []) isRead = rule(group, facts) || isRead;
  return isRead;
}

// Maps, because a hostile element such as `constructor` is a key of every object.
const partOf = new Map<string, 'A' | 'B'>([
  ['MA', 'A'],
  ['MB', 'B'],
]);
const assistanceOf = new Map<string, 'QMB' | 'Medicaid'>([
  ['QM', 'QMB'],
  ['MC', 'Medicaid'],
]);
/** Service type 30, or none at all as in the older style `EB*1*IND**MA`. */
function isAboutPlan({ serviceTypes }: BenefitGroup): boolean {
  return serviceTypes.length === 0 || serviceTypes.includes('30');
}

function readEntitlement(group: BenefitGroup, facts: Facts): boolean {
  const part = partOf.get(group.insurance);
  if (!part || !isAboutPlan(group)) return false;
  const lines = datedLines(group, ['291', '307']);
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'active' as const })));
  return true;
}

function readInactivity(group: BenefitGroup, facts: Facts): boolean {
  const insurance = group.insurance;
  const part = insurance === '' ? ('any' as const) : partOf.get(insurance);
  if (!part || !isAboutPlan(group)) return false;
  const lines = datedLines(group, ['307', '291']).map((line) => sinceTheEnd(line, group));
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'inactive' as const })));
  return true;
}

/** Inactive with an end (347) and nothing else: the entitlement ended then, it is not barred until then. */
function sinceTheEnd(line: DatedLine, group: BenefitGroup): DatedLine & { isEnd: boolean } {
  const end = line.period?.from === undefined ? line.period?.to : undefined;
  const isEnd = end !== undefined && dateOf(group, ['347', '349', '357']) === end;
  return isEnd ? { ...line, period: { from: addDays(end, 1) }, isEnd } : { ...line, isEnd };
}

function readHospice(group: BenefitGroup, facts: Facts): boolean {
  if (!group.serviceTypes.includes('45')) return false;
  const providers = providersOf(group);
  const code = messagesOf(group)
    .map((message) => /revocation\D*(\d)/i.exec(message)?.[1])
    .find((digit) => digit !== undefined);
  const isRevoked = code === undefined ? undefined : code !== '0';
  const lines = datedLines(group, ['292']);
  facts.hospice.push(...lines.map((line) => ({ ...line, providers, isRevoked })));
  return true;
}

function providersOf(group: BenefitGroup): CareProvider[] {
  return entitiesOf(group)
    .filter(({ code }) => code === '1P')
    .map(({ name, idKind, id }) => ({
      name,
      npi: idKind === 'SV' ? '' : id,
      providerNumber: idKind === 'SV' ? id : '',
    }));
}

const noProvider: CareProvider = { name: '', npi: '', providerNumber: '' };

function readHospicePeriodsUsed({ eb, serviceTypes }: BenefitGroup, facts: Facts): boolean {
  if (!serviceTypes.includes('45') || at(eb, 9) !== '99') return false;
  const used = Number(at(eb, 10));
  if (at(eb, 10) === '' || !Number.isFinite(used)) return false;
  facts.hospicePeriodsUsed = used;
  return true;
}

function readHomeHealth(group: BenefitGroup, facts: Facts): boolean {
  if (!group.serviceTypes.includes('42')) return false;
  const contractor = entitiesOf(group).find(({ code }) => code === 'PR');
  const provider = providersOf(group).at(-1) ?? noProvider;
  facts.homeHealth.push(
    ...datedLines(group, ['472']).map((line) => ({
      ...line,
      ...(line.period === undefined && !line.isDateUnreadable && { period: billedPeriod(group) }),
      provider,
      contractor: contractor?.name ?? '',
      contractorId: contractor?.id ?? '',
      admittedOn: dateOf(group, ['435']),
      firstBilled: dateOf(group, ['193']),
      lastBilled: dateOf(group, ['194']),
    })),
  );
  return true;
}

const CERTIFICATION_DAYS = 60;

/** With billed dates only: a certification lasts 60 days from the first service, so the period runs at least so long. */
function billedPeriod(group: BenefitGroup): DatedLine['period'] {
  const [first, last] = [dateOf(group, ['193', '194']), dateOf(group, ['194'])];
  if (first === undefined) return undefined;
  const certified = addDays(first, CERTIFICATION_DAYS - 1);
  return { from: first, to: last !== undefined && last > certified ? last : certified };
}

function readCertification(group: BenefitGroup, facts: Facts): boolean {
  if (at(group.eb, 13) === '') return false;
  const [qualifier, code = ''] = components(group.eb, 13);
  if (qualifier !== 'HC' || !['G0179', 'G0180'].includes(code)) return false;
  facts.certifications.push({ code, date: dateOf(group, ['193']), segment: allLines(group) });
  return true;
}

function readKidneyDisease(group: BenefitGroup, facts: Facts): boolean {
  const isRenal = group.serviceTypes.some((type) => type === '14' || type === '15');
  if (!isRenal) return false;
  const [start, transplant] = [dateOf(group, ['356']), dateOf(group, ['096'])];
  facts.kidneyDisease.push({ start, transplant, segment: allLines(group) });
  return true;
}

function readAssistance(group: BenefitGroup, facts: Facts): boolean {
  const kind = assistanceOf.get(group.insurance);
  if (!kind) return false;
  const lines = datedLines(group, ['290', '291', '307']);
  facts.assistance.push(...lines.map((line) => ({ ...line, kind, plan: at(group.eb, 5) })));
  return true;
}

/** The forms of EB that are left out on purpose; every other form no rule reads is shown to people. */
export function isIgnoredForm(eb: Segment): boolean {
  const [form, serviceTypes] = [at(eb, 1), repeated(eb, 3)];
  const isAboutCare = serviceTypes.some((type) => careTypes.has(type));
  if (['MA', 'MB'].includes(at(eb, 4))) return isIgnoredOfMedicare(eb, serviceTypes);
  if (serviceTypes.length === 0 || isAboutCare) return false;
  // What Medicare never covers (dental, long-term care), and that drugs are covered by someone: Part D has its own line.
  if (form === 'I') return true;
  if (form === '1') return serviceTypes.every((type) => type === '88');
  // The three pints of blood a year.
  return ['C', 'E', 'F'].includes(form) && serviceTypes.every((type) => type === '10');
}

/** Plan, home health and hospice: whatever is said about them must be read by someone. */
const careTypes = new Set(['30', '42', '45']);

function isIgnoredOfMedicare(eb: Segment, serviceTypes: string[]): boolean {
  const form = at(eb, 1);
  // Co-payments, limitations, services not covered, reserve days: amounts and counts, no reason to refuse.
  if (['B', 'F', 'I', 'K'].includes(form)) return !saysNothing(eb);
  // Entitlement repeated for a single service type; the line of service type 30 is the one that is read.
  if (form === '1') return serviceTypes.length > 0;
  // When a preventive service is due next.
  return form === 'D' && components(eb, 13)[0] === 'HC';
}

const saysNothing = (eb: Segment) => eb.elements.slice(5).every((element) => element === '');
