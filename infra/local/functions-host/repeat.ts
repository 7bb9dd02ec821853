/** Runs `work` again and again; each run says how many milliseconds to rest, `wake` ends a rest early. */
export function repeat(work: () => Promise<number>) {
  const state: { isStopped: boolean; isWoken: boolean; endRest?: () => void } = {
    isStopped: false,
    isWoken: false,
  };

  async function loop() {
    while (!state.isStopped) {
      state.isWoken = false;
      const restMs = await work();
      if (!state.isStopped && !state.isWoken) await rest(restMs);
    }
  }

  function rest(restMs: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      state.endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake() {
    state.isWoken = true;
    state.endRest?.();
  }

  const done = loop();
  return {
    wake,
    async stop() {
      state.isStopped = true;
      wake();
      await done;
    },
  };
}
