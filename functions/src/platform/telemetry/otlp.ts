import type { Telemetry } from './export.ts';
import type { MetricPoint } from './metrics.ts';
import type { FinishedSpan } from './trace.ts';

const EXPORT_TIMEOUT_MS = 3_000;

interface OtlpOptions {
  /** `/v1/traces` and `/v1/metrics` are added to it, as the exporter's specification requires. */
  endpoint: string;
  version: string;
}

const kinds = { internal: 1, server: 2, client: 3 };
const ERROR = 2;
/** Each point counts from the end of the one before. */
const DELTA = 1;

/**
 * Sends OTLP over HTTP as JSON, which is this short; the exporter of the OpenTelemetry SDK would take a fifth of the
 * package. Source: opentelemetry.io/docs/specs/otlp, "OTLP/HTTP" and "JSON Protobuf Encoding".
 */
export function sendOtlp({ endpoint, version }: OtlpOptions): (telemetry: Telemetry) => Promise<boolean> {
  const base = endpoint.replace(/\/$/, '');
  return async ({ spans, metrics }) => {
    const arrived = await Promise.all([
      spans.length === 0 || post(`${base}/v1/traces`, otlpTraces(spans, version)),
      metrics.length === 0 || post(`${base}/v1/metrics`, otlpMetrics(metrics, version)),
    ]);
    return arrived.every(Boolean);
  };
}

async function post(url: string, body: object): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

export function otlpTraces(spans: FinishedSpan[], version: string) {
  const byService = Map.groupBy(spans, ({ service }) => service);
  return {
    resourceSpans: [...byService].map(([service, its]) => ({
      resource: resource(version, service),
      scopeSpans: [{ scope: { name: 'handoff', version }, spans: its.map(spanOf) }],
    })),
  };
}

export function otlpMetrics(points: MetricPoint[], version: string) {
  const byName = Map.groupBy(points, ({ name }) => name);
  return {
    resourceMetrics: [
      {
        resource: resource(version),
        scopeMetrics: [{ scope: { name: 'handoff', version }, metrics: [...byName.values()].map(metricOf) }],
      },
    ],
  };
}

const resource = (version: string, service = 'handoff-api') => ({
  attributes: attributesOf({ 'service.name': service, 'service.version': version }),
});

const spanOf = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  ...(span.links && { links: span.links }),
  status: span.isFailed ? { code: ERROR } : {},
});

/** A histogram without buckets: count, sum, minimum and maximum. */
const metricOf = (points: MetricPoint[]) => ({
  name: points[0]?.name ?? '',
  unit: points[0]?.unit ?? '',
  histogram: {
    aggregationTemporality: DELTA,
    dataPoints: points.map(({ attributes, count, sum, min, max, from, to }) => ({
      attributes: attributesOf(attributes),
      startTimeUnixNano: nanoseconds(from),
      timeUnixNano: nanoseconds(to),
      count: String(count),
      sum,
      min,
      max,
    })),
  },
});

/** This encoding writes 64-bit numbers as text. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Record<string, string | number | undefined>) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number | undefined) {
  if (typeof value !== 'number') return { stringValue: value ?? '' };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
