import { maskMbi, maskMbisIn } from '@handoff/shared/domain/person/identifiers';
import type { DatedLine } from '../x12/benefit-group.ts';
import { hospiceInCharge, isOurs } from './care-findings.ts';
import { coversDate, type Case } from './case.ts';
import { answeredPeriod } from './answer-for.ts';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { Amount, CareProvider, HealthPlan, HomeHealthPeriod } from '../x12/facts.ts';
import type { PartVerdict } from './part-verdict.ts';
import { contractedPayer, listedPlan } from './plan-findings.ts';
import { secondaryPayerTypes } from '../x12/plan-rules.ts';
import type { Coverage, EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/result';

/** Converts the facts to the form in which a check returns them. */
export function coverageOf(judged: Case, parts: { partA: PartVerdict; partB: PartVerdict }): Coverage {
  const { facts } = judged;
  const dates = (line: DatedLine) => datesOf(line, judged);
  return {
    PartA: partOf(parts.partA, judged),
    PartB: partOf(parts.partB, judged),
    MedicareAdvantage: facts.medicareAdvantage.map((plan) => planOf(plan, judged)),
    PartD: facts.partD.map((plan) => planOf(plan, judged)),
    SecondaryPayers: facts.secondaryPayers.map((payer) => ({
      TypeCode: payer.type,
      Type: secondaryPayerTypes.get(payer.type) ?? payer.type,
      Name: payer.name,
      Policy: payer.policy,
      Address: payer.address,
      ...dates(payer),
    })),
    Hospice: facts.hospice.map((hospice) => ({
      Npi: hospiceInCharge(hospice)?.npi ?? '',
      IsOwn: isOurs(hospiceInCharge(hospice)?.npi ?? '', judged),
      Providers: hospice.providers.map(providerOf),
      IsRevoked: hospice.isRevoked ?? null,
      ...dates(hospice),
    })),
    HospicePeriodsUsed: facts.hospicePeriodsUsed ?? null,
    HomeHealth: facts.homeHealth.map((period) => ({
      Npi: period.provider.npi,
      ProviderNumber: period.provider.providerNumber,
      IsOwn: isOurs(period.provider.npi, judged),
      Agency: period.provider.name,
      Contractor: period.contractor,
      ContractorId: period.contractorId,
      AdmittedOn: period.admittedOn ?? null,
      FirstBilled: period.firstBilled ?? null,
      LastBilled: period.lastBilled ?? null,
      ...dates(period),
    })),
    HomeHealthTiming: homeHealthTiming(judged),
    Certifications: facts.certifications.map(({ code, date, segment }) => ({
      Code: code,
      Text: certificationTexts.get(code) ?? 'Home health certification or recertification',
      Date: date ?? null,
      ...linesOf(segment),
    })),
    KidneyDisease: facts.kidneyDisease.map(({ start, transplant, segment }) => ({
      Start: start ?? null,
      Transplant: transplant ?? null,
      ...linesOf(segment),
    })),
    Assistance: facts.assistance.map((line) => ({ Kind: line.kind, Plan: line.plan, ...dates(line) })),
    Deductibles: facts.amounts.map((amount) => ({
      Part: amount.part,
      ServiceTypes: amount.serviceTypes,
      Kind: amountKind(amount),
      Amount: amount.amount || amount.percent,
      ...dates(amount),
    })),
    Therapy: facts.therapy.map((therapy) => ({
      Kind: therapy.kind,
      State: therapy.state,
      Amount: therapy.amount,
      ...dates(therapy),
    })),
    DaysLeft: facts.daysLeft.map(({ care, kind, days, perDay, ...line }) => ({
      Care: care,
      Kind: kind,
      Days: days,
      PerDay: perDay,
      ...dates(line),
    })),
  };
}

const certificationTexts = new Map([
  ['G0179', 'Home health recertification'],
  ['G0180', 'Home health certification'],
]);

const providerOf = ({ npi, providerNumber, name }: CareProvider) => ({
  Npi: npi,
  ProviderNumber: providerNumber,
  Name: name,
});

export function beneficiaryOf({ facts }: Case): EligibilityBeneficiary {
  const { beneficiary, death } = facts;
  return {
    FirstName: beneficiary.firstName,
    MiddleName: beneficiary.middleName,
    LastName: beneficiary.lastName,
    DateOfBirth: beneficiary.birthDate ?? null,
    Gender: beneficiary.gender,
    Address: beneficiary.address,
    Mbi: maskMbi(beneficiary.mbi),
    DateOfDeath: death?.date ?? null,
  };
}

function datesOf(line: DatedLine, { inquiry }: Case) {
  return {
    From: line.period?.from ?? null,
    To: line.period?.to ?? null,
    DatesGiven: line.period !== undefined,
    IsActive: coversDate(line, inquiry.dateOfService),
    ...linesOf(line.segment),
  };
}

const linesOf = (segment: string) => (segment === '' ? {} : { Segment: maskMbisIn(segment) });

function partOf(verdict: PartVerdict, judged: Case): Coverage['PartA'] {
  const denied = verdict.denied.map(({ segment }) => segment).join('~');
  return {
    Status: verdict.barred.length > 0 ? 'barred' : verdict.state,
    Periods: [...verdict.active, ...verdict.otherwise].map((line) => datesOf(line, judged)),
    Barred: verdict.barred.map((line) => datesOf(line, judged)),
    ...(denied !== '' && { Denied: maskMbisIn(denied) }),
  };
}

function planOf(plan: HealthPlan, judged: Case): Coverage['PartD'][number] {
  const listed = listedPlan(plan, judged.settings);
  return {
    Name: listed?.Name ?? plan.name,
    Kind: listed?.Kind ?? '',
    Organization: plan.organization,
    Type: plan.type,
    ContractId: plan.contractId,
    PlanId: plan.planId,
    Phone: plan.phone || (listed?.Phone ?? ''),
    Website: plan.website,
    Address: plan.address,
    BillOption: plan.billOption,
    BillOptionText: billOptions.get(plan.billOption) ?? plan.billOption,
    ContractedPayer: contractedPayer(plan, judged.settings) ?? null,
    ...datesOf(plan, judged),
  };
}

/** Options that no source explains are shown unchanged. */
const billOptions = new Map([
  ['C', 'The plan processes all claims'],
  ['A', 'Medicare may process claims: ask the plan'],
  ['1', 'Medicare may process claims: ask the plan'],
]);

const GAP_DAYS = 60;

/** Late when home health ended at most 60 days before (42 CFR 484.202). Early only if the answer looks back that far. */
function homeHealthTiming({ facts, inquiry }: Case): Coverage['HomeHealthTiming'] {
  const day = inquiry.dateOfService;
  const since = addDays(day, -GAP_DAYS);
  const isBefore = ({ period }: HomeHealthPeriod) =>
    period !== undefined && (period.from ?? '') < day && (period.to === undefined || period.to >= since);
  if (facts.homeHealth.some(isBefore)) return 'late';
  const from = answeredPeriod(facts)?.from;
  return from !== undefined && from <= since ? 'early' : null;
}

function amountKind({ kind, timeQualifier }: Amount): Coverage['Deductibles'][number]['Kind'] {
  if (kind === 'coinsurance') return 'coinsurance';
  // Code 23 is the year, 26 the spell of illness of Part A.
  if (timeQualifier === '23' || timeQualifier === '26') return 'total';
  return timeQualifier === '29' ? 'left' : 'other';
}
