import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { bundleSource, openJournal, openStorage, startHost, writeHostJson } from '../testing/fixture.ts';

async function startFixture(extensions: Record<string, unknown> = {}, settings: Record<string, string> = {}) {
  const [storage, journal, hostJson] = await Promise.all([
    openStorage(),
    openJournal(),
    writeHostJson(extensions),
  ]);
  const all = {
    AzureWebJobsStorage: storage.connectionString,
    JOURNAL: journal.path,
    QUEUE_NAME: 'unused',
    FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '104857600',
    ...settings,
  };
  const host = await startHost({
    hostJson,
    settings: all,
    cors: { origins: ['http://localhost:5173'] },
  });
  const call = (path: string, init?: RequestInit) => fetch(host.url + path, init);
  return { ...host, journal, call };
}

test("the handler gets method, url, parameters, query, headers, body and the caller's trace", async () => {
  const { call, url } = await startFixture();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const response = await call('/API/Things/42/Details?a=1&b=x%20y', {
    method: 'POST',
    headers: { 'x-sent': 'yes', traceparent, tracestate: 'vendor=1' },
    body: 'hello',
  });
  expect(await response.json()).toEqual({
    url: `${url}/API/Things/42/Details?a=1&b=x%20y`,
    method: 'POST',
    params: { id: '42', view: 'Details' },
    query: { a: '1', b: 'x y' },
    body: 'hello',
    sent: 'yes',
    traceContext: { traceParent: traceparent, traceState: 'vendor=1', attributes: {} },
  });
  expect(await (await call('/api/things/42')).json()).not.toHaveProperty('traceContext');
});

test('an answer is chunked without its length, as from the real host', async () => {
  const { call } = await startFixture();
  const { headers } = await call('/api/things/special');
  expect([headers.get('transfer-encoding'), headers.get('content-length')]).toEqual(['chunked', null]);
});

test('an unknown path and a wrong method are 404', async () => {
  const { call } = await startFixture();
  const statuses = [
    (await call('/api/unknown')).status,
    (await call('/things/42')).status,
    (await call('/api/things/not-a-number')).status,
    (await call('/api/things/42', { method: 'DELETE' })).status,
    (await call('/api/rest//a')).status,
    (await call('/api/things/42')).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404, 404, 200]);
  const { headers } = await call('/api/unknown');
  expect([headers.get('content-length'), headers.get('server')]).toEqual(['0', 'Kestrel']);
});

const answers = (name: string, route: string) =>
  `app.http('${name}', { route: '${route}', methods: ['GET'], handler: () => ({ body: '${name}' }) });`;

test("routes are tried in the case-insensitive order of their functions' names", async () => {
  const entry = await bundleSource(`import { app } from '@azure/functions';
    ${answers('Webhooks', 'webhooks')} ${answers('middle', '{*path}')} ${answers('about', 'about')}`);
  const { url } = await startHost({ entry, settings: {} });
  const bodyAt = async (path: string) => (await fetch(`${url}/api/${path}`)).text();
  expect([await bodyAt('about'), await bodyAt('webhooks')]).toEqual(['about', 'middle']);
});

test('an encoded slash stays in its parameter', async () => {
  const { call } = await startFixture();
  expect(await (await call('/api/rest/a/b%2Fc/d')).json()).toEqual({ path: 'a/b/c/d' });
});

test('a handler that throws gives 500 and nothing else, one that returns nothing 204', async () => {
  const { call, logs } = await startFixture();
  const failed = await call('/api/fails');
  expect([failed.status, await failed.text()]).toEqual([500, '']);
  expect(logs.find((entry) => entry.level === 'error')?.message).toContain('a secret detail');
  expect((await call('/api/nothing')).status).toBe(204);
});

test('status, headers and cookies go out', async () => {
  const { call } = await startFixture();
  const response = await call('/api/cookies');
  expect(response.status).toBe(201);
  expect(response.headers.get('x-answer')).toBe('yes');
  expect(response.headers.getSetCookie()).toEqual([
    'one=a%20b; path=/; samesite=lax; httponly',
    'two=2; max-age=60; path=/',
  ]);
});

test('5 MiB of form data come in, 20 MiB go out', async () => {
  const { call } = await startFixture();
  const form = new FormData();
  form.append('name', 'state file');
  form.append('file', new Blob([new Uint8Array(5 * 1024 * 1024)]), 'CT.csv');
  const uploaded = await call('/api/upload', { method: 'POST', body: form });
  expect(await uploaded.json()).toEqual({ files: ['state file', 5 * 1024 * 1024] });
  const download = await (await call('/api/download')).bytes();
  expect([download.byteLength, download.every((byte) => byte === 7)]).toEqual([20 * 1024 * 1024, true]);
});

test('a body without Content-Length arrives empty', async () => {
  const { url } = await startFixture();
  const body = await new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/api/length`, { method: 'POST' }, (response) => {
      response.on('data', (chunk) => resolve(String(chunk)));
    });
    request.on('error', reject);
    request.write('first ');
    request.end('second');
  });
  expect(body).toBe('{"length":0}');
});

test('a body over the limit is 500 without a text', async () => {
  const { call } = await startFixture({}, { FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1000' });
  const post = (length: number) => call('/api/length', { method: 'POST', body: 'x'.repeat(length) });
  const [taken, refused] = [await post(1000), await post(1001)];
  expect([taken.status, refused.status, await refused.text()]).toEqual([200, 500, '']);
});

test('requests over maxOutstandingRequests are 429, over maxConcurrentRequests they wait', async () => {
  const http = { maxOutstandingRequests: 2, maxConcurrentRequests: 1 };
  const { call, journal } = await startFixture({ http });
  const statuses = await Promise.all([1, 2, 3].map(async () => (await call('/api/slow?ms=100')).status));
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 429]);
  const inTurn = [{ slow: 'started' }, { slow: 'ended' }];
  expect(await journal.read()).toEqual([...inTurn, ...inTurn]);
});

test('the web origin may call, and another one may not', async () => {
  const { call } = await startFixture();
  const allowed = async (origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'x-key',
    };
    const { status, headers: answer } = await call('/api/things/1', { method: 'OPTIONS', headers });
    return [status, answer.get('access-control-allow-origin'), answer.get('access-control-allow-headers')];
  };
  expect(await allowed('http://localhost:5173')).toEqual([204, 'http://localhost:5173', 'x-key']);
  expect((await allowed('http://evil.example')).slice(0, 2)).toEqual([204, null]);
});

test('host.json sets the route prefix and headers, a setting disables a function', async () => {
  const http = { routePrefix: 'v2', customHeaders: { 'x-frame-options': 'DENY' } };
  const { call } = await startFixture({ http }, { 'AzureWebJobs.fails.Disabled': 'true' });
  const response = await call('/v2/things/special');
  expect([response.status, response.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
  expect((await call('/v2/fails')).status).toBe(404);
});

test('hooks run around the handler and change what is logged', async () => {
  const { call, logs, journal, close } = await startFixture();
  expect(await (await call('/api/hooked')).text()).toBe('hooked');
  expect(logs).toContainEqual(
    expect.objectContaining({ category: 'user', level: 'warning', message: 'said by the hook' }),
  );
  await close();
  expect(await journal.text()).toContain('{"app":"started"}\n{"app":"terminated"}\n');
});

test('a ping needs no key, all other administration does', async () => {
  const { call, keys } = await startFixture();
  expect((await call('/admin/host/ping')).status).toBe(200);
  for (const path of [
    '/admin/host/status',
    '/admin/functions',
    `/admin/host/status?code=${keys.blobs_extension}`,
  ])
    expect((await call(path)).status).toBe(401);
  const headers = { 'x-functions-key': keys.master };
  expect(await (await call('/admin/host/status', { headers })).json()).toEqual({
    id: 'local',
    state: 'Running',
  });
});

test('administration is the same in capitals, and says what is wrong with a token', async () => {
  const { call } = await startFixture();
  const headers = { authorization: 'Bearer a.b.c' };
  const all = await Promise.all([
    call('/Admin/Host/Status'),
    call('/admin/host/log'),
    call('/admin/warmup'),
    call('/admin/host/status', { headers }),
  ]);
  expect(all.map(({ status }) => status)).toEqual([401, 404, 200, 401]);
  expect(all.map((answer) => answer.headers.has('www-authenticate'))).toEqual([false, false, false, true]);
});

test('the home page can be switched off', async () => {
  const shown = await startFixture();
  expect(await (await shown.call('/')).text()).toContain('up and running');
  const hidden = await startFixture({}, { AzureWebJobsDisableHomepage: 'true' });
  expect((await hidden.call('/')).status).toBe(204);
});
