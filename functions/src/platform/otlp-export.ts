import type { FinishedSpan } from './trace.ts';

const SEND_EVERY_MS = 1_000;
const SEND_AT = 200;
const TIMEOUT_MS = 3_000;

interface OtlpOptions {
  /** Of a collector; `/v1/traces` is added, as the specification of the exporter has it. */
  endpoint: string;
  version: string;
  /** How many spans a send that failed has lost; telemetry never stops the work. */
  onDropped: (count: number) => void;
}

const kinds = { internal: 1, server: 2, client: 3 };
const ERROR = 2;

/**
 * OTLP over HTTP as JSON, which is this much; the exporter of the OpenTelemetry SDK would take a fifth of the package.
 * Source: opentelemetry.io/docs/specs/otlp, "OTLP/HTTP" and "JSON Protobuf Encoding".
 */
export function createOtlpExport({
  endpoint,
  version,
  onDropped,
}: OtlpOptions): (span: FinishedSpan) => void {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  let waiting: FinishedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const spans = waiting;
    waiting = [];
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(otlpOf(spans, version)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (!answer?.ok) onDropped(spans.length);
  }

  return (span) => {
    waiting.push(span);
    if (waiting.length === SEND_AT) void send();
    else timer ??= setTimeout(() => void send(), SEND_EVERY_MS).unref();
  };
}

export function otlpOf(spans: FinishedSpan[], version: string) {
  const resource = attributesOf({ 'service.name': 'handoff-api', 'service.version': version });
  return {
    resourceSpans: [
      {
        resource: { attributes: resource },
        scopeSpans: [{ scope: { name: 'handoff', version }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

const spanOf = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: span.isFailed ? { code: ERROR } : {},
});

/** 64 bits are text in this encoding. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Record<string, string | number | undefined>) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number | undefined) {
  if (typeof value !== 'number') return { stringValue: value ?? '' };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
