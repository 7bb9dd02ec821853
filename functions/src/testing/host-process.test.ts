/** @module-tag long */
import { setTimeout } from 'node:timers/promises';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { expect, onTestFinished, test } from 'vitest';
import { freshApi } from './api.ts';
import { buildBundle, startHostProcess } from './host-process.ts';

/** Every sweep is due twice in this time. */
const WATCHED_MS = 2500;

test("a test's host runs only the timers that the test names, whatever the time of day", async () => {
  const signalr = await startSignalR({ port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] });
  onTestFinished(() => signalr.close());
  const settings = {
    ...(await freshApi()).settings,
    AzureSignalRConnectionString: signalr.connectionString,
    SWEEP_SCHEDULE: '* * * * * *',
  };
  await buildBundle();
  const [silent, sweeping] = await Promise.all([
    startHostProcess(settings),
    startHostProcess(settings, { timers: ['sweepOutbox'] }),
  ]);
  try {
    await setTimeout(WATCHED_MS);
    expect(functionsIn(silent.lines)).toEqual(new Set());
    expect(functionsIn(sweeping.lines)).toEqual(new Set(['sweepOutbox']));
  } finally {
    for (const { child } of [silent, sweeping]) child.kill('SIGKILL');
  }
});

const functionsIn = (lines: string[]) =>
  new Set(lines.flatMap((line) => /"functionName":"(\w+)"/.exec(line)?.[1] ?? []));
