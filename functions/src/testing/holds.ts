/**
 * Holds requests at a checkpoint; one that is never released is dead, and not even its catch blocks run. Its process
 * stands still with everything else that it did, so later requests must go to another one.
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
