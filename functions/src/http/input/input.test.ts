import { defineEndpoint, type Endpoint } from '@handoff/shared/contract/endpoint';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ApiRequest } from '../../core/request.ts';
import { parseInput, readInput } from './input.ts';

const MB = 1024 * 1024;
const declared = {
  path: '/things/{id}',
  summary: 'Things',
  access: 'member',
  scope: 'domain',
  output: z.unknown(),
} as const;
const read = defineEndpoint({ ...declared, method: 'GET', mode: 'read' });
const write = defineEndpoint({
  ...declared,
  method: 'PUT',
  mode: 'atomic',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ page: z.coerce.number().optional() }),
  body: z.strictObject({ Name: z.string(), Tags: z.array(z.string()).optional() }),
});
const byId = defineEndpoint({
  ...declared,
  method: 'DELETE',
  mode: 'atomic',
  bareAs: 'Id',
  body: z.strictObject({ Id: z.string() }),
});
const byNames = { ...byId, bareAs: 'Names', body: z.strictObject({ Names: z.array(z.string()) }) };
const upload = defineEndpoint({
  ...declared,
  method: 'POST',
  mode: 'lease',
  upload: { fields: z.strictObject({ State: z.string() }), maxBytes: 2 * MB },
});

interface Sent {
  headers?: Record<string, string>;
  query?: string;
  body?: string | Uint8Array;
}

function requestOf({ headers = {}, query = '', body = '' }: Sent): ApiRequest {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const all = new Headers({
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  });
  return {
    method: 'PUT',
    url: `/api/things/1?${query}`,
    params: { id: '1' },
    header: (name) => all.get(name) ?? undefined,
    body: async () => bytes,
  };
}

const inputOf = async (endpoint: Endpoint, sent: Sent) =>
  parseInput(endpoint, await readInput(endpoint, requestOf(sent)));

async function formOf(...parts: [string, string | File][]): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

const refused = (code: string, message: string) => ({ code, message });

test('path, query and body are parsed by their schemas', async () => {
  expect(await inputOf(write, { query: 'page=2', body: '{"Name":"One"}' })).toEqual({
    params: { id: '1' },
    query: { page: 2 },
    body: { Name: 'One' },
  });
});

const unread = () => Promise.reject(new Error('It was read'));

test('a call without a body reads none, and needs no length', async () => {
  const headers = { 'content-length': '', 'content-type': ' Text/Plain ; charset=utf-8' };
  const raw = await readInput(read, { ...requestOf({ headers, query: 'a=1' }), body: unread });
  expect(raw).toMatchObject({ params: { id: '1' }, mediaType: 'text/plain', parts: [] });
  expect([raw.bytes.length, raw.query.get('a')]).toEqual([0, '1']);
  expect(await parseInput(read, raw)).toEqual({});
});

const bytesOf = async (body: string) => {
  const raw = await readInput(write, requestOf({ body }));
  return Buffer.from(raw.bytes).toString();
};

test('equal data has equal bytes, in any white space and field order', async () => {
  expect(await bytesOf('{ "b": { "d": 1, "c": [2, 1] },\n "a": null, "ab": "x" }')).toBe(
    '{"a":null,"ab":"x","b":{"c":[2,1],"d":1}}',
  );
  expect(await bytesOf('[{"b":1,"a":2}]')).toBe('[{"a":2,"b":1}]');
  expect(await bytesOf('no JSON')).toBe('no JSON');
});

test.each([
  ['none', ''],
  ['one in words', 'ten'],
  ['a negative one', '-1'],
  ['one with more behind it', '1x'],
  ['one with more before it', 'x1'],
])('a body needs a length, and %s is refused before it is read', async (_case, length) => {
  const request = requestOf({ body: '{"Name":"One"}', headers: { 'content-length': length } });
  await expect(readInput(write, { ...request, body: unread })).rejects.toMatchObject(
    refused('length_required', 'Send a Content-Length header.'),
  );
});

test('a length may have several digits', async () => {
  expect(await inputOf(write, { body: `{"Name":"${'x'.repeat(200)}"}` })).toMatchObject({
    params: { id: '1' },
  });
});

const tooLarge = (most: number) => refused('too_large', `This is larger than the limit of ${most} MB.`);

const jsonOf = (bytes: number) => `{"Name":"${'x'.repeat(bytes - 11)}"}`;

test('JSON above a megabyte is refused, by its announced and its actual length', async () => {
  expect(await inputOf(write, { body: jsonOf(MB) })).toMatchObject({ params: { id: '1' } });
  await expect(inputOf(write, { body: jsonOf(MB + 1) })).rejects.toMatchObject(tooLarge(1));
  const lying = { body: jsonOf(MB + 1), headers: { 'content-length': '10' } };
  await expect(inputOf(write, lying)).rejects.toMatchObject(tooLarge(1));
});

const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'a.bin');

const formWith = (bytes: number) => formOf(['State', 'CT'], ['file', fileOf(bytes)]);

test('the limit of a form includes its framing, and the file has a separate limit', async () => {
  const input = await inputOf(upload, await formWith(2 * MB));
  expect(input['file']).toMatchObject({ name: 'a.bin' });
  await expect(inputOf(upload, await formWith(2 * MB + 1))).rejects.toMatchObject(tooLarge(2));
  const announced = { headers: { 'content-length': String(2 * MB + 64 * 1024 + 1) } };
  await expect(inputOf(upload, announced)).rejects.toMatchObject(tooLarge(2));
});

test.each([
  ['another type', { 'content-type': 'text/plain' }],
  ['no type', { 'content-type': '' }],
])('JSON of %s is refused', async (_case, headers) => {
  await expect(inputOf(write, { body: '{"Name":"One"}', headers })).rejects.toMatchObject(
    refused('invalid_request', 'Send JSON (application/json).'),
  );
});

test('parameters and case of the media type do not matter', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  expect(await inputOf(write, { body: '{"Name":"One"}', headers })).toMatchObject({ body: { Name: 'One' } });
});

test.each([
  ['text', new TextEncoder().encode('{"Name":')],
  ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
])('invalid JSON is refused: %s', async (_case, body) => {
  await expect(inputOf(write, { body })).rejects.toMatchObject(
    refused('invalid_request', 'The request is not valid JSON.'),
  );
});

test('a repeated parameter is refused', async () => {
  const twice = refused('invalid_request', 'A parameter or field is there twice. Send each once.');
  await expect(inputOf(write, { query: 'page=1&page=1', body: '{"Name":"One"}' })).rejects.toMatchObject(
    twice,
  );
});

test('a form has fields and one file', async () => {
  const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });
  expect(await inputOf(upload, await formOf(['State', 'CT'], ['file', file]))).toEqual({
    fields: { State: 'CT' },
    file: { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') },
  });
});

test.each<[string, [string, string | File][], string]>([
  ['no file', [['State', 'CT']], 'Send exactly one file, as a part with a file name.'],
  [
    'two files',
    [
      ['State', 'CT'],
      ['file', new File(['a'], 'a')],
      ['file', new File(['b'], 'b')],
    ],
    'Send exactly one file, as a part with a file name.',
  ],
  [
    'a field twice',
    [
      ['State', 'CT'],
      ['State', 'MA'],
      ['file', new File(['a'], 'a')],
    ],
    'A parameter or field is there twice. Send each once.',
  ],
  ['a field too few', [['file', new File(['a'], 'a')]], 'State is missing'],
])('a form with %s is refused', async (_case, parts, message) => {
  await expect(inputOf(upload, await formOf(...parts))).rejects.toMatchObject(
    refused('invalid_request', message),
  );
});

test('a form call refuses other bodies', async () => {
  await expect(inputOf(upload, { body: '{}' })).rejects.toMatchObject(
    refused('invalid_request', 'Send a form with one file.'),
  );
});

test('only the escapes that browsers write in file names are decoded', async () => {
  const disposition = 'form-data; name="file"; filename="%22a%0D%0a%41%2522/b.pdf"';
  const body = `--x\r\nContent-Disposition: form-data; name="State"\r\n\r\nCT\r\n--x\r\nContent-Disposition: ${disposition}\r\n\r\n%PDF\r\n--x--\r\n`;
  const input = await inputOf(upload, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
  });
  expect(input['file']).toMatchObject({ name: '"a\r\n%41%2522/b.pdf' });
});

const plain = { 'content-type': 'text/plain; charset=utf-8' };

test.each<[string, Sent, string]>([
  ['an object', { body: '{"Id":"thing-1"}' }, 'thing-1'],
  ['a JSON text', { body: '"thing-1"' }, 'thing-1'],
  ['bare text', { body: 'thing-1', headers: plain }, 'thing-1'],
  ['in the query', { query: 'id=thing-1', headers: { 'content-type': '' } }, 'thing-1'],
  ['in the query, as JSON of nothing', { query: 'id=thing-1' }, 'thing-1'],
  [
    'a bare text, which the query does not replace',
    { body: 'thing-2', query: 'id=thing-1', headers: plain },
    'thing-2',
  ],
])('an id is accepted as %s', async (_case, sent, Id) => {
  expect(await inputOf(byId, sent)).toEqual({ body: { Id } });
});

test('a bare list is wrapped in its object', async () => {
  expect(await inputOf(byNames, { body: '["a","b"]' })).toEqual({ body: { Names: ['a', 'b'] } });
  expect(await inputOf(byNames, { body: '{"Names":["a"]}' })).toEqual({ body: { Names: ['a'] } });
  await expect(inputOf(write, { body: '["a"]' })).rejects.toMatchObject({
    message: 'Send an object with Name, Tags',
  });
});

test('only a call about one id takes it from the query', async () => {
  await expect(inputOf(byNames, { query: 'id=thing-1' })).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(inputOf(byId, { query: 'other=thing-1' })).rejects.toMatchObject({ code: 'invalid_request' });
});

test.each<[string, Endpoint, Sent]>([
  ['longer than 80 characters', byId, { body: 'x'.repeat(81), headers: plain }],
  ['with more than letters, digits, space and -', byId, { body: '<b>', headers: plain }],
  ['of several lines', byId, { body: 'a\nb', headers: plain }],
  ['of another type', byId, { body: 'thing-1', headers: { 'content-type': 'text/html' } }],
  ['to a call that takes none', write, { body: 'thing-1', headers: plain }],
])('bare text %s is refused', async (_case, endpoint, sent) => {
  await expect(inputOf(endpoint, sent)).rejects.toMatchObject(
    refused('invalid_request', 'Send JSON (application/json).'),
  );
});

test('bare text of eighty characters is accepted', async () => {
  const Id = 'x'.repeat(80);
  expect(await inputOf(byId, { body: Id, headers: plain })).toEqual({ body: { Id } });
});
