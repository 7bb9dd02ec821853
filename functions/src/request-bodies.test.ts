import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleSource, openStorage, startHost } from '@handoff/local/functions-host/testing/fixture';
import { expect, test } from 'vitest';

const MB = 1024 * 1024;
const source = `
  import { app } from '@azure/functions';
  import { requestBodies } from '${join(import.meta.dirname, 'request-bodies.ts')}';
  app.http('length', {
    methods: ['GET', 'POST'],
    handler: async (request) => {
      const body = await bodyOf(request);
      const heldMb = process.memoryUsage().arrayBuffers / ${MB};
      return { jsonBody: { length: body.length, ends: [body.at(0), body.at(-1)], heldMb } };
    },
  });
  app.http('unread', { methods: ['POST'], handler: async () => ({ body: 'not read' }) });
  const bodyOf = requestBodies(WORKER, { areCopied: COPIED, log: ({ event }) => console.log(event) });
`;

async function startApp({ worker = "require('@azure/functions-core')", areCopied = false } = {}) {
  const storage = await openStorage();
  const entry = await bundleSource(source.replace('WORKER', worker).replace('COPIED', String(areCopied)));
  return startHost({ entry, settings: { AzureWebJobsStorage: storage.connectionString } });
}

test('a file of 64 MB is not copied between the host and a handler', async () => {
  const { url } = await startApp();
  const body = Buffer.alloc(64 * MB, 'x');
  const before = process.memoryUsage().arrayBuffers / MB;
  const { heldMb, ...rest } = JSON.parse(await post(`${url}/api/length`, body));
  expect(rest).toEqual({ length: body.length, ends: [120, 120] });
  // The host holds the body, and the pieces it came in until they are collected; a copy would be 64 MB more.
  expect(heldMb - before).toBeLessThan(2.5 * 64);
});

test('a request without a body has an empty one, and a request whose body is not read is answered', async () => {
  const { url } = await startApp();
  expect(await (await fetch(`${url}/api/length`)).json()).toMatchObject({ length: 0 });
  expect(await post(`${url}/api/length`, Buffer.alloc(0))).toContain('"length":0');
  expect(await post(`${url}/api/unread`, Buffer.alloc(MB))).toBe('not read');
});

test.each([
  ['a worker that Azure has changed', { worker: '{ getProgrammingModel: () => ({ name: "another" }) }' }],
  ['a worker without programming models', { worker: '{}' }],
  ['the setting COPY_BODIES', { areCopied: true }],
])('with %s a body is copied, and read whole', async (_what, changes) => {
  const { url } = await startApp(changes);
  expect(JSON.parse(await post(`${url}/api/length`, Buffer.alloc(MB, 'x')))).toMatchObject({ length: MB });
});

/** `fetch` would hold copies of its own in this process. */
function post(url: string, body: Buffer): Promise<string> {
  return new Promise((done, failed) => {
    const headers = { 'content-length': body.length };
    const sent = httpRequest(url, { method: 'POST', headers }, (response) => done(text(response)));
    sent.on('error', failed);
    sent.end(body);
  });
}
