/** The same sequence for the same number (mulberry32): every first start makes the same demo data. */
export function randomness(start: number) {
  let state = start;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    between,
    fraction,
    chance: (probability: number) => fraction() < probability,
    pick<T>(from: readonly [T, ...T[]]): T {
      return from[between(0, from.length - 1)] ?? from[0];
    },
  };
}
export type Randomness = ReturnType<typeof randomness>;
