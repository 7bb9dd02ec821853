import { fire, quantile, type Shot } from './load.ts';
import { usageOf } from './stand.ts';

/** One of several ways to the same answer. */
export interface Way {
  shots: (() => Shot)[];
  /** Id of the process whose CPU time counts. */
  pid: number;
}

export type Turn = Awaited<ReturnType<typeof takeTurn>>;

/** Sends some requests one way; `store` counts their requests to the store. */
export async function takeTurn(
  { shots, pid }: Way,
  { count, store }: { count: number; store: { ru: number; requests: number } },
) {
  const before = await usageOf(pid);
  const [ru, stored, began] = [store.ru, store.requests, performance.now()];
  const times = await fire(shots, count);
  const ms = performance.now() - began;
  const { cpuSeconds } = await usageOf(pid);
  const cpuMs = (cpuSeconds - before.cpuSeconds) * 1000;
  return { count, times, ms, ru: store.ru - ru, stored: store.requests - stored, cpuMs };
}

export function summed(turns: Turn[]) {
  const sum = (of: (turn: Turn) => number) => turns.reduce((all, turn) => all + of(turn), 0);
  const count = sum((turn) => turn.count);
  const times = turns.flatMap((turn) => turn.times);
  return {
    requestsPerSecond: Math.round((count * 1000) / sum((turn) => turn.ms)),
    p50Ms: hundredths(quantile(times, 0.5)),
    p99Ms: hundredths(quantile(times, 0.99)),
    ruPerRequest: hundredths(sum((turn) => turn.ru) / count),
    storeRequests: hundredths(sum((turn) => turn.stored) / count),
    cpuMsPerRequest: hundredths(quantile(turns.map(cpuMsEach), 0.5)),
  };
}

export const cpuMsOver = (turns: Turn[], others: Turn[]): number =>
  medianOf(turns, others, (one, other) => one - other);

export const cpuRatioTo = (turns: Turn[], others: Turn[]): number =>
  medianOf(turns, others, (one, other) => one / other);

/** Compares turn by turn: a temporary slowdown of the machine slows both ways. */
function medianOf(turns: Turn[], others: Turn[], compare: (one: number, other: number) => number): number {
  const compared = turns.flatMap((turn, index) => {
    const other = others[index];
    return other ? [compare(cpuMsEach(turn), cpuMsEach(other))] : [];
  });
  return hundredths(quantile(compared, 0.5));
}

const cpuMsEach = (turn: Turn) => turn.cpuMs / turn.count;

const hundredths = (value: number) => Number(value.toFixed(2));
