/** Longer than a read takes while the service answers. */
const SLOW_MS = 3000;

let slow = 0;
const listeners = new Set<() => void>();

function count(by: 1 | -1): void {
  slow += by;
  for (const listener of listeners) listener();
}

/** Counts the answer as slow once it is, until it comes. */
export async function watched<T>(answer: Promise<T>): Promise<T> {
  let isCounted = false;
  const timer = setTimeout(() => {
    isCounted = true;
    count(1);
  }, SLOW_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isCounted) count(-1);
  }
}

/** The reads for which a person has waited too long by now. */
export const slowCalls = {
  count: (): number => slow,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
