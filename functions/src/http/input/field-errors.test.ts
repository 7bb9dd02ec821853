import { everyEndpoint } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { parseWith } from './field-errors.ts';

const address = z.strictObject({ City: z.string().min(1), Zip: z.string().regex(/^\d{5}$/) });

function refusalOf(schema: z.ZodType, value: unknown): unknown {
  try {
    return { parsed: parseWith(schema, value) };
  } catch (error) {
    const { message, details } = z
      .object({
        code: z.literal('invalid_request'),
        message: z.string(),
        details: z.object({ fields: z.record(z.string(), z.string()) }),
      })
      .parse(Object(error));
    return [message, details.fields];
  }
}

test('a valid value is returned as its schema transforms it', () => {
  const schema = z.object({ Count: z.coerce.number().default(1) });
  expect([parseWith(schema, {}), parseWith(schema, { Count: '3' })]).toEqual([{ Count: 1 }, { Count: 3 }]);
});

test.each<[string, z.ZodType, unknown, string]>([
  ['a text', z.string(), 1, 'Enter a text'],
  ['a number', z.number(), '1', 'Enter a number'],
  ['a whole number', z.int(), 1.5, 'Enter a whole number'],
  ['true or false', z.boolean(), 'yes', 'Choose true or false'],
  ['a list', z.array(z.string()), 'a', 'Send a list'],
  ['an object, with its fields', address, 'a', 'Send an object with City, Zip'],
  ['an object of no known fields', z.record(z.string(), z.string()), 'a', 'Send an object'],
  ['one value', z.literal('yes'), 'no', 'Enter yes'],
  ['one of some', z.enum(['yes', 'no']), 'maybe', 'Choose one of yes, no'],
  ['a text not longer', z.string().max(3), 'four', 'Use 3 characters or fewer (this has 4)'],
  ['a text not shorter', z.string().min(3), 'a', 'Use 3 characters or more (this has 1)'],
  ['a list not longer', z.array(z.string()).max(1), ['a', 'b'], 'Use 1 entry or fewer (this has 2)'],
  ['a list not shorter', z.array(z.string()).min(2), ['a'], 'Use 2 entries or more (this has 1)'],
  ['a number not larger', z.number().max(168), 169, 'Enter 168 or less'],
  ['a number not smaller', z.number().min(3), 2, 'Enter 3 or more'],
  ['a number above', z.number().positive(), 0, 'Enter more than 0'],
  ['a number below', z.number().lt(3), 3, 'Enter less than 3'],
  ['a date', z.iso.date(), '31.1.2026', 'Enter a date, as 2026-01-31'],
  ['a time', z.iso.datetime(), 'noon', 'Enter a time in UTC, as 2026-01-31T15:00:00Z'],
  ['a UUID', z.uuid(), '1', 'Enter a UUID'],
  ['any UUID', z.guid(), '1', 'Enter a UUID'],
  ['an e-mail address', z.email(), 'ana', 'Enter an e-mail address'],
  ['of another form', z.string().regex(/^a/), 'b', 'Use one of the documented forms'],
  ['of the last of several forms', z.union([z.literal(''), z.int()]), 'c', 'Enter a number'],
  ['a multiple', z.number().multipleOf(5), 4, 'Enter a multiple of 5'],
])('a field must be %s', (_case, schema, value, text) => {
  expect(refusalOf(z.object({ Name: schema }), { Name: value })).toEqual([`Name: ${text}`, { Name: text }]);
});

test('missing and empty fields are named', () => {
  const schema = z.object({ Address: address });
  expect(refusalOf(schema, { Address: { Zip: '06510' } })).toEqual([
    'Address.City is missing',
    { 'Address.City': 'Address.City is missing' },
  ]);
  expect(refusalOf(schema, { Address: { City: '', Zip: '06510' } })).toEqual([
    'Address.City: This is empty',
    { 'Address.City': 'This is empty' },
  ]);
});

test('a problem with the body itself names the body', () => {
  expect(refusalOf(address, undefined)).toEqual(['The body is missing', { '': 'The body is missing' }]);
  expect(refusalOf(z.string(), 1)).toEqual(['Enter a text', { '': 'Enter a text' }]);
});

test('an unknown field is named with its path and the likely name', () => {
  const schema = z.object({ Address: address });
  const sent = { Address: { City: 'A', Zip: '06510', zip: '1', Country: 'US' } };
  const meant = 'Address.zip is not a field of this call, did you mean Zip?';
  const unknown = 'Address.Country is not a field of this call';
  expect(refusalOf(schema, sent)).toEqual([
    `${meant}; ${unknown}`,
    { 'Address.zip': meant, 'Address.Country': unknown },
  ]);
});

test("a schema's own message appears under its field, and with its name among others", () => {
  const schema = z.object({
    EndsOn: z.string().refine(() => false, 'Choose a later day'),
    Zip: z.string().refine(() => false, 'Zip has five digits'),
  });
  expect(refusalOf(schema, { EndsOn: 'a', Zip: 'b' })).toEqual([
    'EndsOn: Choose a later day; Zip has five digits',
    { EndsOn: 'Choose a later day', Zip: 'Zip has five digits' },
  ]);
});

test('a message about the body itself needs no field name', () => {
  const schema = z.object({}).refine(() => false, 'Send one of the two');
  expect(refusalOf(schema, {})).toEqual(['Send one of the two', { '': 'Send one of the two' }]);
});

test('a field shows its first message', () => {
  const schema = z.string().min(3, 'Too short').regex(/^\d+$/, 'Only digits');
  expect(refusalOf(z.object({ Zip: schema }), { Zip: 'a' })).toEqual([
    'Zip: Too short; Zip: Only digits',
    { Zip: 'Too short' },
  ]);
});

const isMissing = (name: string) => `${name} is missing`;

test('the message has at most five different sentences, and all fields are listed', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const missing = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  expect(refusalOf(missing, {})).toEqual([
    names.slice(0, 5).map(isMissing).join('; '),
    Object.fromEntries(names.map((name) => [name, isMissing(name)])),
  ]);
  const both = z.object({ A: z.string(), B: z.string() }).superRefine((_value, context) => {
    for (const path of [['A'], ['B']]) context.addIssue({ code: 'custom', path, message: 'A or B' });
  });
  expect(refusalOf(both, { A: '', B: '' })).toEqual(['A or B', { A: 'A or B', B: 'A or B' }]);
});

test('sent values are never repeated, since they may be a patient’s', () => {
  const said = refusalOf(z.object({ Name: z.enum(['a']), Born: z.iso.date() }), {
    Name: 'Pat Sample',
    Born: 'March 1948',
  });
  expect(JSON.stringify(said)).not.toMatch(/Pat|March/);
});

const bodies = everyEndpoint().flatMap(({ endpoint }) =>
  'body' in endpoint && endpoint.body ? [{ path: endpoint.path, schema: endpoint.body }] : [],
);
test.each(bodies)('$path: each missing field is named', ({ schema }) => {
  const empty = withoutFields(z.toJSONSchema(schema, { io: 'input' }));
  let fields: unknown = {};
  try {
    parseWith(schema, empty);
  } catch (error) {
    fields = z.object({ details: z.object({ fields: z.unknown() }) }).parse(error).details.fields;
  }
  const others = Object.values(z.record(z.string(), z.string()).parse(fields));
  expect(others.filter((text) => !text.includes(' is missing'))).toEqual([]);
});

/** Returns the required objects of a schema, without other fields. */
function withoutFields({ type, properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): unknown {
  if (type !== 'object') return undefined;
  const inside = required.map((name) => {
    const field = properties[name];
    return [name, typeof field === 'object' ? withoutFields(field) : undefined] as const;
  });
  return Object.fromEntries(inside.filter(([, value]) => value !== undefined));
}
