import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { freshApi } from '../testing/api.ts';
import { routesOf } from './routes.ts';
import { dispatchUnknown } from './unknown-call.ts';

const declared = { summary: 'Things', access: 'member', scope: 'domain', output: z.unknown() } as const;
const things = {
  read: defineEndpoint({ ...declared, method: 'GET', path: '/things/{id}', mode: 'read' }),
  change: defineEndpoint({ ...declared, method: 'PUT', path: '/things/{id}', mode: 'atomic' }),
  document: defineEndpoint({ ...declared, method: 'GET', path: '/things.json', mode: 'read' }),
};
const routesHere = () =>
  routesOf({ things }, { things: { read: async () => 1, change: async () => 2, document: async () => 3 } });

async function answerTo(url: string, method = 'DELETE') {
  const handoff = await freshApi();
  const request = { method, url, params: {}, header: () => undefined, body: async () => new Uint8Array() };
  const { status, headers, body } = dispatchUnknown(handoff.platform, routesHere(), request);
  return { status, allow: headers['Allow'], body: JSON.parse(String(body)), log: handoff.log };
}

test('a wrong method on a known path gets the list of allowed ones', async () => {
  const { status, allow, body, log } = await answerTo('/api/things/1?a=b');
  expect([status, allow]).toEqual([405, 'GET, PUT']);
  expect(body).toMatchObject({ code: 'method_not_allowed', ErrorMessage: 'Send this as GET or PUT.' });
  const { requestId } = body;
  expect(log).toEqual([
    { level: 'info', event: 'request', requestId, code: 'method_not_allowed', status: 405 },
  ]);
});

test.each([
  ['/api/THINGS/1', 405],
  ['/API/things/1/', 405],
  ['/things/1', 405],
  ['/api/things.json', 405],
  ['/api/thingsxjson', 404],
  ['/api/things/1/2', 404],
  ['/api/things/', 404],
  ['/api/things/1//', 404],
  ['/other/api/things/1', 404],
  ['/things/api/1', 404],
  ['/api/apithings/1', 404],
  ['/apithings/1', 404],
  ['/', 404],
])('%s is answered %i', async (url, status) => {
  expect(await answerTo(url)).toMatchObject({ status });
});

test('an unknown path gets no other detail', async () => {
  const { status, allow, body } = await answerTo('/api/secrets');
  expect([status, allow, body]).toEqual([
    404,
    undefined,
    { ErrorMessage: 'There is no such call.', code: 'not_found', requestId: expect.any(String) },
  ]);
});

test('a route is named by its area and call, and runs in its mode', () => {
  const routes = routesHere();
  expect(routes.map(({ name, mode }) => [name, mode])).toEqual([
    ['things.read', 'read'],
    ['things.change', 'atomic'],
    ['things.document', 'read'],
  ]);
  expect(routes.map(({ endpoint }) => endpoint)).toEqual(Object.values(things));
});
