/** Requests held at a checkpoint; one that is never let go is dead: not even its catch blocks run. */
export function createHolds() {
  let armed: { name: string; reached: () => void; released: Promise<void> } | undefined;
  function holdAt(name: string) {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    armed = { name, reached: reached.resolve, released: released.promise };
    return { reached: reached.promise, letGo: released.resolve };
  }
  return {
    checkpoint: async (name: string): Promise<void> => {
      if (armed?.name !== name) return;
      const { reached, released } = armed;
      armed = undefined;
      reached();
      await released;
    },
    holdAt,
    crashAt: (name: string) => holdAt(name).reached,
  };
}
