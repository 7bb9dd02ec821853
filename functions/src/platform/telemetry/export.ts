import { createMetrics, type MetricPoint } from './metrics.ts';
import type { FinishedSpan } from './trace.ts';

const SEND_EVERY_MS = 1_000;
const COLLECT_EVERY_MS = 60_000;
const SEND_AT = 200;

export interface Telemetry {
  spans: FinishedSpan[];
  /** Once a minute; empty between. */
  metrics: MetricPoint[];
}

interface ExportOptions {
  /** False when it did not arrive. Never rejects. */
  send: (telemetry: Telemetry) => Promise<boolean>;
  /** How many spans a send that failed has lost; telemetry never stops the work. */
  onDropped: (count: number) => void;
  now?: () => number;
}

/** Sends in batches, and with the first of each minute what was measured in the one before. */
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
