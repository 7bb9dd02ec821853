import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** What the cost table of operations.md is computed from; counts, which no other work on the machine changes. */
const file = path.join(import.meta.dirname, 'recorded.json');

const Recorded = z.object({
  /** Request units of the most frequent calls, from `npm run bench api`. */
  ru: z.record(z.string(), z.number()),
  /** From `npm run test:long years`: with its notes, checks and documents, its part of the trail, and the index. */
  kbAReferral: z.number(),
});
type Recorded = z.infer<typeof Recorded>;

export const readRecorded = (): Recorded => Recorded.parse(JSON.parse(readFileSync(file, 'utf8')));

/** A tenth is what one run differs from another. */
const TOLERANCE = 0.1;

/** Tells whether the recorded figures are still those that were measured; `--record` writes them. */
export function keepRecorded(measured: Partial<Recorded>): boolean {
  const recorded = readRecorded();
  if (process.argv.includes('--record')) {
    writeFileSync(file, `${JSON.stringify({ ...recorded, ...measured }, undefined, 2)}\n`);
    return true;
  }
  const figures = ({ ru = {}, kbAReferral }: Partial<Recorded>) =>
    Object.entries({ ...ru, ...(kbAReferral !== undefined && { kbAReferral }) });
  const before = new Map(figures(recorded));
  const moved = figures(measured).filter(([name, figure]) => {
    const known = before.get(name) ?? 0;
    return Math.abs(figure - known) > known * TOLERANCE;
  });
  for (const [name, figure] of moved)
    process.stdout.write(
      `${name}: ${figure}, and ${before.get(name)} in recorded.json, which --record writes\n`,
    );
  return moved.length === 0;
}
