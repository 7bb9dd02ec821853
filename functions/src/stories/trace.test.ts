import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { api } from '@handoff/shared/contract/api';
import { BROWSER_SPANS } from '@handoff/shared/contract/headers';
import { ReferralDraft } from '@handoff/shared/domain/referral/referral';
import { closeServer, listenOnLoopback } from '@handoff/local/listen-on-loopback';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createExport } from '../platform/telemetry/export.ts';
import { sendOtlp } from '../platform/telemetry/otlp.ts';
import { createTrace, type FinishedSpan } from '../platform/telemetry/trace.ts';
import { addBrowserSpans } from '../http/browser-spans.ts';
import { tracedPlatform } from '../platform/telemetry/traced-platform.ts';
import { freshApi } from '../testing/api.ts';
import { expectOtlp } from '../testing/otlp-schema.ts';
import { canaries, withCanaries } from '../testing/examples/canaries.ts';
import { referralDraft } from '../testing/examples/drafts.ts';

/** The fields that these tests read; the official schema checks the rest. */
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
});
const ExportRequest = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };

async function collector() {
  const texts: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      texts.push(`${request.method} ${request.url}\n${body.toString()}`);
      bodies.push(body.toString());
      response.end('{}');
    });
  });
  const port = await listenOnLoopback(server, 0, 'Collector');
  onTestFinished(() => closeServer(server));
  const spans = () =>
    bodies.flatMap((body) =>
      ExportRequest.parse(JSON.parse(body)).resourceSpans.flatMap((resource) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { endpoint: `http://127.0.0.1:${port}`, texts, bodies, spans };
}

test('one action of a person is one trace of request, store, outbox and push, without patient data', async () => {
  const { endpoint, texts, bodies, spans } = await collector();
  const send = sendOtlp({ endpoint, version: 'test' });
  const trace = createTrace(createExport({ send, onDropped: () => {} }));
  const handoff = await freshApi();
  const traced = handoff.another(tracedPlatform({ ...handoff.platform, trace }));
  const body = ReferralDraft.parse(withCanaries(referralDraft({})));
  const answer = await traced.call(api.referrals.create, { body }, { as: 'ana', headers });
  const [id = ''] = answer.ok().ReferralInfo.map(({ Id }) => Id);

  await expect.poll(() => spans().some(({ kind }) => kind === 2)).toBe(true);
  const all = spans();
  expect(new Set(all.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const named = (name: string) => all.find((span) => span.name === name);
  const request = named('PUT /referrals/create');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  for (const name of ['cosmos read', 'cosmos commit', 'outbox'])
    expect(named(name)?.parentSpanId).toBe(request?.spanId);
  expect(named('push send')?.parentSpanId).toBe(named('outbox')?.spanId);
  expect(texts.every((text) => text.startsWith('POST /v1/traces\n'))).toBe(true);
  for (const canary of [...Object.values(canaries), id]) expect(texts.join()).not.toContain(canary);
  for (const text of bodies) expectOtlp('/v1/traces', text);
});

const browserSpan = {
  traceId,
  spanId: 'b7ad6b7169203331',
  route: 'PUT /referrals/create',
  took: 120,
  ago: 30,
  status: 200,
};

async function spansWith(header: unknown, as?: 'ana') {
  const spans: FinishedSpan[] = [];
  const handoff = await freshApi();
  const traced = handoff.another({ trace: createTrace((span) => spans.push(span)) });
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  await traced.call(api.users.businessDomains, {}, { as, headers: { [BROWSER_SPANS]: text } });
  return spans.filter(({ service }) => service === 'handoff-web');
}

test("the browser's span of an earlier call joins its trace as the parent of the request", async () => {
  const [span, ...others] = await spansWith([browserSpan], 'ana');
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    traceId,
    spanId: 'b7ad6b7169203331',
    parentId: undefined,
    name: 'browser PUT /referrals/create',
    attributes: { status: 200 },
    isFailed: false,
  });
  const { startedAt = 0, endedAt = 0 } = span ?? {};
  expect(endedAt - startedAt).toBeCloseTo(120);
  expect(endedAt).toBeLessThanOrEqual(Date.now() - 29);
});

test('browser spans outside the schema are dropped, and the call succeeds', async () => {
  const wrong = [
    'nonsense',
    {},
    [{ ...browserSpan, route: `GET /referrals/${canaries.name}` }],
    [{ ...browserSpan, note: canaries.name }],
    [{ ...browserSpan, traceId: canaries.name }],
    [{ ...browserSpan, took: -1 }],
    [{ ...browserSpan, ago: 1e12 }],
    [{ ...browserSpan, status: 20 }],
    Array.from({ length: 9 }, () => browserSpan),
    `[${' '.repeat(4_096)}${JSON.stringify(browserSpan)}]`,
  ];
  for (const header of wrong) expect(await spansWith(header, 'ana')).toEqual([]);
  expect(await spansWith([browserSpan])).toEqual([]);
});

test('an import has its own trace, linked to that of its upload', async () => {
  const spans: FinishedSpan[] = [];
  const handoff = await freshApi();
  const traced = handoff.another({ trace: createTrace((span) => spans.push(span)) });
  const csv = 'NUMBER,STREET,CITY,COUNTY,STATE,ZIP\n40,SAMPLE WHARF,NEW HAVEN,NEW HAVEN,CT,06510\n';
  const file = new File([csv], 'ct.csv', { type: 'text/csv' });
  const sent = { fields: { state: 'CT' as const }, file };
  const uploaded = await traced.call(api.imports.upload, sent, { as: 'ada', headers });
  await traced.app.importStateFile({ importId: uploaded.ok().ImportId, fileName: 'ct.csv' });
  const upload = spans.find(({ attributes }) =>
    attributes.route?.toString().endsWith(api.imports.upload.path),
  );
  const imported = spans.find(({ name }) => name === 'import');
  expect(upload?.traceId).toBe(traceId);
  expect(imported?.attributes.outcome).toBe('live');
  expect(imported?.links).toEqual([{ traceId, spanId: upload?.spanId }]);
  expect(imported?.traceId).not.toBe(traceId);
});

test("support finds the trace id in a record's history and in an error message", async () => {
  const handoff = await freshApi();
  const traced = handoff.another({ trace: createTrace(undefined) });
  const body = referralDraft({});
  const answer = await traced.call(api.referrals.create, { body }, { as: 'ana', headers });
  const query = { id: answer.ok().ReferralInfo[0]?.Id ?? '' };
  const activity = await handoff.call(api.referrals.activity, { query }, { as: 'ana' });
  expect(activity.ok().ReferralActivity[0]?.traceId).toBe(traceId);
  const refused = await traced.call(api.referrals.byId, { query: { id: 'none' } }, { as: 'ana', headers });
  expect(refused.error().traceId).toBe(traceId);
});

function passedOn(...measured: object[]): FinishedSpan[] {
  const spans: FinishedSpan[] = [];
  const trace = createTrace((span) => spans.push(span));
  const routes = new Set([browserSpan.route]);
  addBrowserSpans(trace, { header: JSON.stringify(measured), routes });
  return spans;
}

test('a browser call counts as failed without an answer, or with an error status', () => {
  const { status: _status, ...unanswered } = browserSpan;
  const of = (status: number) => ({ ...browserSpan, status });
  const spans = passedOn(unanswered, of(100), of(399), of(400), of(599));
  expect(spans.map(({ isFailed, attributes }) => [isFailed, attributes])).toEqual([
    [true, {}],
    [false, { status: 100 }],
    [false, { status: 399 }],
    [true, { status: 400 }],
    [true, { status: 599 }],
  ]);
  expect(spans[0]).toMatchObject({ kind: 'client', service: 'handoff-web' });
});

test('the end of a browser span is computed by the clock of the service', () => {
  const before = performance.timeOrigin + performance.now();
  const [span] = passedOn({ ...browserSpan, took: 2_000, ago: 60_000 });
  expect(span?.endedAt).toBeGreaterThanOrEqual(before - 60_000);
  expect(span?.endedAt).toBeLessThan(before - 50_000);
  expect((span?.endedAt ?? 0) - (span?.startedAt ?? 0)).toBeCloseTo(2_000);
});

test('at most eight calls of up to a day are passed on, with complete ids only', () => {
  const eight = Array.from({ length: 8 }, () => ({ ...browserSpan, took: 86_400_000, ago: 0 }));
  expect(passedOn(...eight)).toHaveLength(8);
  const { traceId: id, spanId } = browserSpan;
  for (const wrong of [
    { took: 86_400_001 },
    { status: 600 },
    { status: 99 },
    { traceId: `${id}0` },
    { traceId: id.slice(1) },
    { traceId: id.toUpperCase() },
    { spanId: `0${spanId}` },
    { spanId: spanId.slice(1) },
  ])
    expect(passedOn({ ...browserSpan, ...wrong })).toEqual([]);
});

test('a header is read up to four kilobytes', () => {
  const spans: FinishedSpan[] = [];
  const trace = createTrace((span) => spans.push(span));
  const text = JSON.stringify([browserSpan]);
  const routes = new Set([browserSpan.route]);
  const read = (length: number) => addBrowserSpans(trace, { header: text.padEnd(length), routes });
  read(4_097);
  expect(spans).toHaveLength(0);
  read(4_096);
  expect(spans).toHaveLength(1);
  addBrowserSpans(trace, { header: undefined, routes });
  expect(spans).toHaveLength(1);
});
