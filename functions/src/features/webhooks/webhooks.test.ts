import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@handoff/shared/contract/api';
import { webhookEvents } from '@handoff/shared/domain/agency/webhook';
import { Fhir } from 'fhir';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { referralMessage } from '../../testing/examples/referral-files.ts';
import { everythingStored } from '../../testing/stored.ts';

const HOUR_MS = 3_600_000;
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const Event = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    agencyId: z.string(),
    referralId: z.string().optional(),
    task: z.looseObject({}).optional(),
  }),
});
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
}

/** Answers as `answer` says, and records what it receives. */
async function receiver(answer: (nth: number) => number) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const status = answer(received.length);
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/events`, received };
}

async function listenAt(Url: string) {
  const body = { Url, Events: [...webhookEvents] };
  const [made] = (await handoff.call(api.webhooks.create, { body }, { as: 'mia' })).ok().WebhooksInfo;
  if (!made) throw new Error('no webhook');
  return { ...made, secret: await secretOf(made.Id) };
}

const secretOf = async (Id: string) =>
  (await handoff.call(api.webhooks.showSecret, { body: { Id } }, { as: 'mia' })).ok().Secret;
const named = (Id: string) => ({ body: { Id } });
const deliver = () => handoff.app.jobs.webhooks.run();
const listed = async () => (await handoff.call(api.webhooks.list, {}, { as: 'mia' })).ok().WebhooksInfo[0];
const logOf = async (id: string) =>
  (await handoff.call(api.webhooks.deliveries, { query: { id } }, { as: 'mia' })).ok().WebhookDeliveriesInfo;

test.each([
  ['is busy for long', { kind: 'answer', status: 429, retryAfterMs: 1 }, 105],
  ['loses its answer', { kind: 'lose-answer' }, 1],
] as const)('an attempt is counted once when the store %s', async (_what, fault, times) => {
  // The event arrives after the line was claimed and before its outcome is stored.
  const { url, received } = await receiver((nth) => {
    if (nth === 0) handoff.failStore('batch', fault, times);
    return 500;
  });
  const { Id } = await listenAt(url);
  await referral(handoff);
  await deliver();
  handoff.advance(60_000);
  await deliver();
  expect(received).toHaveLength(2);
  expect((await logOf(Id)).map(({ Attempt }) => Attempt)).toEqual([2, 1]);
});

async function decide(Id: string, Kind: 'Accepted' | 'Declined' | 'Pending') {
  const Reason = Kind === 'Declined' ? 'No capacity' : '';
  const body = { Id, Decision: { Kind, Reason } };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
}

const signatures = ({ headers }: Received) => String(headers['webhook-signature']).split(' ');
function signed({ headers, body }: Received, secret: string): string {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return new Webhook(secret).sign(String(headers['webhook-id']), at, body);
}

test('a receiver that fails half the time gets each event at least once, signed, in order for each referral', async () => {
  let dice = 20261122;
  const isBad = () => (dice = (dice * 1_103_515_245 + 12_345) % 2 ** 31) % 1000 < 500;
  const { url, received } = await receiver(() => (isBad() ? 500 : 200));
  const { secret } = await listenAt(url);
  const ids = [(await referral(handoff)).Id, (await referral(handoff)).Id, (await referral(handoff)).Id];
  for (const kind of ['Accepted', 'Pending', 'Declined'] as const) {
    await deliver();
    for (const Id of ids) await decide(Id, kind);
  }
  for (let runs = 0; runs < 40; runs += 1) {
    handoff.advance(3 * HOUR_MS);
    await deliver();
  }

  expect(received.some(({ status }) => status === 500)).toBe(true);
  for (const message of received) {
    expect(signatures(message)).toEqual([signed(message, secret)]);
    expect(Event.parse(JSON.parse(message.body)).data.agencyId).toBe('domain-harbor');
  }
  const taken = received.filter(({ status }) => status === 200);
  for (const id of ids) {
    const own = taken.filter(({ body }) => body.includes(id));
    const times = own.map(({ body }) => Event.parse(JSON.parse(body)).timestamp);
    expect(own.map(({ body }) => Event.parse(JSON.parse(body)).type)).toEqual([
      'referral.created',
      ...['Accepted', 'Pending', 'Declined'].map(() => 'referral.decided'),
    ]);
    expect(times).toEqual(times.toSorted());
  }
  expect(new Set(taken.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
});

test('an event that was sent but not recorded as sent is resent under the same id', async () => {
  const { url, received } = await receiver(() => 200);
  await listenAt(url);
  await referral(handoff);
  const { webhooks } = handoff.platform;
  const post: typeof webhooks.post = async (...message) => {
    await webhooks.post(...message);
    throw new Error('killed here');
  };
  await handoff.another({ webhooks: { ...webhooks, post } }).app.jobs.webhooks.run();
  await deliver();
  expect(received).toHaveLength(1);
  handoff.advance(2 * 60_000);
  await deliver();
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(received).toHaveLength(2);
});

test('two timers send an event once, and a person resends it from the log under the same id', async () => {
  const { url, received } = await receiver(() => 200);
  const { Id, secret } = await listenAt(url);
  await referral(handoff);
  await Promise.all([deliver(), deliver()]);
  expect(received).toHaveLength(1);
  const [message] = received;
  const headers = z.record(z.string(), z.string()).parse(message?.headers);
  expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({
    type: 'referral.created',
  });

  const [delivery] = await logOf(Id);
  expect(delivery).toMatchObject({ Event: 'referral.created', Status: 200, Attempt: 1, Failure: '' });
  (await handoff.call(api.webhooks.sendAgain, named(delivery?.Id ?? ''), { as: 'mia' })).ok();
  await deliver();
  expect(received.map((each) => each.headers['webhook-id'])).toEqual([delivery?.EventId, delivery?.EventId]);
});

test('a secret is shown to the person who made it for ten minutes; a new one signs beside it for a day', async () => {
  const { url, received } = await receiver(() => 200);
  const { Id, secret } = await listenAt(url);
  handoff.advance(11 * 60_000);
  const late = await handoff.call(api.webhooks.showSecret, named(Id), { as: 'mia' });
  expect(late.error().ErrorMessage).toBe('This secret is no longer shown. Rotate it to get a new one.');
  (await handoff.call(api.webhooks.rotateSecret, named(Id), { as: 'mia' })).ok();
  const fresh = await secretOf(Id);
  expect(fresh).not.toBe(secret);
  const stored = JSON.stringify(await everythingStored(handoff.store));
  for (const each of [secret, fresh]) expect(stored).not.toContain(each.slice(6));

  for (const hours of [0, 25]) {
    handoff.advance(hours * HOUR_MS);
    (await handoff.call(api.webhooks.test, named(Id), { as: 'mia' })).ok();
    await deliver();
  }
  const [both, one] = received;
  expect(both && signatures(both)).toEqual([fresh, secret].map((each) => both && signed(both, each)));
  expect(one && signatures(one)).toEqual([one && signed(one, fresh)]);
});

test('after days of failing it is switched off, managers are notified, and what waits is not sent', async () => {
  const { url, received } = await receiver(() => 503);
  const { Id } = await listenAt(url);
  const first = await referral(handoff);
  await decide(first.Id, 'Accepted');
  for (let tries = 0; tries < 10; tries += 1) {
    await deliver();
    handoff.advance(27 * HOUR_MS);
  }
  expect(received).toHaveLength(10);
  expect(await listed()).toMatchObject({
    Active: false,
    DisabledAt: expect.any(String),
    LastDelivery: { Status: 503, Attempt: 10, Failure: 'The receiver answered 503' },
  });
  const query = { id: 'user-00000000-0000-4000-8000-000000000002' };
  const news = (await handoff.call(api.users.notifications, { query }, { as: 'mia' })).ok();
  expect(news.UserNotificationsInfo).toMatchObject([
    { Kind: 'webhook', Text: expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ failed for days/) },
  ]);

  await deliver();
  await referral(handoff);
  await deliver();
  expect(received).toHaveLength(10);
  const dropped = (await logOf(Id)).filter(({ Status }) => Status === null);
  expect(dropped.map(({ Failure }) => Failure)).toEqual(
    [1, 2].map(() => 'Not sent: the webhook is off or deleted'),
  );
  const again = dropped.find(({ Event: event }) => event === 'referral.decided')?.Id ?? '';
  const refused = await handoff.call(api.webhooks.sendAgain, named(again), { as: 'mia' });
  expect(refused.error().ErrorMessage).toBe('This webhook is off. Switch it on first.');
  (await handoff.call(api.webhooks.update, { body: { Id, Active: true } }, { as: 'mia' })).ok();
  (await handoff.call(api.webhooks.sendAgain, named(again), { as: 'mia' })).ok();
  await deliver();
  expect(received).toHaveLength(11);
});

test('in Azure only https addresses are accepted', async () => {
  const webhooks = { ...handoff.platform.webhooks, allowsThisMachine: false };
  const body = { Url: 'http://example.org/', Events: [...webhookEvents] };
  const refused = await handoff.another({ webhooks }).call(api.webhooks.create, { body }, { as: 'mia' });
  expect(refused.error().fields).toEqual({ Url: 'Enter an address that begins with https://' });
});

test('only managers see webhooks, and an address is one without secrets', async () => {
  const { Id } = await listenAt('http://127.0.0.1:9/');
  for (const as of ['ana', 'vic', 'ada'] as const)
    expect((await handoff.call(api.webhooks.list, {}, { as })).status).toBe(403);
  const wrongs = {
    'https://user:password@example.org/': 'Leave out user names, passwords and the part after #',
    'no address': 'Enter an address that begins with https://',
    '': 'Enter an address that begins with https://',
  };
  for (const [Url, message] of Object.entries(wrongs)) {
    const wrong = await handoff.call(api.webhooks.update, { body: { Id, Url } }, { as: 'mia' });
    expect(wrong.error().fields).toEqual({ Url: message });
  }
});

test('the sender of an order learns that it is received, accepted or declined, by its own numbers and no patient', async () => {
  const { url, received } = await receiver(() => 200);
  await listenAt(url);
  const file = referralMessage();
  const sent = await handoff.call(api.drafts.fromFile, { fields: {}, file }, { as: 'ana' });
  const DraftId = sent.ok().DraftInfo[0]?.Id ?? '';
  const body = { ...referralDraft(), DraftId };
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  await deliver();
  for (const kind of ['Accepted', 'Pending', 'Declined'] as const) {
    await decide(made?.Id ?? '', kind);
    await deliver();
  }

  const order = { identifier: { system: 'RIVERBEND', value: 'R-1001' } };
  const tasks = received.map(({ body: text }) => Event.parse(JSON.parse(text)).data.task);
  expect(tasks.map((task) => task?.['status'])).toEqual(['received', 'accepted', 'received', 'rejected']);
  expect(tasks[0]).toEqual({
    resourceType: 'Task',
    identifier: [{ value: made?.Id }],
    basedOn: [order],
    status: 'received',
    businessStatus: { text: 'New' },
    intent: 'order',
    code: expect.objectContaining({ text: 'Fulfill the focal request' }),
    focus: { type: 'ServiceRequest', ...order },
    lastModified: expect.any(String),
  });
  expect(new Fhir().validate(tasks[0] ?? {}).messages).toEqual([]);
  const { LastName, FirstName, DateOfBirth } = made?.Patient ?? referralDraft().Patient;
  expect(received.map(({ body: text }) => text).join()).not.toMatch(
    new RegExp([LastName, FirstName, DateOfBirth].map((text) => `"${text}"`).join('|')),
  );
});

test('a merge brings the order along, and takes it back when it is undone', async () => {
  const { url, received } = await receiver(() => 200);
  await listenAt(url);
  const { Id: Into } = await referral(handoff);
  const file = referralMessage();
  const sent = await handoff.call(api.drafts.fromFile, { fields: {}, file }, { as: 'ana' });
  const body = { ...referralDraft(), DraftId: sent.ok().DraftInfo[0]?.Id };
  const [ordered] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  const Id = ordered?.Id ?? '';
  await deliver();
  const ordersOf = async (decided: 'Accepted' | 'Pending') => {
    received.length = 0;
    await decide(Into, decided);
    await deliver();
    return received.map(({ body: text }) => Event.parse(JSON.parse(text)).data.task?.['basedOn']);
  };
  (await handoff.call(api.referrals.merge, { body: { Id, Into } }, { as: 'ana' })).ok();
  await deliver();
  expect(await ordersOf('Accepted')).toEqual([[{ identifier: { system: 'RIVERBEND', value: 'R-1001' } }]]);
  (await handoff.call(api.referrals.restore, { body: { Id } }, { as: 'ana' })).ok();
  await deliver();
  expect(await ordersOf('Pending')).toEqual([undefined]);
});

test('a referral that was typed has no task', async () => {
  const { url, received } = await receiver(() => 200);
  await listenAt(url);
  await referral(handoff);
  await deliver();
  expect(received.map(({ body }) => Event.parse(JSON.parse(body)).data.task)).toEqual([undefined]);
});
