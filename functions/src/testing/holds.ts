/** Deaths at a checkpoint: what the request was doing never goes on, not even its catch blocks. */
export function createCrashes() {
  let armed: { name: string; died: () => void } | undefined;
  return {
    checkpoint: async (name: string): Promise<void> => {
      if (armed?.name !== name) return;
      armed.died();
      armed = undefined;
      await new Promise(() => {});
    },
    crashAt: (name: string) =>
      new Promise<void>((resolve) => {
        armed = { name, died: resolve };
      }),
  };
}
