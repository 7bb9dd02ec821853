interface Limits {
  maxOutstandingRequests: number;
  maxConcurrentRequests: number;
}

/** Runs requests up to one limit, queues them up to the other and refuses the rest; -1 means no limit. */
export function createRequestGate({ maxOutstandingRequests, maxConcurrentRequests }: Limits) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function leave() {
    running -= 1;
    waiting.shift()?.();
  }

  return {
    isFull: () => maxOutstandingRequests >= 0 && running + waiting.length >= maxOutstandingRequests,
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (maxConcurrentRequests >= 0 && running >= maxConcurrentRequests) {
        await new Promise<void>((enter) => {
          waiting.push(enter);
        });
      }
      running += 1;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
