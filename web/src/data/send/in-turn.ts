/**
 * One piece of work at a time, in the order in which it was asked for. What equals the last one asked for shares its
 * outcome: a double click is one intent, another wish waits its turn.
 */
export function inTurn<Wish, Outcome>(isSame: (former: Wish, wish: Wish) => boolean) {
  let last: { wish: Wish; outcome: Promise<Outcome> } | undefined;

  /** `begin` is called at once, unless the outcome is shared; the work it answers, in its turn. */
  return function take(wish: Wish, begin: () => () => Promise<Outcome>): Promise<Outcome> {
    if (last && isSame(last.wish, wish)) return last.outcome;
    const work = begin();
    const outcome = last ? last.outcome.then(work, work) : work();
    const turn = { wish, outcome };
    last = turn;
    const leave = () => {
      if (last === turn) last = undefined;
    };
    outcome.then(leave, leave);
    return outcome;
  };
}
