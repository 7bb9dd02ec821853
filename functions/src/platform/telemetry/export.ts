import { createMetrics, type MetricPoint } from './metrics.ts';
import type { FinishedSpan } from './trace.ts';

const SEND_EVERY_MS = 1_000;
const COLLECT_EVERY_MS = 60_000;
const SEND_AT = 200;

export interface Telemetry {
  spans: FinishedSpan[];
  /** Sent once a minute; empty in between. */
  metrics: MetricPoint[];
}

interface ExportOptions {
  /** Resolves to false when it did not arrive. Never rejects. */
  send: (telemetry: Telemetry) => Promise<boolean>;
  /** Called with the number of spans that a failed send lost; telemetry never stops the work. */
  onDropped: (count: number) => void;
  now?: () => number;
}

/** Sends in batches; the first batch of each minute includes the measurements of the minute before. */
export function createExport({
  send,
  onDropped,
  now = Date.now,
}: ExportOptions): (span: FinishedSpan) => void {
  const metrics = createMetrics(now);
  let collectAt = now() + COLLECT_EVERY_MS;
  let waiting: FinishedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const spans = waiting;
    waiting = [];
    const isDue = now() >= collectAt;
    if (isDue) collectAt = now() + COLLECT_EVERY_MS;
    const arrived = await send({ spans, metrics: isDue ? metrics.collect() : [] });
    if (!arrived) onDropped(spans.length);
  }

  return (span) => {
    metrics.measure(span);
    waiting.push(span);
    if (waiting.length === SEND_AT) void flush();
    else timer ??= setTimeout(() => void flush(), SEND_EVERY_MS).unref();
  };
}
