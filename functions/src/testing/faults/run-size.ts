import { randomness } from '@handoff/local/seed/randomness';

/** `SIZE=long`: the forms of `npm run test:faults` and `test:hostile`; without it those of `npm test`. */
export const isLong = process.env['SIZE'] === 'long';
/** `SIZE=short`: as many draws as are worth it when the same test runs for each of thousands of planted mistakes. */
export const isShort = process.env['SIZE'] === 'short';

// Draws that are new each time are for the long forms: a red `npm test` is about the change at hand.
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 1_000_000_007 : 20_261_121));

/** The draws of this run; `SEED=…` as it prints it repeats them. */
export function seeded(name: string) {
  console.log(`${name}: SEED=${seed}`);
  return randomness(seed);
}

/** More of this run, apart from each other: how often one is asked changes nothing in another. */
export const seededApart = (number: number) => randomness(seed + number);
