import { startSignalR } from '@handoff/local/signalr/start-signalr';
import type { TestApi } from '../api.ts';
import { startHostProcess, type HostProcess } from '../host-process.ts';

export type HostPair = Awaited<ReturnType<typeof startHostPair>>;

/** Starts two processes on one platform; a killed one restarts. The named timers run every second. */
export async function startHostPair(handoff: TestApi, timers: string[] = []) {
  const signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  const settings = {
    ...handoff.settings,
    AzureSignalRConnectionString: signalr.connectionString,
    SWEEP_SCHEDULE: '* * * * * *',
  };
  const start = () => startHostProcess(settings, { timers });
  const [one, two] = await Promise.all([start(), start()]);
  const running: HostProcess[] = [one, two];
  const starting = new Map<number, Promise<void>>();
  let kills = 0;
  return {
    url: (index: number) => running[index]?.url ?? '',
    kills: () => kills,
    /** Does nothing when it is dead already. */
    async kill(index: number): Promise<void> {
      if (starting.has(index)) return;
      running[index]?.child.kill('SIGKILL');
      kills += 1;
      const started = start().then((host) => void (running[index] = host));
      starting.set(index, started);
      await started;
      starting.delete(index);
    },
    async stop(): Promise<void> {
      await Promise.all(starting.values());
      for (const { child } of running) child.kill('SIGKILL');
      await signalr.close();
    },
  };
}
