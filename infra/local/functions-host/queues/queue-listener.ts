import { setTimeout as delay } from 'node:timers/promises';
import { RestError, type DequeuedMessageItem, type QueueClient } from '@azure/storage-queue';
import { describeError, type Log } from '../log.ts';
import { holdMessage, type MessageLease } from './message-lease.ts';
import { repeat } from '../repeat.ts';

interface QueueListenerOptions {
  queue: QueueClient;
  poison: QueueClient;
  batchSize: number;
  newBatchThreshold: number;
  maxDequeueCount: number;
  maxPollingMs: number;
  retryAfterMs: number;
  leaseSeconds: number;
  /** Rejects when the message must be tried again. */
  handle(message: DequeuedMessageItem): Promise<void>;
  log: Log;
}

export type QueueListener = ReturnType<typeof listenToQueue>;

const minPollingMs = 100;

/** The queue trigger's message loop (QueueListener and QueueProcessor of azure-webjobs-sdk). */
export function listenToQueue(options: QueueListenerOptions) {
  const { queue, log, maxDequeueCount } = options;
  const running = new Map<Promise<void>, MessageLease>();
  let restMs = minPollingMs;
  const loop = repeat(poll);

  async function poll() {
    if (running.size > options.newBatchThreshold) return options.maxPollingMs;
    const messages = await receive();
    for (const message of messages) start(message);
    restMs = messages.length > 0 ? minPollingMs : Math.min(restMs * 2, options.maxPollingMs);
    return messages.length > 0 ? 0 : restMs;
  }

  async function receive() {
    try {
      const received = await queue.receiveMessages({
        numberOfMessages: options.batchSize,
        visibilityTimeout: options.leaseSeconds,
      });
      return received.receivedMessageItems;
    } catch (error) {
      // A missing queue counts as empty.
      if (!(error instanceof RestError && error.statusCode === 404)) warn('cannot be read', error);
      return [];
    }
  }

  function start(message: DequeuedMessageItem) {
    const lease = holdMessage({
      queue,
      message,
      seconds: options.leaseSeconds,
      onRenewalFailed: (error) => warn('could not renew a message', error),
    });
    const processed = process(message, lease).catch((error: unknown) =>
      warn('could not settle a message', error),
    );
    running.set(processed, lease);
    void processed.finally(() => {
      running.delete(processed);
      if (running.size <= options.newBatchThreshold) loop.wake();
    });
  }

  async function process(message: DequeuedMessageItem, lease: MessageLease) {
    // A message that kills the process never fails normally, so it is also counted on arrival.
    if (message.dequeueCount > maxDequeueCount) return giveUp(message, lease);
    try {
      await options.handle(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warn(
        `could not handle ${message.messageId}, try ${message.dequeueCount} of ${maxDequeueCount}`,
        reason,
      );
      if (message.dequeueCount >= maxDequeueCount) return giveUp(message, lease);
      return lease.release(Math.round(options.retryAfterMs / 1000));
    }
    return lease.complete();
  }

  async function giveUp(message: DequeuedMessageItem, lease: MessageLease) {
    await options.poison.createIfNotExists();
    await options.poison.sendMessage(message.messageText);
    await lease.complete();
    const text = `Message ${message.messageId} of ${queue.name} failed ${maxDequeueCount} times: now in ${options.poison.name}`;
    log({ level: 'error', category: 'host', message: text });
  }

  function warn(what: string, error: unknown) {
    log({
      level: 'warning',
      category: 'host',
      message: `Queue ${queue.name} ${what}: ${describeError(error)}`,
    });
  }

  return {
    wake: loop.wake,
    /**
     * Messages still in work after the grace time are released at once, so that the next host need not wait for their
     * leases.
     */
    async stop(graceMs: number) {
      await loop.stop();
      await Promise.race([Promise.all(running.keys()), delay(graceMs, undefined, { ref: false })]);
      await Promise.all([...running.values()].map((lease) => lease.release()));
    },
  };
}
