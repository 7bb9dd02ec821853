import { expect, test } from 'vitest';
import * as z from 'zod';
import { everyEndpoint } from './api.ts';

const named = everyEndpoint().flatMap(({ area, call, endpoint }) =>
  Object.entries(endpoint.answers ?? {}).map(([kind, field]) => ({
    name: `${area}.${call}`,
    kind,
    field,
    endpoint,
  })),
);

test('calls name the records in their answers', () => {
  expect(named.length).toBeGreaterThan(40);
});

test.each(named)(
  '$name answers records of kind $kind, each with an id or the one there is',
  ({ field, endpoint }) => {
    const { output } = endpoint;
    const shape = shapeOf(output);
    const part = present(shape[field]);
    const record = shapeOf(part instanceof z.ZodArray ? part.element : undefined);
    const isOne = part instanceof z.ZodObject && 'Etag' in shape;
    expect(isOne || 'Id' in record || 'ReferralId' in record).toBe(true);
  },
);

const shapeOf = (schema: unknown): Record<string, unknown> =>
  schema instanceof z.ZodObject ? schema.shape : {};

const present = (schema: unknown) => (schema instanceof z.ZodOptional ? schema.unwrap() : schema);
