import type { DequeuedMessageItem } from '@azure/storage-queue';
import type { FunctionWith, Settings } from '../app/app-functions.ts';
import type { HostJson } from '../host-json.ts';
import type { Invoke } from '../app/invoke.ts';
import type { Log } from '../log.ts';
import { listenToQueue } from './queue-listener.ts';
import type { RpcData } from '../app/rpc.ts';
import { queueService } from '../storage.ts';

interface QueueTriggerOptions {
  target: FunctionWith<'queueTrigger'>;
  settings: Settings;
  hostJson: HostJson;
  leaseSeconds: number;
  invoke: Invoke;
  log: Log;
}

export function startQueueTrigger({
  target,
  settings,
  hostJson,
  leaseSeconds,
  invoke,
  log,
}: QueueTriggerOptions) {
  const { queues } = hostJson.extensions;
  const service = queueService(settings, target.trigger.connection);
  return listenToQueue({
    queue: service.getQueueClient(target.trigger.queueName),
    poison: service.getQueueClient(`${target.trigger.queueName}-poison`),
    batchSize: queues.batchSize,
    newBatchThreshold: queues.newBatchThreshold ?? Math.floor(queues.batchSize / 2),
    maxDequeueCount: queues.maxDequeueCount,
    maxPollingMs: queues.maxPollingInterval,
    retryAfterMs: queues.visibilityTimeout,
    leaseSeconds,
    async handle(message) {
      const text = queues.messageEncoding === 'base64' ? decode(message) : message.messageText;
      await invoke(target, { data: { string: text }, triggerMetadata: triggerMetadata(message, text) });
    },
    log,
  });
}

function decode({ messageText }: DequeuedMessageItem) {
  const bytes = Buffer.from(messageText, 'base64');
  if (bytes.toString('base64') !== messageText)
    throw new Error('The message is not base64 (host.json messageEncoding).');
  return bytes.toString();
}

function triggerMetadata(message: DequeuedMessageItem, text: string): Record<string, RpcData> {
  return {
    QueueTrigger: { string: text },
    Id: { string: message.messageId },
    PopReceipt: { string: message.popReceipt },
    DequeueCount: { json: JSON.stringify(message.dequeueCount) },
    InsertionTime: { json: JSON.stringify(message.insertedOn) },
    ExpirationTime: { json: JSON.stringify(message.expiresOn) },
    NextVisibleTime: { json: JSON.stringify(message.nextVisibleOn) },
  };
}
