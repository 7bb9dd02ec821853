import { setTimeout } from 'node:timers/promises';
import type { Clock, Random, Platform } from './ports.ts';
import { randomUUID } from 'node:crypto';

export const systemClock: Clock = { now: () => new Date(), sleep: async (ms) => setTimeout(ms) };

// oxlint-disable-next-line no-restricted-properties -- only spreads tries over time
export const systemRandom: Random = { uuid: () => randomUUID(), fraction: () => Math.random() };

/** With `SIGKILL@A2`, for example, the process gets this signal at the first passage of that checkpoint. */
export function checkpointWith(signalAt: string | undefined): Platform['checkpoint'] {
  const [, signal, place] = /^(SIGKILL|SIGSTOP)@(\w+)$/.exec(signalAt ?? '') ?? [];
  let isArmed = signal !== undefined;
  return async (name) => {
    if (!isArmed || name !== place) return;
    isArmed = false;
    process.kill(process.pid, signal);
  };
}
