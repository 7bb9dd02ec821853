import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookSender } from './webhook-sender.ts';

const inside = [
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '0.0.0.0',
  // Cloud services: metadata, and Azure's own host.
  '169.254.169.254',
  '168.63.129.16',
  // Other spellings of 127.0.0.1.
  '2130706433',
  '0x7f.1',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[fd00::1]',
  '[fe80::1]',
  'localhost',
];

test.each(inside)('in Azure nothing is sent to %s', async (host) => {
  const sender = createWebhookSender({ allowsThisMachine: false });
  expect(await sender.post(`https://${host}/`, { headers: {}, body: '' })).toEqual({ failure: 'notPublic' });
});

test.each(['10.1.2.3', '169.254.169.254', '[fd00::1]'])(
  'on a local machine nothing is sent to %s either',
  async (host) => {
    const sender = createWebhookSender({ allowsThisMachine: true });
    expect(await sender.post(`https://${host}/`, { headers: {}, body: '' })).toEqual({
      failure: 'notPublic',
    });
  },
);

test('a redirect is returned and not followed; http reaches only this machine', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.address() as AddressInfo;
  const message = { headers: {}, body: '{}' };
  const here = createWebhookSender({ allowsThisMachine: true });
  expect(await here.post(`http://localhost:${port}/`, message)).toEqual({ status: 302 });
  const azure = createWebhookSender({ allowsThisMachine: false });
  expect(await azure.post(`http://localhost:${port}/`, message)).toEqual({ failure: 'notPublic' });
  expect(await here.post('http://127.0.0.1:9/', message)).toEqual({ failure: 'unreachable' });
  expect(asked).toBe(1);
});
