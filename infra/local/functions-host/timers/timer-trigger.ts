import { RestError, type BlockBlobClient } from '@azure/storage-blob';
import * as z from 'zod';
import type { FunctionWith } from '../app/app-functions.ts';
import type { Invoke } from '../app/invoke.ts';
import { describeError, type Log } from '../log.ts';
import { parseNcrontab } from './ncrontab.ts';
import { repeat } from '../repeat.ts';
import type { HostStorage } from '../storage.ts';

interface TimerTriggerOptions {
  target: FunctionWith<'timerTrigger'>;
  storage: HostStorage;
  invoke: Invoke;
  log: Log;
}

const Status = z.object({ Last: z.string(), Next: z.string(), LastUpdated: z.string() });
type Status = z.infer<typeof Status>;

const minuteMs = 60_000;
const longestRestMs = 60 * minuteMs;

/** Runs on schedule, never twice at once; a run missed while no host was up comes once at the start. */
export async function startTimerTrigger({ target, storage, invoke, log }: TimerTriggerOptions) {
  const { schedule: expression, useMonitor, runOnStartup } = target.trigger;
  const schedule = parseNcrontab(expression);
  const blob = storage.container.getBlockBlobClient(`timers/${storage.hostId}/${target.id}/status`);
  const started = new Date();
  let next = schedule.next(started);
  // Azure does not store the state of schedules under a minute either.
  const isMonitored = useMonitor && schedule.next(next).getTime() - next.getTime() >= minuteMs;
  let status = isMonitored ? await readStatus(blob) : undefined;
  let isPastDue = status !== undefined && new Date(status.Next) < started;
  let isDueNow = isPastDue || runOnStartup;
  if (isMonitored && !status) await remember(new Date(0));

  const running = { current: Promise.resolve() };
  const loop = repeat(async () => {
    const restMs = next.getTime() - Date.now();
    if (!isDueNow && restMs > 0) return Math.min(restMs, longestRestMs);
    running.current = run();
    await running.current;
    return 0;
  });

  async function run() {
    const startedAt = new Date();
    try {
      await invoke(target, { data: { json: JSON.stringify(timerInfo()) } });
    } catch {
      // The invocation logged the error; a timer is not retried before its next scheduled run.
    }
    isPastDue = false;
    isDueNow = false;
    next = schedule.next(new Date());
    if (isMonitored) await remember(startedAt);
  }

  function timerInfo() {
    return { Schedule: { AdjustForDST: true }, ScheduleStatus: status ?? null, IsPastDue: isPastDue };
  }

  async function remember(last: Date) {
    status = { Last: last.toISOString(), Next: next.toISOString(), LastUpdated: new Date().toISOString() };
    try {
      const text = JSON.stringify(status);
      await blob.upload(text, Buffer.byteLength(text));
    } catch (error) {
      const message = `The state of timer ${target.name} was not written: ${describeError(error)}`;
      log({ level: 'warning', category: 'host', message });
    }
  }

  return {
    async stop(graceMs: number) {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      await Promise.race([loop.stop(), grace]);
    },
  };
}

async function readStatus(blob: BlockBlobClient): Promise<Status | undefined> {
  try {
    return Status.parse(JSON.parse((await blob.downloadToBuffer()).toString()));
  } catch (error) {
    if (error instanceof RestError && error.statusCode === 404) return undefined;
    throw error;
  }
}
