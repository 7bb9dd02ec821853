import * as z from 'zod';
import { api } from '@handoff/shared/contract/api';
import { ErrorBody, errorStatus } from '@handoff/shared/contract/errors';
import * as fc from 'fast-check';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../platform/azure/log.ts';
import { noTrace } from '../platform/telemetry/trace.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { everyExample } from '../testing/examples/endpoint-examples.ts';
import { StoreUnavailable } from '../platform/ports.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import { encodeRequest } from '../testing/request.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const secure = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

test('health and the OpenAPI document are public and need no key', async () => {
  const bare = { headers: { 'Idempotency-Key': undefined } };
  const health = await handoff.call(api.system.health, {}, bare);
  expect(health.ok()).toEqual({ status: 'ok', version: 'test' });
  const document = await handoff.call(api.system.openapi, {}, bare);
  expect(document.ok()).toMatchObject({ openapi: '3.1.1', info: { title: 'Handoff', version: 'test' } });
  for (const answer of [health, document]) expect(answer.headers).toMatchObject(secure);
});

test('successes and failures have the same security headers, and failures the standard error body', async () => {
  const done = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  expect(done.headers).toMatchObject(secure);
  const failures = [
    await handoff.call(api.referrals.list, { query: {} }, {}),
    await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'vic' }),
    await handoff.call(api.referrals.byId, { query: { id: 'none' } }, { as: 'vic' }),
    await handoff.call(
      api.referrals.create,
      { body: referralDraft({ Services: [] }) },
      { as: 'ana', key: 'short' },
    ),
  ];
  expect(failures.map(({ status }) => status)).toEqual([401, 403, 404, 400]);
  for (const answer of failures) {
    expect(answer.headers).toMatchObject(secure);
    const error = ErrorBody.strict().parse(JSON.parse(answer.text));
    expect(error).toEqual({ ...error, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(errorStatus).toMatchObject({ [error.code]: answer.status });
    expect(handoff.log).toContainEqual(
      expect.objectContaining({ requestId: error.requestId, status: answer.status, code: error.code }),
    );
  }
});

test("any invalid JSON is refused as the client's error and never causes an internal error", async () => {
  const withBody = everyExample.flatMap((example) => {
    const { endpoint } = example;
    return 'body' in endpoint && endpoint.body ? [{ ...example, endpoint, schema: endpoint.body }] : [];
  });
  const smallest = withBody.flatMap((example) =>
    ['{}', '[]', '""', 'null'].map((rawBody): [typeof example, string] => [example, rawBody]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withBody), fc.json(), async ({ endpoint, as, schema }, rawBody) => {
      const sent: unknown = JSON.parse(rawBody);
      const whole = 'bareAs' in endpoint ? { [endpoint.bareAs]: sent } : sent;
      // Some calls accept an empty body: {} signs the person out.
      if ([sent, whole].some((body) => z.safeParse(schema, body).success)) return;
      const answer = await handoff.call(endpoint, { body: {} }, { as, rawBody });
      // A bare text may be the id of a missing record.
      const code = 'bareAs' in endpoint && answer.status === 404 ? 'not_found' : 'invalid_request';
      expect([endpoint.path, answer.error().code]).toEqual([endpoint.path, code]);
    }),
    { numRuns: 150 + smallest.length, examples: smallest },
  );
});

test('an internal error has a fixed text, and the log has only its kind', async () => {
  const broken = handoff.another({
    blobs: { ...handoff.platform.blobs, putIfAbsent: () => Promise.reject(new TypeError('Canary Quimby')) },
  });
  const input = { fields: { DocumentTypeId: 'orders' }, file: pdf() };
  const answer = await broken.call(api.services.uploadFile, input, { as: 'ana' });
  expect(answer.error()).toMatchObject({
    code: 'internal',
    ErrorMessage: 'Something went wrong on our side. It has been logged.',
  });
  const line = handoff.log.find(({ status }) => status === 500);
  expect(line).toMatchObject({ level: 'error', error: 'TypeError', frames: expect.any(Array) });
  expect(JSON.stringify([line, answer.text])).not.toContain('Quimby');
});

test('an outage says when to retry', async () => {
  const down = new StoreUnavailable('throttled', { retryAfterMs: 39_001 });
  const throttled = handoff.another({
    blobs: { ...handoff.platform.blobs, putIfAbsent: () => Promise.reject(down) },
  });
  const input = { fields: { DocumentTypeId: 'orders' }, file: pdf() };
  const answer = await throttled.call(api.services.uploadFile, input, { as: 'ana' });
  expect([answer.error().code, answer.headers['Retry-After']]).toEqual(['unavailable', '40']);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a long answer is sent as %s to clients that accept it', async (encoding, decompress) => {
  const plain = await handoff.call(api.system.openapi, {}, {});
  const answer = await handoff.call(api.system.openapi, {}, { headers: { 'accept-encoding': encoding } });
  expect(answer.headers).toMatchObject({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
  expect(decompress(answer.bytes).toString()).toBe(plain.text);
  expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);

  // The document is public, so it is made only once: a second answer has the same bytes.
  const route = handoff.app.routes.find(({ endpoint }) => endpoint === api.system.openapi);
  if (!route) throw new Error('no route');
  const request = await encodeRequest(api.system.openapi, {}, { headers: { 'accept-encoding': encoding } });
  const [one, two] = [await handoff.app.answer(route, request), await handoff.app.answer(route, request)];
  expect(two.body).toBe(one.body);
});

test('no log line, live message or error contains anything that identifies a patient', async () => {
  const canaries = {
    name: 'Quimbleton',
    street: '77 ZYXWVUT AVENUE',
    phone: '2035550177',
    note: 'Canary-note-text',
    file: 'canary-scan.pdf',
  };
  const lines: string[] = [];
  const log = createLog({ trace: noTrace, write: (line) => lines.push(line), clock: handoff.platform.clock });
  const { call } = handoff.another({ log });
  const draft = referralDraft();
  const body = {
    ...draft,
    Patient: { ...draft.Patient, LastName: canaries.name, Phone: canaries.phone },
    Address: { ...draft.Address, StreetAddress: canaries.street },
  };
  const created = await call(api.referrals.create, { body }, { as: 'ana' });
  const { Id = '', Etag = '' } = created.ok().ReferralInfo[0] ?? {};
  const notes = { ReferralId: Id, ReferralNotes: [{ Text: canaries.note }] };
  await call(api.referrals.updateNotes, { body: notes }, { as: 'cal' });
  const file = pdf(canaries.note, canaries.file);
  await call(
    api.services.uploadFile,
    { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file },
    { as: 'ana' },
  );
  const edit = { Id, Etag, Patient: { ...body.Patient, FirstName: canaries.name } };
  await call(api.referrals.update, { body: edit }, { as: 'ana' });
  const stale = { ...edit, Patient: { ...body.Patient, FirstName: `${canaries.name} again` } };
  const failures = [
    await call(api.referrals.update, { body: stale }, { as: 'mia' }),
    await call(api.referrals.create, { body: { ...body, ReceivedAt: canaries.name } }, { as: 'ana' }),
    await call(api.referrals.create, { body }, { as: 'ana', rawBody: `{"LastName":"${canaries.name}` }),
    await call(api.referrals.create, { body }, { as: 'vic' }),
    await call(api.referrals.byId, { query: { id: canaries.name } }, { as: 'vic' }),
  ];
  expect(failures.map(({ status }) => status)).toEqual([409, 400, 400, 403, 404]);
  expect(lines).toHaveLength(9);

  // A conflict shows the current record to someone who may edit it; the rest of the answer must not.
  const around = failures.map((failure) => ({ ...failure.error(), current: null }));
  const left = [...lines, JSON.stringify(around), JSON.stringify(handoff.sent)].join('\n');
  for (const canary of Object.values(canaries))
    for (const form of [
      canary,
      encodeURIComponent(canary),
      Buffer.from(canary).toString('base64').slice(0, -4),
    ])
      expect(left).not.toContain(form);
});
