import { maskMbi, maskMbisIn } from '@handoff/shared/domain/person/identifiers';
import type { DatedLine } from '../x12/benefit-group.ts';
import { isOurs } from './care-findings.ts';
import { coversDate, type Case } from './case.ts';
import type { Amount, HealthPlan } from '../x12/facts.ts';
import type { PartVerdict } from './part-verdict.ts';
import { contractedPayer } from './plan-findings.ts';
import { secondaryPayerTypes } from '../x12/plan-rules.ts';
import type { Coverage, EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/result';

/** The facts as the answer of the check shows them. */
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
      Npi: hospice.npi,
      IsOwn: isOurs(hospice.npi, judged),
      IsRevoked: hospice.isRevoked ?? null,
      ...dates(hospice),
    })),
    HospicePeriodsUsed: facts.hospicePeriodsUsed ?? null,
    HomeHealth: facts.homeHealth.map((period) => ({
      Npi: period.npi,
      IsOwn: isOurs(period.npi, judged),
      Agency: period.agency,
      Contractor: period.contractor,
      ContractorId: period.contractorId,
      FirstBilled: period.firstBilled ?? null,
      LastBilled: period.lastBilled ?? null,
      ...dates(period),
    })),
    Certifications: facts.certifications.map(({ code, date, segment }) => ({
      Code: code,
      Text: code === 'G0179' ? 'Home health recertification' : 'Home health certification',
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
  };
}

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
  return {
    Name: plan.name,
    Organization: plan.organization,
    Type: plan.type,
    ContractId: plan.contractId,
    PlanId: plan.planId,
    Phone: plan.phone,
    Website: plan.website,
    Address: plan.address,
    BillOption: plan.billOption,
    // The other options were not established: they are shown as they came.
    BillOptionText: plan.billOption === 'C' ? 'The plan processes all claims' : plan.billOption,
    ContractedPayer: contractedPayer(plan.contractId, judged.settings) ?? null,
    ...datesOf(plan, judged),
  };
}

function amountKind({ kind, timeQualifier }: Amount): Coverage['Deductibles'][number]['Kind'] {
  if (kind === 'coinsurance') return 'coinsurance';
  if (timeQualifier === '23') return 'total';
  return timeQualifier === '29' ? 'left' : 'other';
}
