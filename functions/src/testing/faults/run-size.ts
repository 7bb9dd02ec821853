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
 * Returns the cases that are always needed and a twelfth of the others, drawn by the seed of this run; the long forms
 * take all.
 */
export function drawFew<T>(name: string, cases: T[], isAlwaysNeeded: (one: T) => boolean = () => false): T[] {
  if (isLong) return cases;
  const random = seeded(name);
  const others = cases
    .filter((one) => !isAlwaysNeeded(one))
    .map((one) => ({ one, place: random.fraction() }))
    .toSorted((left, right) => left.place - right.place);
  const drawn = others.slice(0, Math.ceil(others.length / 12)).map(({ one }) => one);
  return [...cases.filter(isAlwaysNeeded), ...drawn];
}

/** Returns an independent random source of this run: using one does not change another. */
export const seededApart = (number: number) => randomness(seed + number);
