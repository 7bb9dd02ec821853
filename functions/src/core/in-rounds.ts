/** A few at a time: forty agencies are counted in a few rounds and not in one burst. */
const AT_ONCE = 8;

export async function inRounds<T, R>(all: readonly T[], answer: (each: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- the next round begins when this one is done
    answers.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(answer))));
  return answers;
}
