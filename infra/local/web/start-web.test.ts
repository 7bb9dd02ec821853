import { createServer, request as httpRequest } from 'node:http';
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { otlpMetrics, otlpTraces } from '@handoff/functions/platform/telemetry/otlp';
import { startWeb } from './start-web.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const config = { clientId: 'c', authority: 'https://localhost:1/t', scope: 's', apiBase: '/api' };

async function site(apiUrl = 'http://127.0.0.1:9') {
  const root = await mkdtemp(path.join(tmpdir(), 'handoff-web-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<p>the app</p>');
  await writeFile(path.join(root, 'redirect.html'), '<p>the bridge</p>');
  await writeFile(path.join(root, 'assets/app-1.js'), 'run()');
  const logFile = path.join(root, 'functions.log');
  await writeFile(logFile, hostLog);
  const web = await startWeb({ port: 0, apiUrl, config, origins: ['http://localhost:7146'], root, logFile });
  closers.push(() => web.close());
  const at = web.url.replace('localhost', '127.0.0.1');
  return (name: string, init?: RequestInit) => fetch(at + name, init);
}

test('a page of the app is the app, with the headers of the deployed site', async () => {
  const get = await site();
  const page = await get('/referrals/some-id');
  expect(await page.text()).toBe('<p>the app</p>');
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' http://localhost:7146 ws://localhost:7146;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'; base-uri 'none'");
  expect(page.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
});

test('only the reader of scans may run WebAssembly, and it may send nothing elsewhere', async () => {
  const get = await site();
  const policyOf = async (name: string) => (await get(name)).headers.get('Content-Security-Policy');
  expect(await policyOf('/assets/ocr/1/worker.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  expect(await policyOf('/assets/app-1.js')).not.toContain('unsafe-eval');
});

test('the sign-in bridge may be framed by the app and keeps its opener', async () => {
  const get = await site();
  const bridge = await get('/redirect.html?code=1');
  expect(await bridge.text()).toBe('<p>the bridge</p>');
  expect(bridge.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'");
  expect(bridge.headers.has('Cross-Origin-Opener-Policy')).toBe(false);
});

test('only files named by their content are cached forever, and a missing file is 404', async () => {
  const get = await site();
  expect((await get('/assets/app-1.js')).headers.get('Cache-Control')).toContain('immutable');
  expect((await get('/')).headers.get('Cache-Control')).toBe('no-store');
  expect((await get('/assets/gone.js')).status).toBe(404);
});

test('the configuration is read at run time', async () => {
  const get = await site();
  expect(await (await get('/config.json')).json()).toEqual(config);
});

test('requests to the API are forwarded with method, headers and body', async () => {
  const api = createServer((request, response) => {
    const { method, url, headers } = request;
    response.writeHead(201, { 'X-Seen': `${method} ${url} ${String(headers['idempotency-key'])}` });
    request.pipe(response);
  });
  const port = await listenOnLoopback(api, 0, 'API');
  closers.push(() => closeServer(api));
  const get = await site(`http://127.0.0.1:${port}`);
  const answer = await get('/api/referrals/create?a=1', {
    method: 'PUT',
    headers: { 'Idempotency-Key': 'k' },
    body: 'sent',
  });
  expect([answer.status, answer.headers.get('X-Seen'), await answer.text()]).toEqual([
    201,
    'PUT /api/referrals/create?a=1 k',
    'sent',
  ]);
});

test('a request for another host is refused, in its target or its header, and fetches nothing', async () => {
  const asked: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.end('of another server');
  });
  const otherPort = await listenOnLoopback(other, 0, 'another server');
  closers.push(() => closeServer(other));
  const get = await site();
  const { port } = new URL((await get('/')).url);
  const statusOf = (target: string, host: string) =>
    new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: target, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const here = `localhost:${port}`;
  expect(await statusOf('/traces', here)).toBe(200);
  expect(await statusOf('/traces', `rebound.example:${port}`)).toBe(421);
  expect(await statusOf(`http://rebound.example/traces`, here)).toBe(421);
  await expect(statusOf(`http://127.0.0.1:${otherPort}/api/x`, here)).rejects.toThrow('socket hang up');
  await expect(statusOf(`//127.0.0.1:${otherPort}/api/x`, here)).resolves.toBe(200);
  expect(asked).toEqual([]);
});

test('while the API is down, a request to it gets no answer', async () => {
  const get = await site();
  await expect(get('/api/health')).rejects.toThrow('fetch failed');
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
/** A log like the host's: its own lines, the output of Node.js, and the API's log. */
const hostLog = [
  { category: 'host', message: `ready ${traceId}` },
  ...[traceId, '1af7651916cd43dd8448eb211c80319c'].map((id) => ({
    category: 'user',
    message: JSON.stringify({ ts: '2026-11-22T06:00:00.000Z', event: 'request', status: 200, traceId: id }),
  })),
]
  .map((line) => JSON.stringify(line))
  .concat(`(node:1) Warning: ${traceId}`)
  .join('\n');

test('recent API work can be read with its log, and found by its request', async () => {
  const get = await site();
  const ids = { traceId, kind: 'server' as const, isFailed: false };
  const times = { startedAt: 1_795_000_000_000, endedAt: 1_795_000_000_012.5 };
  const request = { ...ids, ...times, spanId: 'b7ad6b7169203331', parentId: undefined };
  const spans = [
    {
      ...request,
      startedAt: times.startedAt + 1,
      spanId: 'c7ad6b7169203332',
      parentId: request.spanId,
      name: 'cosmos <read>',
      attributes: { ru: 1.5 },
      links: [{ traceId: '1af7651916cd43dd8448eb211c80319c', spanId: 'd7ad6b7169203333' }],
    },
    { ...request, name: 'PUT /referrals/create', attributes: { requestId: 'request-1', status: 200 } },
  ];
  const body = JSON.stringify(otlpTraces(spans, 'test'));
  expect((await get('/traces/v1/traces', { method: 'POST', body })).status).toBe(200);
  expect((await get('/traces/v1/traces', { method: 'POST', body: '{}' })).status).toBe(400);
  const list = await (await get('/traces')).text();
  expect(list).toContain('PUT /referrals/create</a>');
  expect(list).toContain('12.5 ms');
  for (const id of ['request-1', ids.traceId, '0af76519-16cd-43dd-8448-eb211c80319c'])
    expect(await (await get(`/traces?id=${id}`)).text()).toMatch(
      /create<[\s\S]*— cosmos &lt;read&gt;[\s\S]*ru 1.5\s*<a href="\/traces\?id=1af7651916cd43dd8448eb211c80319c">[\s\S]*Log<\/h2>\s*<p><code>2026-11-22T06:00:00.000Z .*200}<\/code><\/p>\s*<p><a/,
    );
  expect(await (await get('/traces?id=%3Cb%3E')).text()).toContain('No trace of &lt;b&gt;');
});

test('the metrics of the last minute are below the traces', async () => {
  const get = await site();
  const point = {
    unit: 'ms',
    attributes: { outcome: 'replayed' },
    count: 2,
    min: 1,
    max: 9,
    from: 0,
    to: 60_000,
  };
  const body = JSON.stringify(otlpMetrics([{ ...point, name: 'handoff.requests', sum: 10 }], 'test'));
  expect((await get('/traces/v1/metrics', { method: 'POST', body })).status).toBe(200);
  expect((await get('/traces/v1/metrics', { method: 'POST', body: '{}' })).status).toBe(400);
  const cells = ['handoff.requests \\(ms\\)', 'outcome replayed', '2', '5.0', '9.0'];
  expect(await (await get('/traces')).text()).toMatch(
    new RegExp(cells.map((cell) => `<td>${cell}</td>`).join('\\s*')),
  );
});
