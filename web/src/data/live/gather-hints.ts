/** Hints that follow within this time are handled together. */
const GATHER_MS = 400;

/** Handles the first hint at once and gathers those that follow. */
export function gatherHints<Hint>(act: (hints: Hint[]) => void) {
  let hints: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function next() {
    const gathered = hints;
    hints = [];
    timer = gathered.length > 0 ? setTimeout(next, GATHER_MS) : undefined;
    if (gathered.length > 0) act(gathered);
  }
  return {
    add(hint: Hint) {
      hints.push(hint);
      if (timer === undefined) next();
    },
    stop: () => clearTimeout(timer),
  };
}
