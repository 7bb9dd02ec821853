import { fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

export const partNames = ['azurite', 'cosmos', 'signalr', 'identity', 'functions', 'web'] as const;
export type PartName = (typeof partNames)[number];

export interface Part {
  name: PartName;
  logFile: string;
  /** Resolves when the process has ended, with how it ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Returns the log of this part since its last start. */
export const logFileOf = (folder: string, name: PartName) => path.join(folder, 'logs', `${name}.log`);

const killAfterMs = 2_500;

/** Starts a part and waits until it serves; throws when it could not. Its output goes to its log. */
export async function runPart(
  name: PartName,
  options: { folder: string; environment: Record<string, string | undefined> },
): Promise<Part> {
  const logFile = logFileOf(options.folder, name);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w', 0o600);
  const child = fork(path.join(import.meta.dirname, 'part.ts'), [name], {
    env: options.environment,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<undefined>((resolve) => {
    child.once('message', () => resolve(undefined));
  });

  const failure = await Promise.race([ready, ended]);
  if (failure !== undefined)
    throw new Error(`The part "${name}" could not start (${failure}). Its log: ${logFile}`);
  return {
    name,
    logFile,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(deadline);
    },
  };
}
