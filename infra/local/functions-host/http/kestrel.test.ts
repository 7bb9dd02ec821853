import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bundleSource, startHost, writeHostJson } from '../testing/fixture.ts';

const echo = `import { app } from '@azure/functions';
  app.http('echo', { methods: ['GET', 'POST'], route: 'echo/{part?}', handler: async (request) => ({
    jsonBody: { method: request.method, length: (await request.text()).length, sent: request.headers.get('x-sent') } }) });`;

async function startEcho(http: object = {}) {
  const [entry, hostJson] = await Promise.all([bundleSource(echo), writeHostJson({ http })]);
  const limits = { headersMs: 500, bodyGraceMs: 500 };
  const host = await startHost({ entry, hostJson, limits, settings: {} });
  return { ...host, port: Number(new URL(host.url).port) };
}

/** Sends the bytes unchanged; the answer is complete when the other side or the test ends the connection. */
function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  const received: { text: string; isClosed: boolean } = { text: '', isClosed: false };
  socket.on('data', (chunk) => (received.text += String(chunk)));
  socket.on('error', () => {});
  socket.on('close', () => (received.isClosed = true));
  socket.write(Buffer.from(text, 'latin1'));
  return { socket, received };
}

async function statusOf(port: number, text: string) {
  const { socket, received } = open(port, text);
  await expect.poll(() => received.text).toMatch(/\r\n\r\n/);
  socket.destroy();
  return Number(received.text.slice(9, 12));
}

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const repeated = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: 1`);

test.each<[string, string, number]>([
  ['a method in small letters', request('get /api/echo'), 200],
  ['a method of its own', request('BREW /api/echo'), 404],
  ['what is no request', 'hello\r\n\r\n', 400],
  ['a header of 30 KB', request('GET /api/echo', `X-Sent: ${'x'.repeat(30_000)}`), 200],
  ['headers above 32 KB', request('GET /api/echo', `X-Sent: ${'x'.repeat(33_000)}`), 431],
  ['100 headers', request('GET /api/echo', ...repeated(99)), 200],
  ['101 headers', request('GET /api/echo', ...repeated(100)), 431],
  ['a request line above 8 KB', request(`GET /api/echo?${'x'.repeat(40_000)}`), 414],
  ['a byte of a header that is not ASCII', request('GET /api/echo', 'X-Sent: \u00e9'), 200],
  ['a control character in a header', request('GET /api/echo', 'X-Other: a\u0001b'), 200],
  ['lines that end with a line feed alone', request('GET /api/echo').replaceAll('\r', ''), 200],
  ['two hosts', request('GET /api/echo', 'Host: localhost'), 400],
  ['a negative length', request('POST /api/echo', 'Content-Length: -1'), 400],
  ['a length with a plus', `${request('POST /api/echo', 'Content-Length: +2')}ab`, 200],
  [
    'another encoding of transfer',
    request('POST /api/echo', 'Transfer-Encoding: identity', 'Content-Length: 0'),
    400,
  ],
  ['an expectation of its own', request('GET /api/echo', 'Expect: tea'), 200],
  ['another version', request('GET /api/echo').replace('HTTP/1.1', 'HTTP/2.0'), 505],
  ['a tunnel', request('CONNECT localhost:80'), 404],
  ['options of all', request('OPTIONS *'), 404],
  ['a hash in the target', request('GET /api/echo/a#b'), 200],
  ['a NUL in the path', request('GET /api/echo/%00'), 400],
  ['a NUL in the query', request('GET /api/echo?a=%00'), 200],
  ['two lengths', request('POST /api/echo', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ['a length above the limit', request('POST /api/echo', 'Content-Length: 99999999999'), 500],
  ['HTTP/1.1 without a host', 'GET /api/echo HTTP/1.1\r\n\r\n', 400],
  ['HTTP/1.0 without a host', 'GET /api/echo HTTP/1.0\r\n\r\n', 500],
])('%s', async (_what, text, status) => {
  expect(await statusOf((await startEcho()).port, text)).toBe(status);
});

test.each<[string, string[], string]>([
  ['a length beside chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '2\r\nab\r\n0\r\n\r\n'],
  ['chunks beside a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '2\r\nab\r\n0\r\n\r\n'],
  ['a broken chunk', ['Transfer-Encoding: chunked'], 'none\r\n'],
])('%s reaches the function without a body', async (_what, headers, body) => {
  const { port } = await startEcho();
  const { socket, received } = open(port, request('POST /api/echo', ...headers) + body);
  await expect.poll(() => received.text).toContain('"length":0');
  socket.destroy();
});

test('an answer to HTTP/1.0 is not chunked, and ends with its connection', async () => {
  const { port } = await startEcho();
  const { received } = open(port, request('GET /api/echo').replace('HTTP/1.1', 'HTTP/1.0'));
  await expect.poll(() => received.isClosed).toBe(true);
  expect(received.text.toLowerCase()).not.toContain('chunked');
  expect(received.text).toContain('"method":"GET"');
});

test('a connection that says nothing stays open, and a caller who leaves in the middle of a body is cut off', async () => {
  const { port } = await startEcho();
  const silent = open(port, '');
  const leaving = open(port, `${request('POST /api/echo', 'Content-Length: 100')}half`);
  leaving.socket.end();
  await expect.poll(() => leaving.received.isClosed).toBe(true);
  await delay(1_600);
  expect(silent.received).toEqual({ text: '', isClosed: false });
  silent.socket.destroy();
});

test('a repeated header is joined with a comma', async () => {
  const { port } = await startEcho();
  const { socket, received } = open(port, request('GET /api/echo', 'X-Sent: one', 'X-Sent: two'));
  await expect.poll(() => received.text).toContain('"sent":"one,two"');
  socket.destroy();
});

test('an incomplete body or header does not block other requests', async () => {
  const { port, url } = await startEcho({ maxConcurrentRequests: 2, maxOutstandingRequests: 4 });
  const half = request('POST /api/echo', 'Content-Length: 1000') + 'x';
  const bodies = [1, 2, 3, 4].map(() => open(port, half));
  const header = open(port, 'GET /api/echo HTTP/1.1\r\nX-Se');
  await expect.poll(async () => (await fetch(`${url}/api/echo`)).status).toBe(429);
  await expect.poll(() => bodies.every(({ received }) => received.isClosed)).toBe(true);
  expect(bodies.map(({ received }) => received.text.slice(9, 12))).toEqual(['500', '500', '500', '500']);
  expect((await fetch(`${url}/api/echo`)).status).toBe(200);
  await expect.poll(() => header.received).toMatchObject({ isClosed: true });
  expect(header.received.text).toContain('408');
});

test('a slow body is accepted as long as it keeps the rate', async () => {
  const { port } = await startEcho();
  const { socket, received } = open(port, request('POST /api/echo', 'Content-Length: 1000'));
  for (let sent = 0; sent < 1000; sent += 100) {
    socket.write('x'.repeat(100));
    await delay(100);
  }
  await expect.poll(() => received.text).toContain('"length":1000');
  socket.destroy();
});
