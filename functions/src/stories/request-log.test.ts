import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { AccessRefused, FieldKeysNotConfigured, StoreUnavailable, type Platform } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { dispatching } from '../testing/dispatching.ts';
import { HARBOR, people } from '../testing/people.ts';
import { keepThing } from '../testing/writes.ts';
import { AppError } from '../core/app-error.ts';

// Each request has one log line, which is all that an operator knows about it.

const list = defineEndpoint({
  summary: 'Things',
  access: 'member',
  scope: 'domain',
  method: 'GET',
  path: '/things',
  mode: 'read',
  output: z.unknown(),
});

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function lineOf(
  handler: () => Promise<unknown>,
  { as = 'ana', headers = {} }: { as?: 'ana' | 'ada' | 'sam'; headers?: Record<string, string> } = {},
) {
  const call = dispatching(handoff, { things: { list } }, { things: { list: handler } });
  const { status, text } = await call(list, { as, headers });
  const [line, ...others] = handoff.log.splice(0);
  expect(others).toEqual([]);
  return { line, status, text };
}

const done = async () => ({});

test('a success is logged with call, person, agency and duration', async () => {
  const { line } = await lineOf(done);
  expect(line).toEqual({
    level: 'info',
    event: 'request',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    route: 'GET /things',
    mode: 'read',
    oid: people.ana.oid,
    agency: HARBOR,
    status: 200,
    ms: expect.any(Number),
  });
  expect(line?.ms).toBeLessThan(60_000);
  expect(Number.isInteger(line?.ms)).toBe(true);
});

test('a person without an agency is logged without one', async () => {
  for (const as of ['sam', 'ada'] as const)
    expect((await lineOf(done, { as })).line).not.toHaveProperty('agency');
});

test.each([
  ['203.0.113.9, 198.51.100.7:4711', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['203.0.113.9, <script>', undefined],
  ['x203.0.113.9', undefined],
  ['203.0.113.9x', undefined],
  ['1'.repeat(48), undefined],
  [' , ', undefined],
])('only the nearest valid address is logged: %s', async (header, address) => {
  expect((await lineOf(done, { headers: { 'X-Forwarded-For': header } })).line?.address).toBe(address);
});

test.each([
  ['not_signed_in', 'warn'],
  ['forbidden', 'warn'],
  ['too_many_requests', 'warn'],
  ['not_found', 'info'],
  ['conflict', 'info'],
] as const)('a denial is a warning, and an error that a person corrects is not: %s', async (code, level) => {
  const { line } = await lineOf(() => Promise.reject(new AppError(code, 'No')));
  expect(line).toMatchObject({ code, level });
  expect(line).not.toHaveProperty('error');
});

test.each([
  [
    new StoreUnavailable('down', { retryAfterMs: 1, dependency: 'blobs' }),
    { level: 'warn', error: 'StoreUnavailable', dependency: 'blobs' },
  ],
  [new AccessRefused('vault'), { level: 'error', error: 'AccessRefused', dependency: 'vault' }],
])('an outage names the dependency: %s', async (error, expected) => {
  const { line, status } = await lineOf(() => Promise.reject(error));
  expect([status, line]).toEqual([503, expect.objectContaining({ ...expected, code: 'unavailable' })]);
});

test('an outage without a name logs no dependency', async () => {
  const error = new StoreUnavailable('down', { retryAfterMs: 1 });
  expect((await lineOf(() => Promise.reject(error))).line).not.toHaveProperty('dependency');
});

test('missing keys are not logged as an error', async () => {
  const { line, status } = await lineOf(() => Promise.reject(new FieldKeysNotConfigured()));
  expect([status, line?.code, line?.level]).toEqual([503, 'not_configured', 'info']);
});

test('an internal error is logged by its kind and position, never by its text', async () => {
  const { line, status, text } = await lineOf(() =>
    Promise.reject(new TypeError('of Pat Sample\n  at home')),
  );
  expect([status, line]).toEqual([
    500,
    expect.objectContaining({ level: 'error', code: 'internal', error: 'TypeError' }),
  ]);
  const frames = z.array(z.string()).max(6).parse(line?.frames);
  expect(frames[0]).toMatch(/^ +at .*request-log/);
  expect(frames.join('\n')).not.toMatch(/Sample|at home/);
  expect(text).not.toContain('Sample');
});

test('only the six nearest frames of a deep stack are logged', async () => {
  const deep = (left: number): never => {
    if (left > 0) return deep(left - 1);
    throw new TypeError('too deep');
  };
  const { line } = await lineOf(async () => deep(20));
  expect(line?.frames).toHaveLength(6);
});

test('a thrown value that is no error is logged by its type only', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever it is
  const { line } = await lineOf(() => Promise.reject('of Pat Sample'));
  expect(line).toMatchObject({ level: 'error', error: 'string' });
  expect(JSON.stringify(line)).not.toContain('Sample');
});

test('the span of a request has its call, mode and result', async () => {
  const spans: unknown[] = [];
  const noted: object = {};
  const trace: Platform['trace'] = {
    ...handoff.platform.trace,
    traceId: () => 'abc',
    span: (span, work) => {
      if (span.kind === 'server') spans.push(span);
      return work((more) => void Object.assign(noted, span.kind === 'server' && more));
    },
  };
  const handlers = { things: { list: done, keep: done } };
  const call = dispatching(handoff, { things: { list, keep: keepThing } }, handlers, {
    platform: { trace },
  });
  const headers = { traceparent: 'of the caller' };
  await call(keepThing, { as: 'ana', traceparent: 'of the host', headers });
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const route = 'PUT /things/keep';
  expect(noted).toEqual({ requestId, route, status: 200, mode: 'atomic', outcome: 'first', tries: 1 });
  const refused = await call(list, { headers });
  expect(noted).toMatchObject({ route: 'GET /things', status: 401, code: 'not_signed_in' });
  expect(JSON.parse(refused.text)).toMatchObject({ traceId: 'abc' });
  expect(spans).toEqual([
    { name: route, kind: 'server', parent: 'of the host' },
    { name: 'GET /things', kind: 'server', parent: 'of the caller' },
  ]);
});
