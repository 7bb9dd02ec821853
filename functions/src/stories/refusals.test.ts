import { hasKey, type Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { mayDo } from '@handoff/shared/domain/access/role';
import * as z from 'zod';
import { takesRight } from '../core/access.ts';
import { inRounds } from '../writes/job-context.ts';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Versioned } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { changeUser, everythingStored } from '../testing/stored.ts';
import { everyExample, type EndpointExample } from '../testing/examples/endpoint-examples.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { HARBOR, people } from '../testing/people.ts';
import type { Sent } from '../testing/request.ts';

// They share one database, because none of them may change it.
let handoff: TestApi;
const inputs = new Map<EndpointExample, unknown>();
let atFirst: Versioned[];

beforeAll(async () => {
  handoff = await freshApi();
  for (const example of everyExample) inputs.set(example, await example.input(handoff));
  // She became a member of an agency for the raw exchanges; here she is an administrator without one.
  await changeUser(handoff, 'ada', { roles: [] });
  atFirst = await everythingStored(handoff.store);
}, 60_000);

// A refused request stores nothing.
afterEach(async () => expect(await everythingStored(handoff.store)).toEqual(atFirst));

const Fields = z.record(z.string(), z.unknown()).optional();
const Parts = z.looseObject({ query: Fields, body: Fields, fields: Fields });

async function answersTo(
  examples: EndpointExample[],
  how: (example: EndpointExample) => Sent | Promise<Sent>,
): Promise<Record<string, string>> {
  // A busy machine answers 503 to some of two hundred calls at once.
  const answers = await inRounds(examples, async (example) => {
    const answer = await handoff.call(example.endpoint, inputs.get(example), await how(example));
    return [example.name, answer.status === 200 ? '200' : `${answer.status} ${answer.error().code}`] as const;
  });
  return Object.fromEntries(answers);
}

const all = (examples: EndpointExample[], answer: string) =>
  Object.fromEntries(examples.map(({ name }) => [name, answer]));

const bodyOf = (endpoint: Endpoint) => ('body' in endpoint ? endpoint.body : undefined);
const uploadOf = (endpoint: Endpoint) => ('upload' in endpoint ? endpoint.upload : undefined);

/** Includes the size of a form around its file. */
const limitOf = (endpoint: Endpoint) => (uploadOf(endpoint)?.maxBytes ?? 1024 * 1024) + 64 * 1024;

const closed = everyExample.filter(({ endpoint }) => endpoint.access !== 'public');
const keyed = everyExample.filter(({ endpoint }) => hasKey(endpoint));
// Whom a call refuses is its own; how a body is read is the same code for all.
const drawn = drawFew('refusals', everyExample);
const withBody = drawn.filter(({ endpoint }) => bodyOf(endpoint) || uploadOf(endpoint));
const withJson = drawn.filter(({ endpoint }) => bodyOf(endpoint) && !uploadOf(endpoint));

test('a person without a record may only call the check that records them', async () => {
  const refused = closed.filter(({ endpoint }) => endpoint.access !== 'signed-in');
  expect(closed.filter((example) => !refused.includes(example)).map(({ name }) => name)).toEqual([
    'users.check',
    // A waiting person gets live messages about their own access.
    'realtime.negotiate',
  ]);
  expect(await answersTo(refused, () => ({ as: 'sam' }))).toEqual(all(refused, '403 no_access'));
});

test.each(['ada', 'mia', 'ana', 'cal', 'vic', 'eve'] as const)(
  '%s is refused calls that need more permissions',
  async (as) => {
    const { systemRole: SystemRole, roles } = people[as];
    const [RoleWithinAgency] = Object.values(roles);
    const expected = keyed.map(({ name, endpoint: { access } }) => {
      const may = !takesRight(access) || mayDo({ SystemRole, RoleWithinAgency }, access);
      // An allowed caller is asked for the key next, and so nothing happens.
      return [name, may ? '400 invalid_request' : '403 forbidden'];
    });
    const answers = await answersTo(keyed, () => ({ as, headers: { [IDEMPOTENCY_KEY]: undefined } }));
    expect(answers).toEqual(Object.fromEntries(expected));
  },
);

test('a caller who has switched agency since is refused before any other check', async () => {
  const ofDomain = closed.filter(({ endpoint }) => endpoint.scope === 'domain');
  const answers = await answersTo(ofDomain, ({ as }) => ({ as, domain: `${HARBOR}-former` }));
  expect(answers).toEqual(all(ofDomain, '409 domain_changed'));
});

test.each([
  ['of 15 characters', 'k'.repeat(15)],
  ['of 65 characters', 'k'.repeat(65)],
  ['with a colon', `${'k'.repeat(16)}:`],
])('a key %s is refused everywhere', async (_what, key) => {
  const answers = await answersTo(keyed, ({ as }) => ({ as, key }));
  expect(answers).toEqual(all(keyed, '400 invalid_request'));
});

test('a body without a length is refused', async () => {
  const headers = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
  const answers = await answersTo(withBody, ({ as }) => ({ as, headers }));
  expect(answers).toEqual(all(withBody, '411 length_required'));
});

test('a missing body is refused with the missing fields', async () => {
  const answers = await answersTo(withJson, ({ as }) => ({ as, rawBody: '', headers: nothing }));
  expect(answers).toEqual(all(withJson, '400 invalid_request'));
});
const nothing = { 'content-length': undefined, 'content-type': undefined };

/** A larger body never reaches the API: its caller gets a 500 without details, and tries again. */
const HOST_LIMIT_BYTES = 104_857_600;

test('the largest accepted body, and a larger one, reach the API', () => {
  const uploads = everyExample.filter(({ endpoint }) => uploadOf(endpoint));
  expect(uploads.length).toBeGreaterThan(0);
  for (const { endpoint } of uploads) expect(limitOf(endpoint)).toBeLessThan(HOST_LIMIT_BYTES);
});

test('a body with too large an announced length is refused unread', async () => {
  const answers = await answersTo(withBody, ({ as, endpoint }) => ({
    as,
    headers: { 'content-length': String(limitOf(endpoint) + 1) },
  }));
  expect(answers).toEqual(all(withBody, '413 too_large'));
});

test('a body longer than announced is refused', async () => {
  const rawBody = JSON.stringify({ long: 'x'.repeat(1024 * 1024) });
  const lying = await answersTo(withJson, ({ as }) => ({ as, rawBody, headers: { 'content-length': '2' } }));
  expect(lying).toEqual(all(withJson, '413 too_large'));
  const odd = await answersTo(withJson, ({ as }) => ({ as, headers: { 'content-length': '1e3' } }));
  expect(odd).toEqual(all(withJson, '411 length_required'));
});

test.each(['', '[]', '{"__proto__":{}}'])('the body %j is refused', async (rawBody) => {
  const answers = await answersTo(withJson, ({ as }) => ({ as, rawBody }));
  expect(answers).toEqual(all(withJson, '400 invalid_request'));
});

test('a body of another media type is refused', async () => {
  const answers = await answersTo(withBody, ({ as }) => ({ as, headers: { 'content-type': 'text/plain' } }));
  expect(answers).toEqual(all(withBody, '400 invalid_request'));
});

test('unknown fields are refused and named', async () => {
  for (const example of drawn.filter(({ endpoint }) => hasKey(endpoint))) {
    const parts = Parts.parse(inputs.get(example));
    for (const part of ['query', 'body', 'fields'] as const) {
      if (!parts[part] || (part === 'query' && !example.endpoint.query)) continue;
      const input = { ...parts, [part]: { ...parts[part], Surplus: 'x' } };
      const answer = await handoff.call(example.endpoint, input, { as: example.as });
      expect([example.name, answer.status, answer.error().fields]).toEqual([
        example.name,
        400,
        { Surplus: expect.stringContaining('is not a field of this call') },
      ]);
    }
  }
});

test('a field of the wrong kind is refused and named', async () => {
  for (const example of withJson) {
    const { body = {}, ...others } = Parts.parse(inputs.get(example));
    for (const field of Object.keys(body)) {
      const input = { ...others, body: { ...body, [field]: { wrong: true } } };
      const answer = await handoff.call(example.endpoint, input, { as: example.as });
      const named = Object.keys(answer.error().fields ?? {}).filter((name) => name.split('.')[0] === field);
      expect([example.name, field, answer.status, named.length > 0]).toEqual([
        example.name,
        field,
        400,
        true,
      ]);
    }
  }
});
