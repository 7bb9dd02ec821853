import type { TextLine } from './text-lines.ts';

/**
 * How the lines of a page slope, in shares of its size from its middle: alike everywhere (a page that lies askew), more
 * from left to right (one that is curved) or from top to bottom (one that was photographed at an angle).
 */
export interface Slopes {
  tilt: number;
  curl: number;
  fan: number;
}

interface Size {
  width: number;
  height: number;
}

/** A shorter line has no slope worth a look. */
const LONG = 4;
/** Few lines say little of curl and fan. */
const STIFFNESS = 0.1;

/** The slopes that fit the lines best, by least squares weighted by their lengths. */
export function slopesOf(lines: readonly TextLine[], size: Size): Slopes {
  const known = lines.filter(({ left, right, height }) => right - left >= LONG * height);
  if (known.length === 0) return { tilt: 0, curl: 0, fan: 0 };
  const rows = [0, 1, 2].map((at): number[] =>
    [0, 1, 2, 3].map((column) => (at === column && at > 0 ? STIFFNESS : 0)),
  );
  for (const { weight, values } of known.map((line) => slopeOf(line, size)))
    for (const [at, row] of rows.entries())
      for (const [column, value] of values.entries())
        row[column] = (row[column] ?? 0) + weight * value * (values[at] ?? 0);
  const [tilt = 0, curl = 0, fan = 0] = solved(rows);
  return { tilt, curl, fan };
}

/** What the slope of a line says: a constant, how far right and how far down its middle is, and the slope itself. */
function slopeOf({ left, right, base, slope, bend }: TextLine, { width, height }: Size) {
  const long = right - left;
  const middle = base + (slope * long) / 2 + (bend * long * long) / 4;
  const values = [
    1,
    (left + long / 2) / width - 0.5,
    middle / height - 0.5,
    ((slope + bend * long) * width) / height,
  ];
  return { weight: long / width, values };
}

/** Gaussian elimination; the rows are of a symmetric positive matrix. */
function solved(rows: number[][]): number[] {
  for (const [at, row] of rows.entries())
    for (const [other, below] of rows.entries()) {
      if (other === at) continue;
      const factor = (below[at] ?? 0) / (row[at] ?? 1);
      for (const column of below.keys()) below[column] = (below[column] ?? 0) - factor * (row[column] ?? 0);
    }
  return rows.map((row, at) => (row[3] ?? 0) / (row[at] ?? 1));
}

/** The height at which a place is once the lines are level. */
export function levelY({ x, y }: { x: number; y: number }, { tilt, curl, fan }: Slopes): number {
  const [across, down] = [x - 0.5, y - 0.5];
  return 0.5 + down - (tilt * across + (curl * across * across) / 2 + fan * across * down);
}

/** The height on the page of a place on the level one. */
export function pageY({ x, y }: { x: number; y: number }, { tilt, curl, fan }: Slopes): number {
  const [across, down] = [x - 0.5, y - 0.5];
  return 0.5 + (down + tilt * across + (curl * across * across) / 2) / (1 - fan * across);
}
