import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { api } from '@handoff/shared/contract/api';
import { ReferralDraft } from '@handoff/shared/domain/referral/referral';
import { closeServer, listenOnLoopback } from '@handoff/local/listen-on-loopback';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createExport } from '../../platform/telemetry/export.ts';
import { sendOtlp } from '../../platform/telemetry/otlp.ts';
import { createTrace } from '../../platform/telemetry/trace.ts';
import { tracedPlatform } from '../../platform/telemetry/traced-platform.ts';
import { freshApi } from '../../testing/api.ts';
import { canaries, withCanaries } from '../../testing/examples/canaries.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
  ]),
});
const Span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
});
/** opentelemetry-proto 1.x, ExportTraceServiceRequest, in its JSON encoding, as far as it is used. */
const ExportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(Span),
        }),
      ),
    }),
  ),
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };

/** A collector of traces on this machine. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(`${request.method} ${request.url}\n${body.toString()}`);
      response.end('{}');
    });
  });
  const port = await listenOnLoopback(server, 0, 'Collector');
  onTestFinished(() => closeServer(server));
  const spans = () =>
    bodies.flatMap((body) =>
      ExportRequest.parse(JSON.parse(body.slice(body.indexOf('\n')))).resourceSpans.flatMap((resource) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { endpoint: `http://127.0.0.1:${port}`, bodies, spans };
}

test('one act of a person is one trace: request, store, outbox and push, and nothing about the patient', async () => {
  const { endpoint, bodies, spans } = await collector();
  const send = sendOtlp({ endpoint, version: 'test' });
  const trace = createTrace(createExport({ send, onDropped: () => {} }));
  const handoff = await freshApi();
  const traced = handoff.another(tracedPlatform({ ...handoff.platform, trace }));
  const body = ReferralDraft.parse(withCanaries(referralDraft({})));
  const answer = await traced.call(api.referrals.create, { body }, { as: 'ana', headers });
  const [id = ''] = answer.ok().ReferralInfo.map(({ Id }) => Id);

  await vi.waitFor(() => expect(spans().some(({ kind }) => kind === 2)).toBe(true), { timeout: 5_000 });
  const all = spans();
  expect(new Set(all.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const named = (name: string) => all.find((span) => span.name === name);
  const request = named('PUT /referrals/create');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  for (const name of ['cosmos read', 'cosmos commit', 'outbox'])
    expect(named(name)?.parentSpanId).toBe(request?.spanId);
  expect(named('push send')?.parentSpanId).toBe(named('outbox')?.spanId);
  expect(bodies.every((text) => text.startsWith('POST /v1/traces\n'))).toBe(true);
  for (const canary of [...Object.values(canaries), id]) expect(bodies.join()).not.toContain(canary);
});

test('support finds the trace in the history of a record, and in a failure that is read to it', async () => {
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
