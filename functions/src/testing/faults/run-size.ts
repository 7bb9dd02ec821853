import { randomness } from '@handoff/local/seed/randomness';

/** `npm run test:long` sets `SIZE=long` for most areas; without it the sizes of `npm test` apply. */
export const isLong = process.env['SIZE'] === 'long';
/**
 * `SIZE=short` selects as many draws as are useful when the same test runs for each of thousands of planted mistakes.
 */
export const isShort = process.env['SIZE'] === 'short';

// Only the long forms draw new values each time: a red `npm test` must be about the current change.
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 1_000_000_007 : 20_261_121));

/** Returns the random source of this run; set the printed `SEED=…` to repeat it. */
export function seeded(name: string) {
  console.log(`${name}: SEED=${seed}`);
  return randomness(seed);
}

/** Returns an independent random source of this run: using one does not change another. */
export const seededApart = (number: number) => randomness(seed + number);
