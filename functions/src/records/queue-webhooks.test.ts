import { beforeEach, expect, test } from 'vitest';
import { webhookLineKind, webhooksKind, type StoredWebhook } from './kinds/webhook-records.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';
import { callerNamed, keepThing, pipelineOn, writeOf } from '../testing/writes.ts';
import { runAtomic } from '../writes/atomic.ts';
import { createOnce } from '../writes/commit.ts';
import { queueWebhooks } from './queue-webhooks.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const { person } = callerNamed('mia');
const at = '2026-11-01T00:00:00.000Z';
const webhook = (Id: string, fields: Partial<StoredWebhook> = {}): StoredWebhook => ({
  Id,
  Url: 'https://hooks.example.org/',
  Events: ['referral.created'],
  Etag: 'v1',
  UpdatedAt: at,
  UpdatedBy: person,
  Active: true,
  DisabledAt: null,
  SecretShownUntil: at,
  Sealed: { Secret: 'sealed' },
  FormerUntil: null,
  SecretBy: person.Id,
  ...fields,
});

const listen = (...Webhooks: StoredWebhook[]) =>
  createOnce(handoff.platform, {
    partitionKey: `d:${HARBOR}`,
    kind: webhooksKind,
    record: { Id: 'webhooks', Webhooks },
  });

async function happen(referralId = 'referral-1'): Promise<void> {
  await runAtomic(writeOf(pipelineOn(handoff.platform), keepThing), async (_input, context) => {
    await queueWebhooks(context, { event: 'referral.created', referralId });
    return {};
  });
}

const lines = async () =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'webhook-line');

const webhooksWaiting = (line: object | undefined) => webhookLineKind.schema.parse({ ...line }).Waiting;

test('an event waits under one id for every active webhook that listens to it', async () => {
  await listen(
    webhook('w1'),
    webhook('w2'),
    webhook('off', { Active: false }),
    webhook('of-others', { Events: ['referral.decided'] }),
  );
  await happen();
  const EventId = expect.stringMatching(/^msg-[0-9a-f]{32}$/);
  const waiting = { EventId, Event: 'referral.created', Attempts: 0, At: expect.any(String) };
  const [line, ...others] = await lines();
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    ReferralId: 'referral-1',
    Waiting: [
      { ...waiting, WebhookId: 'w1' },
      { ...waiting, WebhookId: 'w2' },
    ],
  });
  // It is due at once.
  const [first, second] = webhooksWaiting(line);
  expect([line?.['dueAt'], first?.At, second?.EventId]).toEqual([
    first?.NextAt,
    first?.NextAt,
    first?.EventId,
  ]);
});

test('later events of a referral wait behind earlier ones, and other referrals have their own lines', async () => {
  await listen(webhook('w1'));
  await happen();
  await happen();
  await happen('referral-2');
  const counts = (await lines()).map((line) => [line['ReferralId'], webhooksWaiting(line).length]);
  expect(counts).toEqual([
    ['referral-1', 2],
    ['referral-2', 1],
  ]);
  const [first, second] = webhooksWaiting((await lines())[0]);
  expect(first && second && first.At <= second.At && first.EventId !== second.EventId).toBe(true);
});

test('without a listener nothing is written', async () => {
  await happen();
  await listen(webhook('off', { Active: false }));
  await happen();
  expect(await lines()).toEqual([]);
});
