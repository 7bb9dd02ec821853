import { blockCount, blockId, blockRange } from '@handoff/shared/domain/address/block-upload';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CallError } from './call-error.ts';

interface BlockUpload {
  file: File;
  /** Returns the address and the blocks that are stored; called again when the address has expired. */
  access: () => Promise<{ Url: string; Blocks: readonly number[] }>;
  onProgress: (progress: { share: number; isInterrupted: boolean }) => void;
  signal: AbortSignal;
}

const AT_ONCE = 3;
const HASH_STEP_BYTES = 512 * 1024;
/** The version of the service that the API uses as well. */
const STORE_VERSION = '2026-10-06';
const pauses = { first: 500, longest: 10_000 };

/**
 * Sends the blocks that the store lacks, and waits out lost connections. Resolves with the SHA-256 of the file, for which
 * every byte is read once, including those of blocks that were sent earlier.
 */
export async function uploadBlocks({ file, access, onProgress, signal }: BlockUpload): Promise<string> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const report = { done: 0, isInterrupted: false };
  const show = (change: Partial<typeof report>) => {
    Object.assign(report, change);
    onProgress({ share: report.done / blockCount(file.size), isInterrupted: report.isInterrupted });
  };

  let store = await untilItWorks(access);
  const whole = sha256.create();
  const indices = Array.from({ length: blockCount(file.size) }, (_, index) => index).values();
  let reading: Promise<unknown> = Promise.resolve();

  async function work(): Promise<void> {
    for (const index of indices) {
      const next = reading.then(() => readAndHash(index));
      reading = next;
      const bytes = await next;
      if (!store.Blocks.includes(index)) await untilItWorks(() => send(index, bytes));
      show({ done: report.done + 1 });
    }
  }

  async function readAndHash(index: number): Promise<Uint8Array<ArrayBuffer>> {
    stop.throwIfAborted();
    const { from, to } = blockRange(index, file.size);
    const bytes = new Uint8Array(await file.slice(from, to).arrayBuffer());
    for (let at = 0; at < bytes.length; at += HASH_STEP_BYTES) {
      whole.update(bytes.subarray(at, at + HASH_STEP_BYTES));
      // A pause keeps the page usable.
      await pause(0);
    }
    return bytes;
  }

  async function send(index: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await stageBlock(store.Url, index, bytes, stop);
    } catch (error) {
      if (!(error instanceof StoreRefusal) || error.status !== 403) throw error;
      // The address has expired.
      store = await access();
      await stageBlock(store.Url, index, bytes, stop);
    }
  }

  async function untilItWorks<T>(attempt: () => Promise<T>): Promise<T> {
    for (let ms = pauses.first; ; ms = Math.min(ms * 2, pauses.longest)) {
      try {
        const result = await attempt();
        if (report.isInterrupted) show({ isInterrupted: false });
        return result;
      } catch (error) {
        stop.throwIfAborted();
        if (isRefusal(error)) throw error;
        show({ isInterrupted: true });
        await Promise.race([pause(ms), backOnline(stop)]);
        stop.throwIfAborted();
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    failure.abort();
    throw error;
  }
  return bytesToHex(whole.digest());
}

/** A failed answer of the store. */
class StoreRefusal extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor({ status, headers }: Response) {
    super(`The file store refused a part of the file (${status}).`);
    this.name = 'StoreRefusal';
    this.status = status;
    this.code = headers.get('x-ms-error-code');
  }
}

/** Calls Put Block of the Blob service; the address carries the right to write this one blob. */
async function stageBlock(
  url: string,
  index: number,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('comp', 'block');
  address.searchParams.set('blockid', blockId(index));
  const headers = { 'Content-MD5': btoa(String.fromCharCode(...md5(body))), 'x-ms-version': STORE_VERSION };
  const response = await fetch(address, { method: 'PUT', headers, body, signal });
  if (!response.ok) throw new StoreRefusal(response);
}

/** Tells whether another try would fail, too; a block with a wrong MD5 is sent again. */
function isRefusal(error: unknown): boolean {
  if (error instanceof CallError) return error.isAnswered;
  // A lost connection is the only other failure of fetch.
  if (!(error instanceof StoreRefusal)) return !(error instanceof TypeError);
  const { status, code } = error;
  return status < 500 && ![408, 429].includes(status) && code !== 'Md5Mismatch';
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function backOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
