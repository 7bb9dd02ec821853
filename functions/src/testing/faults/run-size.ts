import { randomness } from '@handoff/local/seed/randomness';

/** `npm run test:long` sets `SIZE=long` for most areas; without it the sizes of `npm test` apply. */
export const isLong = process.env['SIZE'] === 'long';

// Only the long forms draw new values each time: a red `npm test` must be about the current change.
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 1_000_000_007 : 20_261_121));

/** Returns the random source of this run; set the printed `SEED=…` to repeat it. */
export function seeded(name: string) {
  console.log(`${name}: SEED=${seed}`);
  return randomness(seed);
}

/**
 * Returns the cases that are always needed and a twelfth of the others. It moves on with each commit, so that `npm test`
 * takes all within days; the long forms take all at once. Set the
 * printed `TWELFTH=…` to repeat it.
 */
export function drawFew<T>(name: string, cases: T[], isAlwaysNeeded: (one: T) => boolean = () => false): T[] {
  if (isLong) return cases;
  const twelfth = Number(process.env['TWELFTH'] ?? 0);
  console.log(`${name}: TWELFTH=${twelfth}`);
  const others = cases.filter((one) => !isAlwaysNeeded(one));
  return [...cases.filter(isAlwaysNeeded), ...others.filter((_, at) => at % TWELFTHS === twelfth)];
}

const TWELFTHS = 12;

/** Returns an independent random source of this run: using one does not change another. */
export const seededApart = (number: number) => randomness(seed + number);
