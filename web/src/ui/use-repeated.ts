import { useRef, useState } from 'react';
import { outbox } from '../data/send/outbox.ts';

/** The messages about the last call arrive within this time. */
const LAST_MESSAGES_MS = 500;

/**
 * Repeats a call that does part of the work until nothing remains, a call fails (undefined) or the person stops. Each
 * call begins where the last one ended.
 */
export function useRepeated(call: () => Promise<number | undefined>) {
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  /** Resolves to true when all of the work is done. */
  async function run(): Promise<boolean> {
    isStopped.current = false;
    setRunning(true);
    const work = untilDone();
    outbox.hold(work.then(() => new Promise((resolve) => setTimeout(resolve, LAST_MESSAGES_MS))));
    const remaining = await work;
    setRunning(false);
    return remaining === 0;
  }

  async function untilDone(): Promise<number | undefined> {
    let remaining: number | undefined = 1;
    // oxlint-disable-next-line no-await-in-loop -- see above
    while (remaining && !isStopped.current) remaining = await call();
    return remaining;
  }

  return { run, isRunning, stop: () => void (isStopped.current = true) };
}
