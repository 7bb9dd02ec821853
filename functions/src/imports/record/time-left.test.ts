import { describe, expect, test } from 'vitest';
import { timeLeftEstimator } from './time-left.ts';

interface Course {
  /** Bytes a second at a share of the file, from 0 to 1. */
  rate: (share: number, tick: number) => number;
  /** Sorting and writing take this share of the time for reading. */
  after: number;
}

const MB = 1_000_000;
const BYTES = 455 * MB;
const TICK_MS = 500;
const ZIPS = 1_800;

const courses: Record<string, Course> = {
  'at one pace': { rate: () => 20 * MB, after: 0.4 },
  'at a tenth of it': { rate: () => 2 * MB, after: 0.45 },
  'with a slow start': { rate: (share) => (share < 0.03 ? 4 : 20) * MB, after: 0.4 },
  'by fits and starts': { rate: (_share, tick) => ([30, 8, 22, 12, 28][tick % 5] ?? 20) * MB, after: 0.5 },
  'slower toward the end': { rate: (share) => (20 - 5 * share) * MB, after: 0.4 },
  'with little to write': { rate: () => 20 * MB, after: 0.25 },
  'with much to write': { rate: () => 20 * MB, after: 0.7 },
};

describe('between a tenth and three quarters of the file, the time left is right within a third', () => {
  test.each(Object.entries(courses))('%s', (_name, course) => {
    const middle = run(course).seen.filter(({ share }) => share >= 0.1 && share < 0.75);
    expect(middle.length).toBeGreaterThan(5);
    for (const each of middle) expectWithinThird(each);
  });
});

test.each([0.13, 0.9])('at a tenth of the file also when what follows takes %d of the reading', (after) => {
  const { seen } = run({ rate: () => 20 * MB, after });
  const tenth = seen.find(({ share }) => share >= 0.1);
  expect(tenth).toBeDefined();
  if (tenth) expectWithinThird(tenth);
});

test('it is unknown until something is done, and never negative', () => {
  const left = timeLeftEstimator();
  expect(left({ ms: 500, bytes: { done: 0, total: BYTES } })).toBeUndefined();
  const { seen } = run({ rate: () => 20 * MB, after: 0.6 });
  expect(seen.every((each) => each.left === undefined || each.left >= 0)).toBe(true);
});

test('while ZIP codes are written, they are what counts', () => {
  const left = timeLeftEstimator();
  const bytes = { done: BYTES, total: BYTES };
  expect(left({ ms: 30_000, bytes, zips: { done: 0, total: ZIPS } })).toBeUndefined();
  expect(left({ ms: 31_000, bytes, zips: { done: 600, total: ZIPS } })).toBe(2);
  expect(left({ ms: 33_000, bytes, zips: { done: ZIPS, total: ZIPS } })).toBe(0);
});

interface Said {
  share: number;
  left: number | undefined;
  /** Seconds. */
  really: number;
}

function expectWithinThird({ left, really }: Said): void {
  expect(left).toBeDefined();
  // The estimate is rounded to seconds.
  expect(Math.abs((left ?? 0) - really)).toBeLessThanOrEqual(really / 3 + 0.5);
}

/** Reads to the end of the file, then sorts and writes; returns the estimate at each tick. */
function run({ rate, after }: Course): { seen: Said[] } {
  const estimate = timeLeftEstimator();
  const seen: { ms: number; share: number; left: number | undefined }[] = [];
  let done = 0;
  let ms = 0;
  const say = () => {
    const left = estimate({ ms, bytes: { done, total: BYTES } });
    seen.push({ ms, share: done / BYTES, left });
  };
  for (let tick = 0; done < BYTES; tick++) {
    done = Math.min(BYTES, done + (rate(done / BYTES, tick) * TICK_MS) / 1000);
    ms += TICK_MS;
    say();
  }
  const end = ms * (1 + after);
  for (ms += TICK_MS; ms < end; ms += TICK_MS) say();
  return { seen: seen.map((each) => ({ ...each, really: (end - each.ms) / 1000 })) };
}
