import { RestError, type DequeuedMessageItem, type QueueClient } from '@azure/storage-queue';

export type MessageLease = ReturnType<typeof holdMessage>;

interface LeaseOptions {
  queue: QueueClient;
  message: DequeuedMessageItem;
  seconds: number;
  onRenewalFailed: (error: unknown) => void;
}

/** Keeps a message invisible until it is completed or released; whichever comes second does nothing. */
export function holdMessage({ queue, message, seconds, onRenewalFailed }: LeaseOptions) {
  let popReceipt = message.popReceipt;
  let isEnded = false;
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(onRenewalFailed);
  }, seconds * 500);

  async function renew() {
    if (isEnded) return;
    const renewed = await queue.updateMessage(message.messageId, popReceipt, undefined, seconds);
    popReceipt = renewed.popReceipt ?? popReceipt;
  }

  async function end(action: () => Promise<unknown>) {
    if (isEnded) return;
    isEnded = true;
    clearInterval(timer);
    await renewal;
    try {
      await action();
    } catch (error) {
      // Another host received it after a lost lease and owns it now.
      if (!(error instanceof RestError && (error.statusCode === 404 || error.statusCode === 400)))
        throw error;
    }
  }

  return {
    complete: () => end(() => queue.deleteMessage(message.messageId, popReceipt)),
    release: (afterSeconds = 0) =>
      end(() => queue.updateMessage(message.messageId, popReceipt, undefined, afterSeconds)),
  };
}
