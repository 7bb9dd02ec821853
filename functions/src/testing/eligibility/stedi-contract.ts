import { isServiceType } from '@handoff/shared/domain/eligibility/agency-settings';
import * as z from 'zod';

// Rules of Stedi's OpenAPI document (2024-04-01, EligibilityCheck) for a check of Medicare.

const date = z.string().regex(/^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/);
const named = (most: number) => z.string().min(1).max(most);
/** Reserved for X12's delimiters: Stedi refuses them anywhere. */
const withoutDelimiters = (text: string) => !/[~*:^]/.test(text);

const Encounter = z
  .strictObject({
    dateOfService: date.optional(),
    beginningDateOfService: date.optional(),
    endDateOfService: date.optional(),
    serviceTypeCodes: z.array(z.string().refine(isServiceType)).min(1).max(99).optional(),
  })
  .refine(
    ({ beginningDateOfService, endDateOfService }) =>
      (beginningDateOfService === undefined) === (endDateOfService === undefined),
    'a range has two ends',
  )
  .refine(
    ({ dateOfService, beginningDateOfService }) =>
      dateOfService === undefined || beginningDateOfService === undefined,
    'a single date or a range',
  );

export const EligibilityCheck = z.strictObject({
  controlNumber: z.string().length(9).optional(),
  tradingPartnerServiceId: named(80),
  tradingPartnerName: named(60).optional(),
  externalPatientId: z.string().max(36).optional(),
  provider: z.strictObject({
    organizationName: named(60).refine(withoutDelimiters),
    npi: z.string().regex(/^\d{10}$/),
  }),
  subscriber: z.strictObject({
    memberId: z
      .string()
      .min(2)
      .max(80)
      .regex(/^[A-Za-z0-9- ]+$/)
      .optional(),
    ssn: z
      .string()
      .regex(/^\d{9}$/)
      .optional(),
    address: z.strictObject({ state: z.string().length(2) }).optional(),
    firstName: named(35).refine(withoutDelimiters),
    lastName: named(60).refine(withoutDelimiters),
    dateOfBirth: date,
  }),
  encounter: Encounter.optional(),
});

/** Builds a body as Stedi documents it, around the payer's X12. */
export const documented = (x12: string | undefined, more: object = {}) => ({
  ...(x12 !== undefined && { x12 }),
  id: 'ec_0190c3a2-0000-7000-8000-000000000000',
  meta: { applicationMode: 'production', traceId: '01J' },
  controlNumber: '123456789',
  errors: [],
  warnings: [],
  planStatus: [{ statusCode: '1', status: 'Active Coverage' }],
  ...more,
});

/** Extra fields that "MBI lookup" needs: the SSN, or the state. */
const needed = new Map<string, 'ssn' | 'address'>([
  ['MBILU', 'ssn'],
  ['MBILUNOSSN', 'address'],
]);

const Checked = EligibilityCheck.superRefine(({ tradingPartnerServiceId: payer, subscriber }, context) => {
  const field = needed.get(payer) ?? 'memberId';
  if (subscriber[field] === undefined)
    context.addIssue({ code: 'custom', path: ['subscriber', field], message: `required for ${payer}` });
});

/** Returns Stedi's answer to a request that it refuses; undefined when it accepts it. */
export function refusalOf(body: unknown): { status: number; body: object } | undefined {
  const checked = Checked.safeParse(body);
  if (checked.success) return undefined;
  const fieldList = checked.error.issues.map(({ path, message }) => ({
    path: `/${path.map(String).join('/')}`,
    message,
  }));
  const message = `${fieldList.length} validation error${fieldList.length === 1 ? '' : 's'} detected.`;
  return { status: 400, body: { message, fieldList } };
}
