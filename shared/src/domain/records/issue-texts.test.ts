import { expect, test } from 'vitest';
import * as z from 'zod';
import { api, everyEndpoint } from '../../contract/api.ts';
import { NewBusinessDomain } from '../agency/business-domain.ts';
import { NewReferral } from '../referral/referral.ts';

const library = /^Invalid|^Too (?:big|small)|^Unrecognized|expected/;
const wrong: unknown[] = [
  undefined,
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'x'.repeat(20_000),
  {},
  [],
  Array.from({ length: 3_000 }, () => 0),
  { Surplus: 1 },
];

/** Yields wrong values for the schema itself, for every field, and for every field of the entries of its lists. */
function* wrongValues(schema: unknown): Generator {
  yield* wrong;
  if (schema instanceof z.ZodArray) for (const value of wrongValues(schema.element)) yield [value];
  if (!(schema instanceof z.ZodObject)) return;
  for (const [name, field] of Object.entries(schema.shape))
    for (const value of wrongValues(field)) yield { [name]: value };
}

const schemas = everyEndpoint().flatMap(({ area, call, endpoint }) =>
  [
    endpoint.params,
    endpoint.query,
    'body' in endpoint ? endpoint.body : undefined,
    'upload' in endpoint ? endpoint.upload?.fields : undefined,
  ].flatMap((schema) => (schema ? [{ name: `${area}.${call}`, schema }] : [])),
);

test.each(schemas)('$name refuses with our own texts', ({ schema }) => {
  const messages = [...wrongValues(schema instanceof z.ZodPipe ? schema.in : schema)].flatMap(
    (value) => z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [],
  );
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter((message) => library.test(message))).toEqual([]);
});

const firstText = (schema: z.ZodType, value: unknown, name: string) =>
  z.safeParse(schema, value).error?.issues.find(({ path }) => path.join('.') === name)?.message;

test('a form says how long a name may be, and how many hours are allowed', () => {
  expect(Object.keys(api)).toContain('referrals');
  const long = { Patient: { FirstName: 'x'.repeat(68) } };
  expect(firstText(NewReferral, long, 'Patient.FirstName')).toBe('Use 60 characters or fewer (this has 68)');
  const hours = { ResponseHours: 200 };
  expect(firstText(NewBusinessDomain, hours, 'ResponseHours')).toBe('Enter 1 to 168 hours');
});
