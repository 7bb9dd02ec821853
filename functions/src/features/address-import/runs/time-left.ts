/** How far a worker is: bytes of its file while it reads, then ZIP codes while it writes. */
interface WorkDone {
  /** Since it began. */
  ms: number;
  bytes: Share;
  /** Undefined until it writes. */
  zips?: Share | undefined;
}

interface Share {
  done: number;
  total: number;
}

/** Of the time that reading takes, what sorting (0.13) and writing take: 0.43 for 5 million rows, 0.7 for 400,000. */
const AFTER_READING = 0.4;

/**
 * Estimates from what a worker did so far how many seconds are left, from the pace of the second half of it: the
 * first rows come slower than the others. Undefined while nothing is done.
 */
export function timeLeftEstimator(): (work: WorkDone) => number | undefined {
  const reading = paceMeter([{ ms: 0, done: 0 }]);
  const writing = paceMeter([]);
  let readMs: number | undefined;
  return ({ ms, bytes, zips }) => {
    if (zips) return inSeconds(writing(ms, zips));
    if (bytes.total > 0 && bytes.done >= bytes.total) {
      readMs ??= ms;
      return inSeconds(Math.max(0, readMs * (1 + AFTER_READING) - ms));
    }
    const left = reading(ms, bytes);
    return inSeconds(left === undefined ? undefined : left + (ms + left) * AFTER_READING);
  };
}

const inSeconds = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms / 1000));

/** Milliseconds left at the pace since half of what is done was done. */
function paceMeter(seen: { ms: number; done: number }[]) {
  return (ms: number, { done, total }: Share): number | undefined => {
    seen.push({ ms, done });
    if (done <= 0 || done > total) return undefined;
    // What lies before the first half is never asked for again.
    while ((seen[1]?.done ?? done) <= done / 2) seen.shift();
    const [from = { ms: 0, done: 0 }] = seen;
    if (from.done === done) return undefined;
    return ((total - done) * (ms - from.ms)) / (done - from.done);
  };
}
