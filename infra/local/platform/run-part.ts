import { fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { root } from '../installation.ts';

export const partNames = ['azurite', 'cosmos', 'signalr', 'identity', 'functions', 'web'] as const;
/** Parts of `npm run dev` only, which print to the terminal: their files, relative to the root, and arguments. */
const watchers = {
  rebuild: ['functions/build.ts', '--watch'],
  vite: ['web/dev-server.ts'],
} as const;
export type PartName = (typeof partNames)[number] | keyof typeof watchers;

export interface Part {
  name: PartName;
  logFile: string;
  /** Resolves when the process has ended, with how it ended. */
  ended: Promise<string>;
  send(message: string): void;
  stop(): Promise<void>;
}

/** Returns the log of this part since its last start. */
export const logFileOf = (folder: string, name: PartName) => path.join(folder, 'logs', `${name}.log`);

const killAfterMs = 2_500;

/** Starts a part and waits until it serves; throws when it could not. Its output goes to its log. */
export async function runPart(
  name: PartName,
  options: {
    folder: string;
    environment: Record<string, string | undefined>;
    /** Writes on below an earlier log, which may say why the part is started again. */
    appends?: boolean;
    /** Called for each message after the one that says it is ready. */
    onMessage?: ((message: unknown) => void) | undefined;
  },
): Promise<Part> {
  const logFile = logFileOf(options.folder, name);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, options.appends ? 'a' : 'w', 0o600);
  const isWatcher = name === 'rebuild' || name === 'vite';
  const [file, ...args] = isWatcher ? watchers[name] : ['infra/local/platform/part.ts', name];
  const output = isWatcher ? 'inherit' : log;
  const child = fork(path.join(root, file), args, {
    cwd: root,
    env: options.environment,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<undefined>((resolve) => {
    child.once('message', () => {
      resolve(undefined);
      child.on('message', (message) => options.onMessage?.(message));
    });
  });

  const failure = await Promise.race([ready, ended]);
  if (failure !== undefined)
    throw new Error(`The part "${name}" could not start (${failure}). Its log: ${logFile}`);
  return {
    name,
    logFile,
    ended,
    send: (message) => void child.send(message),
    async stop() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(deadline);
    },
  };
}
