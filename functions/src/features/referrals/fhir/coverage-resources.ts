import { type CheckVerdict } from '@handoff/shared/domain/records/check-verdict';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type * as z from 'zod';
import {
  coded,
  conformsTo,
  filled,
  given,
  masked,
  referenceTo,
  resourceId,
  type Resource,
  unknown,
} from './fhir-resource.ts';
import { payerResource } from './people-resources.ts';

export const ExportedCheck = FullPastCheck.pick({
  Id: true,
  CheckedAt: true,
  DateOfService: true,
  Verdict: true,
  FailureMessage: true,
  Label: true,
  isPartBEligible: true,
  Findings: true,
  Coverage: true,
});
export type ExportedCheck = z.infer<typeof ExportedCheck>;

interface Parties {
  patient: Resource;
  agency: Resource;
  mbi: MemberNumber;
}

export function payerCoverages(
  { Id, Payers }: Referral,
  {
    patient,
    memberIds,
  }: Pick<Parties, 'patient'> & { memberIds: readonly (string | undefined)[] | undefined },
): { payers: Resource[]; coverages: Resource[] } {
  const payers = Payers.map(({ Name }, index) => payerResource(`${Id}/payer/${index}`, Name));
  const coverages = Payers.map(({ Name, Plan, MemberId }, index) => ({
    resourceType: 'Coverage',
    id: resourceId('Coverage', `${Id}/${index}`),
    ...conformsTo('coverage'),
    status: 'active',
    ...subscriber({ shown: MemberId, whole: memberIds?.[index] }),
    beneficiary: referenceTo(patient),
    relationship: unknownRelationship,
    payor: payers.slice(index, index + 1).map((payer) => referenceTo(payer, Name)),
    class: Plan === '' ? undefined : [{ type: coded(CLASS, 'plan', 'Plan'), value: Plan, name: Plan }],
    order: index + 1,
  }));
  return { payers, coverages };
}

/** The profile requires a relationship; intake does not ask whose insurance it is. */
const unknownRelationship = coded(
  'http://terminology.hl7.org/CodeSystem/data-absent-reason',
  'unknown',
  'Unknown',
);
const self = coded('http://terminology.hl7.org/CodeSystem/subscriber-relationship', 'self', 'Self');

const CLASS = 'http://terminology.hl7.org/CodeSystem/coverage-class';

interface MemberNumber {
  /** Masked; empty when it is not known. */
  shown: string;
  /** Undefined unless the caller requested full numbers. */
  whole: string | undefined;
}

function subscriber({ shown, whole }: MemberNumber) {
  if (shown === '') return { _subscriberId: unknown };
  return whole === undefined ? { _subscriberId: masked } : { subscriberId: whole };
}

const MEDICARE = 'Medicare';

/** Describes the last inquiry to Medicare and its response, with the coverage that the response is about. */
export function eligibilityResources(check: ExportedCheck, { patient, agency, mbi }: Parties) {
  const insurer = payerResource('medicare', MEDICARE);
  const coverage: Resource = {
    resourceType: 'Coverage',
    id: resourceId('Coverage', check.Id),
    ...conformsTo('coverage'),
    status: 'active',
    ...subscriber(mbi),
    beneficiary: referenceTo(patient),
    relationship: self,
    payor: [referenceTo(insurer, MEDICARE)],
  };
  const asked = {
    status: 'active',
    purpose: ['benefits', 'validation'],
    patient: referenceTo(patient),
    servicedDate: check.DateOfService,
    created: check.CheckedAt,
  };
  const request: Resource = {
    resourceType: 'CoverageEligibilityRequest',
    id: resourceId('CoverageEligibilityRequest', check.Id),
    ...asked,
    provider: referenceTo(agency),
    insurer: referenceTo(insurer, MEDICARE),
    insurance: [{ focal: true, coverage: referenceTo(coverage) }],
  };
  const response: Resource = {
    resourceType: 'CoverageEligibilityResponse',
    id: resourceId('CoverageEligibilityResponse', check.Id),
    // Marks a sandbox response, so that no one mistakes it for Medicare's.
    meta:
      check.Label === null
        ? undefined
        : {
            security: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
                code: 'HTEST',
                display: 'test health data',
              },
            ],
          },
    ...asked,
    requestor: referenceTo(agency),
    request: referenceTo(request),
    outcome: isAnswered(check) ? 'complete' : 'error',
    disposition: disposition(check),
    insurer: referenceTo(insurer, MEDICARE),
    insurance: isAnswered(check)
      ? [
          {
            coverage: referenceTo(coverage),
            inforce: check.isPartBEligible,
            item: filled(benefits(check.Coverage)),
          },
        ]
      : undefined,
    error: check.FailureMessage ? [{ code: { text: check.FailureMessage } }] : undefined,
  };
  return { response, supporting: [insurer, coverage, request] };
}

const isAnswered = ({ Verdict }: ExportedCheck) => Verdict !== 'notCompleted' && Verdict !== 'wrongInput';

const verdicts: Record<CheckVerdict, string> = {
  eligible: 'Eligible.',
  issues: 'Eligible with issues.',
  notEligible: 'Not eligible.',
  wrongInput: 'The payer did not accept the input.',
  notCompleted: 'The check was not completed.',
};

const disposition = ({ Label, Verdict, Findings }: ExportedCheck) =>
  [...(Label === null ? [] : [`${Label}.`]), verdicts[Verdict], ...Findings.map(({ Text }) => Text)]
    .filter((text) => text !== '')
    .join(' ');

const BENEFIT = 'http://terminology.hl7.org/CodeSystem/ex-benefitcategory';
const wholePlan = coded(BENEFIT, '30', 'Health Benefit Plan Coverage');

function benefits(coverage: ExportedCheck['Coverage']) {
  if (!coverage) return [];
  const plans = coverage.MedicareAdvantage.filter(({ IsActive }) => IsActive).map((plan) => ({
    category: wholePlan,
    excluded: false,
    name: given(plan.Name) ?? 'Medicare Advantage',
    description: ['Medicare Advantage', plan.Organization, `${plan.ContractId} ${plan.PlanId}`.trim()]
      .filter((text) => text !== '')
      .join(', '),
  }));
  return [part('Medicare Part A', coverage.PartA), part('Medicare Part B', coverage.PartB), ...plans];
}

const part = (name: string, { Status }: { Status: string }) => ({
  category: wholePlan,
  excluded: Status !== 'active',
  name,
  description: `${name}: ${Status}`,
});
