import * as z from 'zod';
import type { Telemetry } from '../telemetry/export.ts';
import type { MetricPoint } from '../telemetry/metrics.ts';
import type { FinishedSpan, SpanAttributes } from '../telemetry/trace.ts';
import type { Credential } from './identity/managed-identity.ts';

const SCOPE = 'https://monitor.azure.com/.default';
const MONITOR_TIMEOUT_MS = 3_000;
const SCHEMA = 2;
/** In `MetricData`: marks a point that aggregates many values. */
const AGGREGATION = 'Aggregation';
/** The portal looks for links here, as Microsoft's exporter writes them. */
const LINKS = '_MS.links';

interface AzureMonitorOptions {
  /** Format: `InstrumentationKey=…;IngestionEndpoint=https://…`. */
  connectionString: string;
  credential: Credential;
  version: string;
}

/**
 * Sends to the ingestion API of Application Insights what spans and metrics need of it: Microsoft's exporter, still a
 * beta, would make the package half as large again. Source:
 * learn.microsoft.com/azure/azure-monitor/app/data-model-complete.
 */
export function sendToAzureMonitor({
  connectionString,
  credential,
  version,
}: AzureMonitorOptions): (telemetry: Telemetry) => Promise<boolean> {
  const { IngestionEndpoint: endpoint, InstrumentationKey: iKey } = parseConnectionString(connectionString);
  const url = new URL('v2.1/track', `${endpoint.replace(/\/$/, '')}/`);
  const tags = { 'ai.cloud.role': 'handoff-api', 'ai.application.ver': version };
  return async ({ spans, metrics }) => {
    const items = [...spans.map(dependencyOf), ...metrics.map(metricOf)];
    if (items.length === 0) return true;
    const body = items.map((item) => ({ ver: 1, iKey, ...item, tags: { ...tags, ...item.tags } }));
    try {
      const { token } = await credential.getToken(SCOPE);
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(MONITOR_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      // A 206 means that some were refused; the answer says which.
      return answer.status === 200;
    } catch {
      return false;
    }
  };
}

const ConnectionString = z.object({ InstrumentationKey: z.guid(), IngestionEndpoint: z.url() });

export function parseConnectionString(text: string): z.infer<typeof ConnectionString> {
  const parts = text.split(';').map((part) => part.split('=', 2));
  return ConnectionString.parse(Object.fromEntries(parts));
}

/** The host reports the request itself, so all of our spans are dependencies within it. */
function dependencyOf({ attributes, service, links, ...span }: FinishedSpan) {
  return {
    name: 'Microsoft.ApplicationInsights.RemoteDependency',
    time: new Date(span.startedAt).toISOString(),
    tags: {
      ...(service && { 'ai.cloud.role': service }),
      'ai.operation.id': span.traceId,
      ...(span.parentId && { 'ai.operation.parentId': span.parentId }),
    },
    data: {
      baseType: 'RemoteDependencyData',
      baseData: {
        ver: SCHEMA,
        id: span.spanId,
        name: span.name,
        type: span.kind === 'client' ? 'Dependency' : 'InProc',
        resultCode: String(attributes.status ?? attributes.outcome ?? 0),
        duration: timeSpan(span.endedAt - span.startedAt),
        success: !span.isFailed,
        properties: { ...asTexts(attributes), ...(links && { [LINKS]: linksOf(links) }) },
      },
    },
  };
}

const linksOf = (links: NonNullable<FinishedSpan['links']>) =>
  JSON.stringify(links.map(({ traceId, spanId }) => ({ operation_Id: traceId, id: spanId })));

/** One data point per item, because only the first of several would be stored. */
const metricOf = ({ name, attributes, count, sum, min, max, to }: MetricPoint) => ({
  name: 'Microsoft.ApplicationInsights.Metric',
  time: new Date(to).toISOString(),
  tags: {},
  data: {
    baseType: 'MetricData',
    baseData: {
      ver: SCHEMA,
      metrics: [{ name, kind: AGGREGATION, value: sum, count, min, max }],
      properties: asTexts(attributes),
    },
  },
});

const asTexts = (attributes: SpanAttributes): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));

/** Formats as `days.hours:minutes:seconds`, like .NET. */
function timeSpan(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  return `${days}.${new Date(ms % 86_400_000).toISOString().slice(11, 23)}`;
}
