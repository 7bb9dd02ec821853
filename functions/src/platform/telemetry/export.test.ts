import { expect, onTestFinished, test, vi } from 'vitest';
import { expectOtlp, isOtlp } from '../../testing/otlp-schema.ts';
import { createExport, type Telemetry } from './export.ts';
import { otlpMetrics, otlpTraces } from './otlp.ts';
import type { FinishedSpan } from './trace.ts';

const request: FinishedSpan = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: undefined,
  name: 'PUT /referrals/create',
  kind: 'server',
  startedAt: 1_000,
  endedAt: 1_040,
  attributes: { route: 'PUT /referrals/create', mode: 'atomic', status: 200, outcome: 'first', tries: 2 },
  isFailed: false,
};

/** Opens an export to a destination that can fail, on a clock that the test moves. */
function opened({ arrives = true } = {}) {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const sent: Telemetry[] = [];
  const dropped: number[] = [];
  const send = async (telemetry: Telemetry) => {
    sent.push(telemetry);
    return arrives;
  };
  return { sent, dropped, record: createExport({ send, onDropped: (count) => dropped.push(count) }) };
}

test('spans leave together within a second, and at once when there are many', async () => {
  const { sent, record } = opened();
  record(request);
  record(request);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(({ spans }) => spans.length)).toEqual([2]);
  for (let span = 0; span < 200; span++) record(request);
  expect(sent.map(({ spans }) => spans.length)).toEqual([2, 200]);
});

test('a destination that does not answer loses the spans, and the loss is counted', async () => {
  const { dropped, record } = opened({ arrives: false });
  record(request);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(dropped).toEqual([1]);
});

test('metrics since the last minute leave with the spans', async () => {
  const { sent, record } = opened();
  record(request);
  record({ ...request, endedAt: 1_100 });
  record({ ...request, attributes: { ...request.attributes, outcome: 'replayed' } });
  record({ ...request, kind: 'client', name: 'cosmos query', attributes: { container: 'app', ru: 3.5 } });
  record({ ...request, name: 'import', attributes: { outcome: 'live', rate: 150_000, count: 2e6 } });
  // So few rows measure the start, not the speed of an import.
  record({ ...request, name: 'import', attributes: { outcome: 'live', rate: 20, count: 2 } });
  record({ ...request, kind: 'internal', name: 'outbox sweep', attributes: { count: 1, age: 12 } });
  record({ ...request, kind: 'client', name: 'payer ask', attributes: { outcome: 'retry' } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ metrics }) => metrics.length)).toEqual([0]);
  record(request);
  await vi.advanceTimersByTimeAsync(1_000);
  const points = sent.at(-1)?.metrics ?? [];
  const first = { mode: 'atomic', status: 200, outcome: 'first' };
  expect(points.map(({ name, attributes, count, sum }) => ({ name, attributes, count, sum }))).toEqual([
    { name: 'handoff.requests', attributes: first, count: 3, sum: 180 },
    { name: 'handoff.tries', attributes: { mode: 'atomic' }, count: 4, sum: 8 },
    { name: 'handoff.requests', attributes: { ...first, outcome: 'replayed' }, count: 1, sum: 40 },
    { name: 'handoff.store.ru', attributes: { container: 'app' }, count: 1, sum: 3.5 },
    { name: 'handoff.import.rate', attributes: { outcome: 'live' }, count: 1, sum: 150_000 },
    { name: 'handoff.outbox.age', attributes: {}, count: 1, sum: 12 },
    { name: 'handoff.payer', attributes: { outcome: 'retry' }, count: 1, sum: 40 },
  ]);
  expect(points[0]).toMatchObject({ min: 40, max: 100, from: 0, to: 61_000 });
  record(request);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(sent.at(-1)?.metrics).toEqual([]);
});

test('a collector gets one histogram per name, with a point for each combination', async () => {
  const { sent, record } = opened();
  record(request);
  record({ ...request, attributes: { ...request.attributes, status: 409, code: 'request_in_progress' } });
  vi.setSystemTime(61_000);
  await vi.advanceTimersByTimeAsync(1_000);
  const body = otlpMetrics(sent[0]?.metrics ?? [], '1');
  expectOtlp('/v1/metrics', JSON.stringify(body));
  const [requests] = body.resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
  expect(requests).toMatchObject({
    name: 'handoff.requests',
    unit: 'ms',
    histogram: { aggregationTemporality: 1 },
  });
  expect(requests?.histogram.dataPoints).toHaveLength(2);
  expect(requests?.histogram.dataPoints[1]).toEqual({
    attributes: [
      { key: 'mode', value: { stringValue: 'atomic' } },
      { key: 'status', value: { intValue: '409' } },
      { key: 'outcome', value: { stringValue: 'first' } },
      { key: 'code', value: { stringValue: 'request_in_progress' } },
    ],
    startTimeUnixNano: '0',
    timeUnixNano: '62000000000',
    count: '1',
    sum: 40,
    min: 40,
    max: 40,
  });
});

const links = [{ traceId: '1af7651916cd43dd8448eb211c80319c', spanId: 'c7ad6b7169203331' }];
const browserSpan: FinishedSpan = { ...request, kind: 'client', service: 'handoff-web', isFailed: true };
const traces = JSON.stringify(
  otlpTraces([{ ...request, parentId: '00f067aa0ba902b7', links }, browserSpan], '1'),
);

test('spans are valid by the official schema, with browser spans as a separate service', () => {
  expectOtlp('/v1/traces', traces);
  expect(isOtlp('/v1/traces', traces)).toBe(true);
  const services = [...traces.matchAll(/"service.name","value":{"stringValue":"([\w-]+)"/g)];
  expect(services.map(([, name]) => name)).toEqual(['handoff-api', 'handoff-web']);
});

// Each row plants one error that the schema must refuse in a valid body.
test.each([
  ['a field no one knows', '"kind":', '"patient":"x","kind":'],
  ['a name as protobuf has it', '"startTimeUnixNano"', '"start_time_unix_nano"'],
  ['an id as base64', '"0af7651916cd43dd8448eb211c80319c"', '"CvdlGRbNQ92ESOshHIAxnA=="'],
  ['an id that is too short', '"b7ad6b7169203331"', '"b7ad6b71692033"'],
  ['a kind there is none of', '"kind":3', '"kind":9'],
  ['a status as text', '"code":2', '"code":"failed"'],
  ['a number as text', '"intValue":"200"', '"doubleValue":"200"'],
  ['a time that is no number', '"1000000000"', '"noon"'],
  ['spans in the wrong place', '"scopeSpans"', '"spans"'],
  ['a text where a list belongs', '"attributes":[', '"attributes":"none","events":['],
])('the official schema finds %s', (_what, right, wrong) => {
  const planted = traces.replace(right, wrong);
  expect(planted).not.toBe(traces);
  expect(isOtlp('/v1/traces', planted)).toBe(false);
});
