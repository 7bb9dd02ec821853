import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import { randomness } from '@handoff/local/seed/randomness';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { freshApi } from '../api.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { drawFew, isLong, seeded } from '../faults/run-size.ts';
import { poison, replaceSomewhere } from './bent-input.ts';
import { valuesOf } from '@handoff/shared/testing/values-of-schema';

const REQUESTS = isLong ? 300 : 3;

const seed = seeded('documented').between(0, 2 ** 31 - 1);
const answers = new Map<number, number>();
afterAll(() => console.log(`documented: answers by status ${JSON.stringify(Object.fromEntries(answers))}`));

const chosen = drawFew('documented', everyExample);
const areas = Object.keys(api).filter((area) => chosen.some((example) => example.area === area));
describe.each(areas)('%s', (area) => {
  test.each(chosen.filter((example) => example.area === area))(
    `$call gives ${REQUESTS} requests drawn from its own document, and others near them, documented answers`,
    async (example) => {
      // Each call has its own database, because drawn requests may succeed, such as removing a permission.
      const handoff = await freshApi();
      const valid = Parts.parse(await example.input(handoff));
      const property = fc.asyncProperty(inputsOf(example, valid), async (input) => {
        // The call throws when status, code, media type or body are not as documented.
        const { status, text } = await handoff.call(example.endpoint, input, { as: example.as });
        answers.set(status, (answers.get(status) ?? 0) + 1);
        expect(status < 500 ? '' : text).toBe('');
      });
      await fc.assert(property, { seed, numRuns: REQUESTS, endOnFailure: !isLong });
    },
    isLong ? 600_000 : 60_000,
  );
});

test('drawn requests are mostly accepted', () => {
  const [done = 0, all] = [answers.get(200), [...answers.values()].reduce((sum, count) => sum + count, 0)];
  expect(all).toBeGreaterThanOrEqual(chosen.length * REQUESTS);
  expect(done).toBeGreaterThan(all / 4);
});

const Parts = z.object({
  params: z.record(z.string(), z.json()).optional(),
  query: z.record(z.string(), z.json()).optional(),
  body: z.json().optional(),
  fields: z.record(z.string(), z.json()).optional(),
  file: z.instanceof(File).optional(),
});
type Parts = z.infer<typeof Parts>;
type Json = z.infer<ReturnType<typeof z.json>>;

const Documented = z.object({
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }),
  ),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});
const whole: object = JSON.parse(JSON.stringify(openApiDocument('test')));
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), Documented)) })
  .parse(withoutReferences(whole));

/** Puts each component where it is referred to: none contains itself. */
function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const steps = value.$ref.slice(2).split('/');
    return withoutReferences(steps.reduce<unknown>((within, step) => Object(within)[step], whole));
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutReferences(each)]));
}

/** Draws inputs from the schemas of the document, or mixes them into the example, or plants a mistake in either. */
function inputsOf({ endpoint }: EndpointExample, valid: Parts): fc.Arbitrary<Parts> {
  const { parameters, requestBody } = documentedOf(endpoint);
  const json = requestBody?.content['application/json'];
  const form = requestBody?.content['multipart/form-data'];
  const parts: Record<string, fc.Arbitrary<unknown>> = {
    ...(valid.params && { params: textsFor(parameters, 'path', valid.params) }),
    ...(valid.query && { query: textsFor(parameters, 'query', valid.query) }),
    ...(json && { body: near(valuesOf(json.schema), valid.body ?? null) }),
    ...(form && { fields: near(valuesOf(withoutFile(form.schema)), valid.fields ?? {}).map(asTexts) }),
    ...(valid.file && { file: filesLike(valid.file) }),
  };
  return fc.record(parts).map((drawn) => Parts.parse(drawn));
}

function documentedOf({ path, method }: Endpoint) {
  const documented = paths[path]?.[method.toLowerCase()];
  if (!documented) throw new Error(`${method} ${path} is not documented`);
  return documented;
}

function textsFor(
  parameters: z.infer<typeof Documented>['parameters'],
  place: string,
  valid: Record<string, Json>,
): fc.Arbitrary<Record<string, string>> {
  const own = parameters.filter((parameter) => parameter.in === place);
  const fields = Object.fromEntries(own.map(({ name, schema }) => [name, valuesOf(schema)]));
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
  return near(fc.record(fields, { requiredKeys }), valid).map(asTexts);
}

function near(drawn: fc.Arbitrary<Json>, valid: Json): fc.Arbitrary<Json> {
  const mixed = fc.tuple(drawn, fc.infiniteStream(fc.boolean())).map(([value, coins]) => {
    if (!isRecord(value) || !isRecord(valid)) return valid;
    const some = Object.entries(value).filter(() => coins.next().value === true);
    return { ...valid, ...Object.fromEntries(some.slice(0, 3)) };
  });
  const bent = fc
    .tuple(fc.oneof(drawn, mixed), fc.constantFrom(...poison), fc.integer())
    .map(([value, by, at]) => replaceSomewhere(value, by, randomness(at)));
  // Those that the call may accept get deepest into it.
  return fc.oneof(drawn, { arbitrary: mixed, weight: 2 }, bent);
}

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function asTexts(value: Json): Record<string, string> {
  if (!isRecord(value)) return {};
  const texts = Object.entries(value).map(
    ([name, field]) =>
      [name, typeof field === 'string' ? field.toWellFormed() : JSON.stringify(field)] as const,
  );
  return Object.fromEntries(texts);
}

const FormSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
});

function withoutFile(schema: unknown): unknown {
  const { properties, required, ...others } = FormSchema.parse(schema);
  const { file: _file, ...fields } = properties;
  return { ...others, properties: fields, required: required.filter((name) => name !== 'file') };
}

const filesLike = (file: File): fc.Arbitrary<File> =>
  fc.oneof(
    fc.constant(file),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => new File([file, Buffer.from(bytes)], file.name)),
    fc
      .tuple(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('a.pdf', 'b.docx', 'c.csv', 'd.csv.gz', 'e'))
      .map(([bytes, name]) => new File([Buffer.from(bytes)], name)),
  );
