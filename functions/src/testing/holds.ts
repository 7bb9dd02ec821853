/**
 * Requests held at a checkpoint; one that is never let go is dead: not even its catch blocks run. What stands still is
 * the process, with everything else that it was at, so from then on another one is asked.
 */
export function createHolds({ reached: onReached }: { reached: () => void }) {
  let armed: { name: string; reached: () => void; released: Promise<void> } | undefined;
  function holdAt(name: string) {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    armed = { name, reached: reached.resolve, released: released.promise };
    return { reached: reached.promise, release: released.resolve };
  }
  return {
    checkpoint: async (name: string): Promise<void> => {
      if (armed?.name !== name) return;
      const { reached, released } = armed;
      armed = undefined;
      onReached();
      reached();
      await released;
    },
    holdAt,
    crashAt: (name: string) => holdAt(name).reached,
  };
}
