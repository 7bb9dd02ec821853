import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeServer, listenOnLoopback } from '@handoff/local/listen-on-loopback';
import { expect, onTestFinished, test } from 'vitest';
import type { Telemetry } from '../telemetry/export.ts';
import { parseConnectionString, sendToAzureMonitor } from './azure-monitor.ts';
import { IdentityUnavailable } from './identity/managed-identity.ts';

const key = '11111111-2222-3333-4444-555555555555';
const telemetry: Telemetry = {
  spans: [
    {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      parentId: '00f067aa0ba902b7',
      name: 'cosmos query',
      kind: 'client',
      startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      endedAt: Date.UTC(2026, 0, 2, 3, 5, 6, 789),
      attributes: { container: 'app', ru: 3.5 },
      isFailed: false,
      links: [{ traceId: '1af7651916cd43dd8448eb211c80319c', spanId: 'c7ad6b7169203331' }],
      service: 'handoff-web',
    },
  ],
  metrics: [
    {
      name: 'handoff.store.ru',
      unit: '{RU}',
      attributes: { container: 'app' },
      count: 2,
      sum: 7,
      min: 3,
      max: 4,
      from: 0,
      to: Date.UTC(2026, 0, 2),
    },
  ],
};

/** Starts an ingestion endpoint that answers with this status. */
async function ingestion(status: number) {
  const received: { url: string; authorization: string; items: unknown }[] = [];
  const server = createServer((request, response) => {
    void json(request).then((items) => {
      const { url = '', headers } = request;
      received.push({ url, authorization: headers.authorization ?? '', items });
      response.writeHead(status).end('{"itemsReceived":2,"itemsAccepted":2,"errors":[]}');
    });
  });
  const port = await listenOnLoopback(server, 0, 'Ingestion');
  onTestFinished(() => closeServer(server));
  const connectionString = `InstrumentationKey=${key};IngestionEndpoint=http://127.0.0.1:${port}/;LiveEndpoint=https://live`;
  return { received, connectionString };
}

const credential = {
  getToken: async (scope: unknown) => ({ token: `for ${String(scope)}`, expiresOnTimestamp: 0 }),
};

const noIdentity = { getToken: () => Promise.reject(new IdentityUnavailable()) };

// The expected bodies follow Microsoft's own exporter (its generated models RemoteDependencyData and MetricsData).
test('Application Insights gets each span as a dependency and each metric as an aggregate', async () => {
  const { received, connectionString } = await ingestion(200);
  const send = sendToAzureMonitor({ connectionString, credential, version: '1.2.3' });
  expect(await send(telemetry)).toBe(true);
  const tags = { 'ai.cloud.role': 'handoff-api', 'ai.application.ver': '1.2.3' };
  expect(received).toEqual([
    {
      url: '/v2.1/track',
      authorization: 'Bearer for https://monitor.azure.com/.default',
      items: [
        {
          ver: 1,
          iKey: key,
          name: 'Microsoft.ApplicationInsights.RemoteDependency',
          time: '2026-01-02T03:04:05.000Z',
          tags: {
            ...tags,
            'ai.cloud.role': 'handoff-web',
            'ai.operation.id': '0af7651916cd43dd8448eb211c80319c',
            'ai.operation.parentId': '00f067aa0ba902b7',
          },
          data: {
            baseType: 'RemoteDependencyData',
            baseData: {
              ver: 2,
              id: 'b7ad6b7169203331',
              name: 'cosmos query',
              type: 'Dependency',
              resultCode: '0',
              duration: '0.00:01:01.789',
              success: true,
              properties: {
                container: 'app',
                ru: '3.5',
                '_MS.links': '[{"operation_Id":"1af7651916cd43dd8448eb211c80319c","id":"c7ad6b7169203331"}]',
              },
            },
          },
        },
        {
          ver: 1,
          iKey: key,
          name: 'Microsoft.ApplicationInsights.Metric',
          time: '2026-01-02T00:00:00.000Z',
          tags,
          data: {
            baseType: 'MetricData',
            baseData: {
              ver: 2,
              metrics: [
                { name: 'handoff.store.ru', kind: 'Aggregation', value: 7, count: 2, min: 3, max: 4 },
              ],
              properties: { container: 'app' },
            },
          },
        },
      ],
    },
  ]);
});

test.each([206, 400, 401, 429, 503])('a partly accepted batch counts as lost: %i', async (status) => {
  const { connectionString } = await ingestion(status);
  const send = sendToAzureMonitor({ connectionString, credential, version: '1' });
  expect(await send(telemetry)).toBe(false);
});

test('without an identity nothing is sent', async () => {
  const { received, connectionString } = await ingestion(200);
  const send = sendToAzureMonitor({ connectionString, credential: noIdentity, version: '1' });
  expect(await send(telemetry)).toBe(false);
  expect(received).toEqual([]);
});

test('a connection string without its endpoint is refused', () => {
  expect(() => parseConnectionString(`InstrumentationKey=${key}`)).toThrow('IngestionEndpoint');
});
