import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { holdMessage } from './message-lease.ts';
import { openStorage } from '../testing/fixture.ts';

async function holdOneMessage(seconds: number) {
  const storage = await openStorage();
  await storage.send('work-items', 'hello');
  const queue = storage.queues.getQueueClient('work-items');
  const { receivedMessageItems } = await queue.receiveMessages({ visibilityTimeout: seconds });
  const [message] = receivedMessageItems;
  if (!message) throw new Error('no message');
  const failures: unknown[] = [];
  const lease = holdMessage({ queue, message, seconds, onRenewalFailed: (error) => failures.push(error) });
  onTestFinished(() => lease.complete());
  return { storage, lease, failures };
}

test('a held message stays invisible past its lease, and a released one returns at once', async () => {
  const { storage, lease, failures } = await holdOneMessage(1);
  await delay(1300);
  expect(await storage.peek('work-items')).toEqual([]);
  await lease.release();
  expect(await storage.peek('work-items')).toEqual(['hello']);
  expect(failures).toEqual([]);
});

test('work that ends after its message was released does not delete it', async () => {
  const { storage, lease } = await holdOneMessage(30);
  await lease.release();
  await lease.complete();
  expect(await storage.peek('work-items')).toEqual(['hello']);
});

test('a message that another host took and finished is no error', async () => {
  const { storage, lease } = await holdOneMessage(30);
  await storage.queues.getQueueClient('work-items').clearMessages();
  await lease.complete();
  expect(await storage.count('work-items')).toBe(0);
});
