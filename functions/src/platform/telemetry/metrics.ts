import type { FinishedSpan, SpanAttributes } from './trace.ts';

/** Measurements since the last collection, one for each combination of the attributes. */
export interface MetricPoint {
  name: string;
  unit: string;
  attributes: SpanAttributes;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

interface Metric {
  name: string;
  unit: string;
  by: readonly (keyof SpanAttributes)[];
  /** Undefined when the span has no such value. */
  valueOf: (span: FinishedSpan) => number | undefined;
}

/** The rate of a smaller file would mostly measure its start. */
const RATED_ROWS = 100_000;

const isRequest = ({ kind, attributes }: FinishedSpan) => kind === 'server' && attributes.route !== undefined;
const took = ({ startedAt, endedAt }: FinishedSpan) => endedAt - startedAt;
const numberOf = (value: string | number | undefined) => (typeof value === 'number' ? value : undefined);

/** Every metric is a sum over spans, so that nothing is instrumented twice. The alerts of infra/azure name them. */
export const metrics: readonly Metric[] = [
  {
    name: 'handoff.requests',
    unit: 'ms',
    // A replay is an outcome, and a request that met a key in use has the code `request_in_progress`.
    by: ['mode', 'status', 'outcome', 'code'],
    valueOf: (span) => (isRequest(span) ? took(span) : undefined),
  },
  {
    name: 'handoff.tries',
    unit: '{try}',
    by: ['mode'],
    valueOf: (span) => (isRequest(span) ? numberOf(span.attributes.tries) : undefined),
  },
  {
    name: 'handoff.store.ru',
    unit: '{RU}',
    by: ['container'],
    valueOf: ({ attributes }) => numberOf(attributes.ru),
  },
  {
    name: 'handoff.outbox.age',
    unit: 's',
    by: [],
    valueOf: ({ name, attributes }) => (name === 'outbox sweep' ? numberOf(attributes.age) : undefined),
  },
  {
    name: 'handoff.import.rate',
    unit: '{row}/s',
    by: ['outcome'],
    valueOf: ({ name, attributes }) =>
      name === 'import' && (numberOf(attributes.count) ?? 0) >= RATED_ROWS
        ? numberOf(attributes.rate)
        : undefined,
  },
  {
    name: 'handoff.payer',
    unit: 'ms',
    by: ['outcome'],
    valueOf: (span) => (span.name === 'payer ask' ? took(span) : undefined),
  },
];

/** Sums spans until the next collection. */
export function createMetrics(now: () => number) {
  let points = new Map<string, MetricPoint>();
  let from = now();
  return {
    measure(span: FinishedSpan): void {
      for (const { name, unit, by, valueOf } of metrics) {
        const value = valueOf(span);
        if (value === undefined) continue;
        const attributes = chosen(span.attributes, by);
        const key = `${name} ${JSON.stringify(attributes)}`;
        const point = points.get(key);
        if (point) addTo(point, value);
        else
          points.set(key, {
            name,
            unit,
            attributes,
            count: 1,
            sum: value,
            min: value,
            max: value,
            from,
            to: from,
          });
      }
    },
    collect(): MetricPoint[] {
      const to = now();
      const collected = [...points.values()].map((point) => ({ ...point, to }));
      points = new Map();
      from = to;
      return collected;
    },
  };
}

const chosen = (attributes: SpanAttributes, by: Metric['by']): SpanAttributes =>
  Object.fromEntries(
    by.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );

function addTo(point: MetricPoint, value: number): void {
  point.count += 1;
  point.sum += value;
  point.min = Math.min(point.min, value);
  point.max = Math.max(point.max, value);
}
