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
      (/^[HRE]\d{4}$/.test(contractOf(group).ContractId) || billOptionOf(group) !== ''));
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
  const TypeCode = group.insurance;
  const Type = secondaryPayerTypes.get(TypeCode);
  if (!Type || isDrugsOnly(group)) return false;
  const { name, address } = payerOf(group);
  const Policy = referenceOf(group, 'IG').value;
  const said = { TypeCode, Type, Name: name, Policy, Address: address };
  facts.secondaryPayers.push(...datedLines(group, ['290']).map((line) => ({ ...line, ...said })));
  return true;
}

function isDrugsOnly({ serviceTypes }: BenefitGroup): boolean {
  return serviceTypes.includes(DRUGS) && !serviceTypes.includes('30');
}

function plansOf(group: BenefitGroup, qualifiers: readonly string[]): HealthPlan[] {
  const payer = payerOf(group);
  const contract = contractOf(group);
  const option = billOptionOf(group);
  const plan = {
    ...contract,
    Name: contract.Name || payer.name,
    Organization: payer.name,
    Type: group.insurance,
    Phone: payer.phone,
    Website: payer.website,
    Address: payer.address,
    BillOption: option,
    BillOptionText: billOptions.get(option) ?? option,
  };
  return datedLines(group, qualifiers).map((line) => ({ ...line, ...plan }));
}

/** Options that no source explains are shown unchanged. */
const billOptions = new Map([
  ['C', 'The plan processes all claims'],
  ['A', 'Medicare may process claims: ask the plan'],
  ['1', 'Medicare may process claims: ask the plan'],
]);

/** `REF*18*H5521 042` or `H5521042`, or `REF*18*H2001` with the plan and its name in `REF*N6`. */
function contractOf(group: BenefitGroup): Pick<HealthPlan, 'ContractId' | 'PlanId' | 'Name'> {
  const given = referenceOf(group, '18').value.toUpperCase();
  const [, ContractId = given, planInSame = ''] = /^([A-Z]\d{4})[\s-]*(\d{3})?$/.exec(given) ?? [];
  const plan = referenceOf(group, 'N6');
  return { ContractId, PlanId: plan.value || planInSame, Name: plan.text };
}

function payerOf(group: BenefitGroup) {
  const entities = entitiesOf(group);
  const named = (kind: string) => entities.find(({ code }) => code === kind);
  return named('PRP') ?? named('PR') ?? { name: '', phone: '', website: '', address: '' };
}
