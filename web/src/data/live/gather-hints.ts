/** After a hint that was acted on at once, those of this time are acted on together. */
const GATHER_MS = 400;

/** Acts on the first hint without delay. */
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
