import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FieldKeysNotConfigured, StoreUnavailable } from '../platform/ports.ts';
import { AppError, notFound } from '../core/app-error.ts';
import { asAppError, constantReply, errorReply, fileReply, jsonReply } from './reply.ts';

test('a constant answer is made once per encoding, even for concurrent requests', async () => {
  const call = {};
  let made = 0;
  const ask = (encoding: string | undefined) =>
    constantReply(call, encoding, async () => {
      made += 1;
      return jsonReply('{}', encoding);
    });
  await Promise.all(['br', 'gzip, br', 'gzip', undefined, 'gzip', 'br'].map(ask));
  await ask('gzip');
  expect(made).toBe(3);
});

test('a constant answer that failed is made again for the next request', async () => {
  const call = {};
  await expect(constantReply(call, undefined, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(await constantReply(call, undefined, () => jsonReply('{}', undefined))).toMatchObject({
    status: 200,
  });
});

const KB2 = 'x'.repeat(2_048);

test('JSON of two kilobytes or more is compressed as the client accepts it', async () => {
  const small = await jsonReply(KB2.slice(1), 'gzip, deflate, br');
  expect(small).toMatchObject({ status: 200, body: KB2.slice(1) });
  expect(small.headers).not.toHaveProperty('Content-Encoding');
  for (const [accepted, encoding, decompress] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await jsonReply(KB2, accepted);
    expect(headers).toMatchObject({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
    expect(decompress(body).toString()).toBe(KB2);
  }
  for (const accepted of [undefined, '', 'identity'])
    expect(await jsonReply(KB2, accepted)).toMatchObject({ body: KB2 });
});

test('answers are never cached, framed, executed or sniffed, and are read over https only', async () => {
  const { headers } = await jsonReply('{}', undefined);
  expect(headers).toEqual({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Content-Type': 'application/json; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
  });
});

test.each([
  ['a.pdf', 'a.pdf', 'a.pdf'],
  ['Été "1"\\2.csv', '_t_ _1__2.csv', '%C3%89t%C3%A9%20%221%22%5C2.csv'],
  ["it's (a) *.txt", "it's (a) *.txt", 'it%27s%20%28a%29%20%2A.txt'],
  ['a\r\nSet-Cookie: b', 'a__Set-Cookie: b', 'a%0D%0ASet-Cookie%3A%20b'],
  ['half \ud83d', 'half _', 'half%20%EF%BF%BD'],
])('a file is saved and never shown, under its name in two spellings: %s', (name, ascii, encoded) => {
  const { status, headers, body } = fileReply({ name, type: 'text/html', bytes: Buffer.from('<script>') });
  expect([status, Buffer.from(body).toString()]).toEqual([200, '<script>']);
  expect(headers).toMatchObject({
    'Content-Type': 'text/html',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  });
});

const replyTo = (error: AppError, traceId?: string) => {
  const { status, headers, body } = errorReply(error, { requestId: 'r-1', traceId });
  return { status, headers, body: JSON.parse(String(body)) };
};

test('an error has a message and a code, and only the fields that are set', () => {
  const { status, headers, body } = replyTo(new AppError('not_found', 'The referral was not found.'));
  expect([status, body]).toEqual([
    404,
    { ErrorMessage: 'The referral was not found.', code: 'not_found', requestId: 'r-1' },
  ]);
  for (const special of ['Retry-After', 'WWW-Authenticate', 'Allow'])
    expect(headers).not.toHaveProperty(special);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
});

test('an error has the details that a client needs to continue', () => {
  const details = {
    fields: { Name: 'Someone has changed this too' },
    current: { Id: 't1' },
    usedIn: [{ what: 'plans', count: 1 }],
    recent: {
      CheckId: 'c1',
      CheckedAt: '2026-11-24T12:00:00.000Z',
      CheckedBy: { Id: 'u1', FullName: 'Ana' },
    },
    mergedInto: { ReferralId: 'referral-2' },
  };
  const ids = { requestId: 'r-1', traceId: 'abc' };
  const said = { ErrorMessage: 'No', code: 'conflict', ...details, ...ids };
  expect(replyTo(new AppError('conflict', 'No', details), 'abc').body).toEqual(said);
});

test('retry time, sign-in scheme and allowed methods are in the headers', () => {
  const wait = new AppError('unavailable', 'Later', { retryAfterSeconds: 39 });
  expect(replyTo(wait).headers).toMatchObject({ 'Retry-After': '39' });
  expect(replyTo(new AppError('not_signed_in', 'No')).headers).toMatchObject({
    'WWW-Authenticate': 'Bearer',
  });
  const methods = new AppError('method_not_allowed', 'No', { allow: ['GET', 'PUT'] });
  expect(replyTo(methods).headers).toMatchObject({ Allow: 'GET, PUT' });
});

test('an unexpected error is answered without its message', () => {
  const refusal = notFound('The referral');
  expect(asAppError(refusal)).toBe(refusal);
  expect(refusal).toMatchObject({ name: 'AppError', message: 'The referral was not found.' });
  const cause = new TypeError('of Pat Sample');
  expect(asAppError(cause)).toMatchObject({
    code: 'internal',
    message: 'Something went wrong on our side. It has been logged.',
    cause,
  });
  const down = new StoreUnavailable('throttled', { retryAfterMs: 39_001 });
  expect(asAppError(down)).toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 40 },
    cause: down,
  });
  expect(asAppError(new FieldKeysNotConfigured())).toMatchObject({
    code: 'not_configured',
    message: 'Patient numbers cannot be kept or shown: their keys are not set up.',
  });
});
