import { allLines, dateOf, datedLines, entitiesOf, messagesOf, type BenefitGroup } from './benefit-group.ts';
import type { Facts } from './facts.ts';
import { readHealthPlan, readPartD, readSecondaryPayer } from './plan-rules.ts';
import { at, components } from '@handoff/shared/domain/eligibility/x12';

/** True when it knew the form and took the fact. */
type BenefitRule = (group: BenefitGroup, facts: Facts) => boolean;

const rules: readonly BenefitRule[] = [
  readEntitlement,
  readInactivity,
  readHealthPlan,
  readPartD,
  readSecondaryPayer,
  readHospice,
  readHospicePeriodsUsed,
  readHomeHealth,
  readCertification,
  readKidneyDisease,
  readAssistance,
  readAmount,
];

export function readBenefit(group: BenefitGroup, facts: Facts): boolean {
  return rules.filter((rule) => rule(group, facts)).length > 0;
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
const amountOf = new Map<string, 'coinsurance' | 'deductible'>([
  ['A', 'coinsurance'],
  ['C', 'deductible'],
]);

/** Service type 30, or none at all as in the older style `EB*1*IND**MA`. */
function isAboutPlan({ serviceTypes }: BenefitGroup): boolean {
  return serviceTypes.length === 0 || serviceTypes.includes('30');
}

function readEntitlement(group: BenefitGroup, facts: Facts): boolean {
  const part = partOf.get(at(group.eb, 4));
  if (at(group.eb, 1) !== '1' || !part || !isAboutPlan(group)) return false;
  const lines = datedLines(group, ['291', '307']);
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'active' as const })));
  return true;
}

function readInactivity(group: BenefitGroup, facts: Facts): boolean {
  const insurance = at(group.eb, 4);
  const part = insurance === '' ? ('any' as const) : partOf.get(insurance);
  if (!['6', '7', '8'].includes(at(group.eb, 1)) || !part || !isAboutPlan(group)) return false;
  const lines = datedLines(group, ['307', '291']);
  facts.entitlements.push(...lines.map((line) => ({ ...line, part, status: 'inactive' as const })));
  return true;
}

function readHospice(group: BenefitGroup, facts: Facts): boolean {
  if (at(group.eb, 1) !== 'X' || !group.serviceTypes.includes('45')) return false;
  const provider = entitiesOf(group).find(({ code }) => code === '1P');
  const code = messagesOf(group)
    .map((message) => /revocation\D*(\d)/i.exec(message)?.[1])
    .find((digit) => digit !== undefined);
  const isRevoked = code === undefined ? undefined : code !== '0';
  const lines = datedLines(group, ['292']);
  facts.hospice.push(...lines.map((line) => ({ ...line, npi: provider?.id ?? '', isRevoked })));
  return true;
}

function readHospicePeriodsUsed({ eb, serviceTypes }: BenefitGroup, facts: Facts): boolean {
  if (at(eb, 1) !== 'D' || !serviceTypes.includes('45') || at(eb, 9) !== '99') return false;
  const used = Number(at(eb, 10));
  if (at(eb, 10) === '' || !Number.isFinite(used)) return false;
  facts.hospicePeriodsUsed = used;
  return true;
}

function readHomeHealth(group: BenefitGroup, facts: Facts): boolean {
  if (at(group.eb, 1) !== 'X' || !group.serviceTypes.includes('42')) return false;
  const entities = entitiesOf(group);
  const agency = entities.find(({ code }) => code === '1P');
  const contractor = entities.find(({ code }) => code === 'PR');
  facts.homeHealth.push(
    ...datedLines(group, ['472']).map((line) => ({
      ...line,
      npi: agency?.id ?? '',
      agency: agency?.name ?? '',
      contractor: contractor?.name ?? '',
      contractorId: contractor?.id ?? '',
      firstBilled: dateOf(group, ['193']),
      lastBilled: dateOf(group, ['194']),
    })),
  );
  return true;
}

function readCertification(group: BenefitGroup, facts: Facts): boolean {
  const [qualifier, code = ''] = components(group.eb, 13);
  if (at(group.eb, 1) !== 'X' || qualifier !== 'HC' || !['G0179', 'G0180'].includes(code)) return false;
  facts.certifications.push({ code, date: dateOf(group, ['193']), segment: allLines(group) });
  return true;
}

function readKidneyDisease(group: BenefitGroup, facts: Facts): boolean {
  const isRenal = group.serviceTypes.some((type) => type === '14' || type === '15');
  if (at(group.eb, 1) !== 'D' || !isRenal) return false;
  const [start, transplant] = [dateOf(group, ['356']), dateOf(group, ['096'])];
  facts.kidneyDisease.push({ start, transplant, segment: allLines(group) });
  return true;
}

function readAssistance(group: BenefitGroup, facts: Facts): boolean {
  const kind = assistanceOf.get(at(group.eb, 4));
  if (!kind || !['R', 'U', '1', 'A', 'C'].includes(at(group.eb, 1))) return false;
  const lines = datedLines(group, ['290', '291', '307']);
  facts.assistance.push(...lines.map((line) => ({ ...line, kind, plan: at(group.eb, 5) })));
  return true;
}

function readAmount(group: BenefitGroup, facts: Facts): boolean {
  const { eb, serviceTypes } = group;
  const kind = amountOf.get(at(eb, 1));
  const [part, amount, percent] = [partOf.get(at(eb, 4)), at(eb, 7), at(eb, 8)];
  if (!kind || !part || (amount === '' && percent === '')) return false;
  const timeQualifier = at(eb, 6);
  const lines = datedLines(group, ['291', '292']);
  facts.amounts.push(
    ...lines.map((line) => ({
      ...line,
      kind,
      part,
      serviceTypes: [...serviceTypes],
      timeQualifier,
      amount,
      percent,
    })),
  );
  return true;
}
