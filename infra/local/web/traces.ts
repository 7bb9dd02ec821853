import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';

/** Limits requests and timers apart, because hundreds of timers an hour must not displace requests. */
const MAX_TRACES = 200;

const Attribute = z.object({
  key: z.string(),
  value: z.record(z.string(), z.union([z.string(), z.number()])),
});
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(Attribute),
  links: z.array(z.object({ traceId: z.string().regex(/^[0-9a-f]{32}$/) })).default([]),
});
type Span = z.infer<typeof Span>;
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

const Point = z.object({
  attributes: z.array(Attribute),
  timeUnixNano: z.coerce.bigint(),
  count: z.coerce.number(),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
});
const Metric = z.object({
  name: z.string(),
  unit: z.string(),
  histogram: z.object({ dataPoints: z.array(Point) }),
});
type Metric = z.infer<typeof Metric>;
const MetricsExport = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(Metric) })) })),
});

/** A line of the host's log, with the API's entry inside. */
const HostLine = z.object({ category: z.literal('user'), message: z.string() });
const LogLine = z.looseObject({ ts: z.string(), traceId: z.string() });
type LogLine = z.infer<typeof LogLine>;

/**
 * Collects traces and metrics, and shows recent API work on two pages for developers. `logFile` is the log of the
 * Functions host, from which a trace shows its own lines.
 */
export function tracesApp({ logFile }: { logFile: string | undefined }): Hono {
  const traces = new Map<string, Span[]>();
  let metrics: Metric[] = [];
  const app = new Hono();
  app.post('/v1/traces', async (c) => {
    const sent = Export.safeParse(await c.req.json());
    if (!sent.success) return c.body(null, 400);
    for (const { scopeSpans } of sent.data.resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) keep(traces, span);
    return c.json({});
  });
  app.post('/v1/metrics', async (c) => {
    const sent = MetricsExport.safeParse(await c.req.json());
    if (!sent.success) return c.body(null, 400);
    metrics = sent.data.resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics),
    );
    return c.json({});
  });
  app.get('/', async (c) => {
    const wanted = c.req.query('id')?.trim();
    const newest = [...traces.values()].toReversed();
    if (wanted === undefined) return c.html(listPage(newest, metrics));
    const found = find(traces, wanted);
    if (!found) return c.html(page(html`<p>No trace of ${wanted}.</p>`));
    return c.html(tracePage(found, await linesOf(logFile, found[0]?.traceId)));
  });
  return app;
}

function keep(traces: Map<string, Span[]>, span: Span): void {
  const spans = traces.get(span.traceId) ?? [];
  traces.delete(span.traceId);
  traces.set(span.traceId, [...spans, span]);
  const alike = [...traces].filter(([, each]) => isRequest(each) === isRequest([...spans, span]));
  for (const [oldest] of alike.slice(0, -MAX_TRACES)) traces.delete(oldest);
}

const isRequest = (spans: readonly Span[]) =>
  spans.some(({ name }) => /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(name));

/** Finds spans by the id of the trace, of an idempotency key, or of a request. */
function find(traces: Map<string, Span[]>, id: string): Span[] | undefined {
  const all = [...traces.values()];
  return (
    traces.get(id.replaceAll('-', '')) ??
    all.find((spans) => spans.some((span) => textOf(span, 'requestId') === id))
  );
}

async function linesOf(logFile: string | undefined, traceId: string | undefined): Promise<LogLine[]> {
  if (logFile === undefined || traceId === undefined) return [];
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log
    .split('\n')
    .filter((line) => line.includes(traceId))
    .flatMap((line) => parsed(HostLine, line))
    .flatMap(({ message }) => parsed(LogLine, message))
    .filter((line) => line.traceId === traceId);
}

/** Ignores lines of another format, because the host and Node.js write to the same log. */
function parsed<T>(schema: z.ZodType<T>, text: string): T[] {
  try {
    const line = schema.safeParse(JSON.parse(text));
    return line.success ? [line.data] : [];
  } catch {
    return [];
  }
}

const page = (content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Traces</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <h1>Traces</h1>
        <form>
          <label>Trace, request or key <input name="id" size="40" /></label> <button>Find</button>
        </form>
        ${content}
        <p><a href="/traces">The latest</a></p>
      </body>
    </html>`;

const listPage = (traces: Span[][], metrics: Metric[]) =>
  page(
    html`${tableOf('Request', traces.filter(isRequest))}
      <h2>Timers</h2>
      ${tableOf(
        'Timer',
        traces.filter((spans) => !isRequest(spans)),
      )}
      ${metrics.length > 0 && metricsTable(metrics)}`,
  );

const tableOf = (what: string, traces: Span[][]) =>
  html`<table>
    <tr>
      <th>Started</th>
      <th>${what}</th>
      <th>Status</th>
      <th>Took</th>
      <th>Spans</th>
    </tr>
    ${traces.map((spans) => {
      const [first] = inOrder(spans);
      return (
        first &&
        html`<tr>
          <td>${timeOf(first)}</td>
          <td><a href="/traces?id=${first.traceId}">${first.name}</a></td>
          <td>${textOf(first, 'status')}</td>
          <td>${took(first)}</td>
          <td>${spans.length}</td>
        </tr>`
      );
    })}
  </table>`;

/** Shows the last minute with measurements. */
const metricsTable = (metrics: Metric[]) =>
  html`<h2>Metrics of the last minute</h2>
    <table>
      <tr>
        <th>Metric</th>
        <th>Of</th>
        <th>Count</th>
        <th>Mean</th>
        <th>Most</th>
      </tr>
      ${metrics.map(({ name, unit, histogram }) =>
        histogram.dataPoints.map(
          (point) =>
            html`<tr>
              <td>${name} (${unit})</td>
              <td>${saying(point)}</td>
              <td>${point.count}</td>
              <td>${(point.sum / point.count).toFixed(1)}</td>
              <td>${point.max.toFixed(1)}</td>
            </tr>`,
        ),
      )}
    </table>`;

const tracePage = (spans: Span[], lines: LogLine[]) =>
  page(
    html`<table>
        <tr>
          <th>Started</th>
          <th>Span</th>
          <th>Took</th>
          <th>What it says</th>
        </tr>
        ${inOrder(spans).map(
          (span) =>
            html`<tr>
              <td>${timeOf(span)}</td>
              <td>${'— '.repeat(depthOf(span, spans))}${span.name}</td>
              <td>${took(span)}</td>
              <td>
                ${saying(span)}
                ${span.links.map(({ traceId }) => html`<a href="/traces?id=${traceId}">What led to it</a>`)}
              </td>
            </tr>`,
        )}
      </table>
      <h2>Log</h2>
      ${lines.length === 0 ? html`<p>No line of it is in the log.</p>` : lines.map(logLine)}`,
  );

const logLine = ({ ts, traceId: _traceId, ...fields }: LogLine) =>
  html`<p><code>${ts} ${JSON.stringify(fields)}</code></p>`;

const inOrder = (spans: Span[]) =>
  spans.toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano));

function depthOf(span: Span, spans: Span[]): number {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? 1 + depthOf(parent, spans) : 0;
}

const timeOf = (span: Span) => new Date(Number(span.startTimeUnixNano / 1_000_000n)).toISOString();
const took = (span: Span) => `${Number(span.endTimeUnixNano - span.startTimeUnixNano) / 1e6} ms`;

const saying = (what: Pick<Span, 'attributes'>) =>
  what.attributes.map(({ key }) => `${key} ${textOf(what, key)}`).join(', ');

function textOf({ attributes }: Pick<Span, 'attributes'>, name: string): string {
  const value = attributes.find(({ key }) => key === name)?.value ?? {};
  return Object.values(value).join('');
}
