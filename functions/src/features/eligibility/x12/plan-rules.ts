import { datedLines, entitiesOf, messagesOf, referenceOf, type BenefitGroup } from './benefit-group.ts';
import type { Facts, HealthPlan } from './facts.ts';

const advantageTypes = new Set(['HM', 'HN', 'IN', 'PR', 'PS']);

/** Insurance types of payers that pay before Medicare (X12 element 1336, as Stedi's OpenAPI lists them). */
export const secondaryPayerTypes = new Map(
  Object.entries({
    '12': 'Working aged: employer plan',
    '13': 'ESRD: employer plan',
    '14': 'No-fault or auto insurance',
    '15': "Workers' compensation",
    '16': 'Public health or federal agency',
    '41': 'Black lung program',
    '42': "Veterans' Affairs",
    '43': 'Disabled: large group plan',
    '47': 'Other liability insurance',
    WC: "Workers' compensation",
  }),
);

const DRUGS = '88';

/** A plan is Medicare Advantage by its type, by a contract letter that only such plans have, or by its bill option. */
export function readHealthPlan(group: BenefitGroup, facts: Facts): boolean {
  if (isDrugsOnly(group)) return false;
  const type = group.insurance;
  const isPlan =
    advantageTypes.has(type) ||
    (!secondaryPayerTypes.has(type) &&
      (/^[HRE]\d{4}$/.test(contractOf(group).contractId) || billOptionOf(group) !== ''));
  if (!isPlan) return false;
  facts.medicareAdvantage.push(...plansOf(group, ['290']));
  return true;
}

const billOptionOf = (group: BenefitGroup): string =>
  messagesOf(group)
    .map((message) => /bill option code\W*(\w)/i.exec(message)?.[1])
    .find((code) => code !== undefined) ?? '';

/** Service type 88 decides, not the letter of the contract: a combined plan's drug line carries H####. */
export function readPartD(group: BenefitGroup, facts: Facts): boolean {
  if (!group.serviceTypes.includes(DRUGS)) return false;
  facts.partD.push(...plansOf(group, ['292', '290']));
  return true;
}

export function readSecondaryPayer(group: BenefitGroup, facts: Facts): boolean {
  const type = group.insurance;
  if (!secondaryPayerTypes.has(type) || isDrugsOnly(group)) return false;
  const payer = payerOf(group);
  facts.secondaryPayers.push(
    ...datedLines(group, ['290']).map((line) => ({
      ...line,
      type,
      name: payer?.name ?? '',
      policy: referenceOf(group, 'IG').value,
      address: payer?.address ?? '',
    })),
  );
  return true;
}

function isDrugsOnly({ serviceTypes }: BenefitGroup): boolean {
  return serviceTypes.includes(DRUGS) && !serviceTypes.includes('30');
}

function plansOf(group: BenefitGroup, qualifiers: readonly string[]): HealthPlan[] {
  const payer = payerOf(group);
  const contract = contractOf(group);
  const plan = {
    ...contract,
    name: contract.name || (payer?.name ?? ''),
    type: group.insurance,
    organization: payer?.name ?? '',
    billOption: billOptionOf(group),
    phone: payer?.phone ?? '',
    website: payer?.website ?? '',
    address: payer?.address ?? '',
  };
  return datedLines(group, qualifiers).map((line) => ({ ...line, ...plan }));
}

/** `REF*18*H5521 042` or `H5521042`, or `REF*18*H2001` with the plan and its name in `REF*N6`. */
function contractOf(group: BenefitGroup): { contractId: string; planId: string; name: string } {
  const given = referenceOf(group, '18').value.toUpperCase();
  const [, contractId = given, planInSame = ''] = /^([A-Z]\d{4})[\s-]*(\d{3})?$/.exec(given) ?? [];
  const plan = referenceOf(group, 'N6');
  return { contractId, planId: plan.value || planInSame, name: plan.text };
}

function payerOf(group: BenefitGroup) {
  const entities = entitiesOf(group);
  return entities.find(({ code }) => code === 'PRP') ?? entities.find(({ code }) => code === 'PR');
}
