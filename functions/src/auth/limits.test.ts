import { api, everyEndpoint } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referral } from '../testing/examples/example-records.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import { HARBOR, people } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';
import { limitsFor } from './limits.ts';

test('each person may send 150 calls at once, then 5 a second, and is refused before the key is read', async () => {
  const handoff = await freshApi({}, { limits: limitsFor({ callsPerMinute: 300 }) });
  const list = (as: 'vic' | 'cal', headers = {}) =>
    handoff.call(api.referrals.list, { query: {} }, { as, headers });
  const many = await Promise.all(Array.from({ length: 250 }, () => list('vic')));
  const refused = many.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThanOrEqual(100);
  expect(refused[0]?.error().code).toBe('too_many_requests');
  expect(Number(refused[0]?.headers['Retry-After'])).toBe(1);
  expect(handoff.log).toContainEqual(expect.objectContaining({ status: 429, code: 'too_many_requests' }));
  expect((await list('cal')).status).toBe(200);

  const more = await Promise.all(Array.from({ length: 30 }, () => list('vic', { 'Idempotency-Key': 'x' })));
  expect(more.map(({ status }) => status)).toContain(429);
  handoff.advance(60_000);
  expect((await list('vic')).status).toBe(200);
});

test('a refused write stores nothing and can be retried under its key', async () => {
  const handoff = await freshApi({}, { limits: { calls: { burst: 1, perMinute: 1 } } });
  const create = (key: string) =>
    handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana', key });
  const key = randomUUID();
  expect((await create(randomUUID())).status).toBe(200);
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect((await create(key)).status).toBe(429);
  expect(await storedIn(handoff.store, `d:${HARBOR}`)).toEqual(stored);
  handoff.advance(60_000);
  expect((await create(key)).status).toBe(200);
});

test('reveals of numbers have an exact hourly limit across instances and concurrent calls', async () => {
  const handoff = await freshApi({}, { limits: { reveals: { burst: 4, perMinute: 1 } } });
  const { Id } = await referral(handoff);
  const reveal = (at: Pick<TestApi, 'call'>, as: 'ana' | 'mia' = 'ana') =>
    at.call(api.referrals.revealNumbers, { body: { Id, Reason: 'Billing or authorization' } }, { as });
  expect((await reveal(handoff)).status).toBe(200);
  const instances = [handoff.another({}), handoff.another({})];
  const many = await Promise.all([...instances, ...instances, ...instances].map((at) => reveal(at)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(many.filter(({ status }) => status === 429)).toHaveLength(3);

  const restarted = handoff.another({});
  expect((await reveal(restarted)).headers['Retry-After']).toMatch(/^(59|60)$/);
  expect((await reveal(restarted, 'mia')).status).toBe(200);
  handoff.advance(60_000);
  expect([(await reveal(restarted)).status, (await reveal(restarted)).status]).toEqual([200, 429]);
});

test('the audit trail can be exported twenty times an hour', async () => {
  const { exports } = limitsFor({ callsPerMinute: 300 });
  const handoff = await freshApi({}, { limits: { exports } });
  const send = () => handoff.call(api.audit.exportFile, { query: {} }, { as: 'mia' });
  const all = await Promise.all(Array.from({ length: 21 }, send));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
  handoff.advance(3 * 60_000 + 1_000);
  expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
});

test('at most ten emergency searches may come at once', async () => {
  const { emergencySearches } = limitsFor({ callsPerMinute: 300 });
  const handoff = await freshApi({}, { limits: { emergencySearches } });
  const body = { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12' };
  const search = () => handoff.call(api.referrals.findRestricted, { body }, { as: 'vic' });
  const all = await Promise.all(Array.from({ length: 11 }, search));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(10);
  handoff.advance(3 * 60_000 + 1_000);
  expect([(await search()).status, (await search()).status]).toEqual([200, 429]);
});

test('each entered number is counted once, and each one is logged', async () => {
  const handoff = await freshApi({}, { limits: { numbers: { burst: 2, perMinute: 1 } } });
  const enter = (Ssn: string, Mbi = '') => {
    const { Patient, ...draft } = referralDraft();
    const body = { ...draft, Patient: { ...Patient, Ssn, Mbi } };
    return handoff.call(api.referrals.create, { body }, { as: 'ana' });
  };
  const statuses = async (...ssns: string[]) => {
    const answers: number[] = [];
    for (const ssn of ssns) answers.push((await enter(ssn)).status);
    return answers;
  };
  expect(await statuses('219-09-9901', '219099901', '219-09-9902', '219-09-9903', '219-09-9901')).toEqual([
    200, 200, 200, 429, 200,
  ]);
  const noted = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ action }) => action === 'numbers.entered',
  );
  expect(noted.map(({ oid }) => oid)).toEqual([people.ana.oid, people.ana.oid]);
  expect(JSON.stringify(noted)).not.toMatch(/219-?09-?990[123]/);
});

test('calls that reveal or export are limited as such', () => {
  for (const { endpoint } of everyEndpoint()) {
    const { access, path, limits = [] } = endpoint;
    const isFile = 'audit' in endpoint && (endpoint.audit ?? '').endsWith('.exported');
    expect([path, limits.includes('reveals')]).toEqual([path, access === 'patient-numbers.reveal']);
    expect([path, limits.includes('exports')]).toEqual([path, isFile]);
  }
});

const file = pdf('x'.repeat(10));

test.each([
  ['documents of a person', { perUserAndDay: 2, bytesPerAgencyAndDay: 1e9 }, { ana: 429, mia: 200 }],
  [
    'bytes of an agency',
    { perUserAndDay: 100, bytesPerAgencyAndDay: 2.5 * file.size },
    { ana: 429, mia: 429 },
  ],
])('the daily limit of %s is exact, even for concurrent calls', async (_what, uploads, expected) => {
  const handoff = await freshApi({}, { limits: { uploads } });
  const upload = (as: 'ana' | 'mia') =>
    handoff.call(api.services.uploadFile, { fields: { DocumentTypeId: 'orders' }, file }, { as });
  const all = await Promise.all(Array.from({ length: 5 }, () => upload('ana')));
  expect(all.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2);
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(stored.filter(({ type }) => type === 'document')).toHaveLength(2);
  for (const as of ['ana', 'mia'] as const) {
    const answer = await upload(as);
    expect([as, answer.status]).toEqual([as, expected[as]]);
    const { 'Retry-After': retryAfter } = answer.headers;
    expect(Number(retryAfter ?? 0) > 0).toBe(answer.status === 429);
  }
  handoff.advance(86_400_000);
  expect((await upload('ana')).status).toBe(200);
});

test('no page exceeds 100 records, and all input is bounded', () => {
  const unbounded = everyEndpoint().flatMap(({ endpoint }) => {
    const size = endpoint.query?.shape['PageSize'];
    expect([endpoint.path, size ? z.safeParse(size, '101').success : false]).toEqual([endpoint.path, false]);
    const inputs = [endpoint.query, 'body' in endpoint ? endpoint.body : undefined].filter(isSchema);
    const endless = inputs.flatMap((schema) => endlessIn(z.toJSONSchema(schema, { io: 'input' })));
    return endless.map((path) => `${endpoint.path} ${path}`);
  });
  expect(unbounded).toEqual([]);
});

const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;

const Node = z.looseObject({ type: z.string().optional() });
const ends = ['maxLength', 'pattern', 'format', 'enum', 'const', 'maxItems'];

/** Returns the paths of unbounded strings and lists. */
function endlessIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((item, index) => endlessIn(item, `${path}/${index}`));
  const { data } = Node.safeParse(schema);
  const isEndless =
    (data?.type === 'string' || data?.type === 'array') && !ends.some((end) => Object.hasOwn(schema, end));
  const inside = Object.entries(schema).flatMap(([name, value]) => endlessIn(value, `${path}/${name}`));
  return [...(isEndless ? [path] : []), ...inside];
}

test('every blocked request is logged with its code, person and agency', async () => {
  const handoff = await freshApi();
  const ana = { as: 'ana', key: 'the-same-key-again' } as const;
  const script = new File(['<script>'], 'orders.pdf', { type: 'application/pdf' });
  const fields = { DocumentTypeId: 'orders' };
  const body = referralDraft();
  const stopped = [
    await handoff.call(
      api.referrals.create,
      { body },
      { as: 'ana', rawBody: '{"Patient":{"Role":"Manager"}}' },
    ),
    await handoff.call(api.referrals.byId, { query: { id: 'of-another-agency' } }, { as: 'ana' }),
    await handoff.call(api.referrals.list, { query: { Continuation: 'bent' } }, { as: 'ana' }),
    await handoff.call(api.services.uploadFile, { fields, file: script }, { as: 'ana' }),
    await handoff.call(api.referrals.create, { body }, ana),
    await handoff.call(api.referrals.create, { body: referralDraft({ ClinicalSummary: 'Other' }) }, ana),
  ];
  const codes = [
    'invalid_request',
    'not_found',
    'invalid_request',
    'unsupported_file',
    undefined,
    'idempotency_key_reused',
  ];
  expect(stopped.map((answer) => (answer.status < 400 ? undefined : answer.error().code))).toEqual(codes);
  const lines = handoff.log.filter(({ event }) => event === 'request');
  const [oid, agency] = [people.ana.oid, HARBOR];
  expect(lines).toMatchObject(codes.map((code) => ({ oid, agency, ...(code && { code }) })));
});

test('a denial is logged as a warning with person, agency and address', async () => {
  const handoff = await freshApi();
  const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7:4711' };
  const ask = (as?: 'vic') => handoff.call(api.audit.list, { query: {} }, { ...(as && { as }), headers });
  expect([(await ask('vic')).status, (await ask()).status]).toEqual([403, 401]);
  const address = '198.51.100.7';
  expect(handoff.log.filter(({ event }) => event === 'request')).toEqual([
    expect.objectContaining({ level: 'warn', status: 403, agency: HARBOR, address, oid: people.vic.oid }),
    expect.objectContaining({ level: 'warn', status: 401, address }),
  ]);
});
