import { expect, test } from 'vitest';
import { isCopy, type PagePrint, PRINT_CELLS, printOf } from './same-pages.ts';

/** The place of the earlier page of which each is a copy. */
const earlierCopies = (prints: readonly PagePrint[]) =>
  prints.map((print, at) => {
    const earlier = prints.slice(0, at).findIndex((other) => isCopy(print, other));
    return earlier < 0 ? undefined : earlier;
  });

/** White paper with dark blocks at these places. */
function lights(seed: number, noise = 0): number[] {
  return Array.from({ length: (PRINT_CELLS + 1) * PRINT_CELLS }, (_, at) => {
    const isDark = Math.imul(at + 1, 2_654_435_761 + seed) % 7 === 0;
    return (isDark ? 90 : 250) - ((at * 37) % 11) * noise;
  });
}

test('a second copy is noticed by its text, and a scan by how it looks, with dust and fax lines', () => {
  const order = 'Home health order for a fictional patient, with every line of it typed';
  const typed = printOf(order, lights(1));
  const scan = printOf('', lights(2));
  const again = printOf('3', lights(2, 0.7));
  expect(earlierCopies([typed, scan, printOf(order.replace(' ', '\n'), lights(3)), again])).toEqual([
    undefined,
    undefined,
    0,
    1,
  ]);
});

test('other pages are no copies, and blank ones are none of each other', () => {
  const blank = printOf(
    '',
    Array.from({ length: (PRINT_CELLS + 1) * PRINT_CELLS }, () => 251),
  );
  const scans = [1, 2, 3, 4].map((seed) => printOf('', lights(seed)));
  expect(earlierCopies([blank, blank, ...scans]).every((each) => each === undefined)).toBe(true);
});
