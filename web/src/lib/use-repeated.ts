import { useRef, useState } from 'react';

/**
 * Work that one call does a part of: call by call until nothing remains, one fails (undefined), or the person stops.
 * Each call begins where the one before it ended.
 */
export function useRepeated(call: () => Promise<number | undefined>) {
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  /** Whether all of it is done. */
  async function run(): Promise<boolean> {
    isStopped.current = false;
    setRunning(true);
    let remaining: number | undefined = 1;
    // oxlint-disable-next-line no-await-in-loop -- see above
    while (remaining && !isStopped.current) remaining = await call();
    setRunning(false);
    return remaining === 0;
  }

  return { run, isRunning, stop: () => void (isStopped.current = true) };
}
