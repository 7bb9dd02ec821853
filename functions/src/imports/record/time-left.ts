/** A worker first reads the bytes of its file, then writes ZIP codes. */
interface WorkDone {
  /** Milliseconds since the worker began. */
  ms: number;
  bytes: Share;
  /** Undefined while the worker reads. */
  zips?: Share | undefined;
}

interface Share {
  done: number;
  total: number;
}

/** Sorting and writing take this share of the time for reading: 0.43 for 5 million rows, 0.7 for 400,000. */
const AFTER_READING = 0.4;

/** From the pace of the second half of the work so far, because the first rows are slower than the others. */
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

function paceMeter(seen: { ms: number; done: number }[]) {
  return (ms: number, { done, total }: Share): number | undefined => {
    seen.push({ ms, done });
    if (done <= 0 || done > total) return undefined;
    // Entries before the first half are never needed again.
    while ((seen[1]?.done ?? done) <= done / 2) seen.shift();
    const [from = { ms: 0, done: 0 }] = seen;
    if (from.done === done) return undefined;
    return ((total - done) * (ms - from.ms)) / (done - from.done);
  };
}
