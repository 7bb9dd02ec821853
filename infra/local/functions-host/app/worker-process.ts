import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import type { LogEntry } from '../log.ts';
import type { AppFunction } from './app-functions.ts';
import type { InvocationInput } from './invoke.ts';
import type { RpcResponse } from './rpc.ts';
import type { AppWorker, WorkerOptions } from './worker.ts';

/** A call from the host to a worker process. */
export const Call = z.object({
  call: z.number(),
  target: z.custom<AppFunction>(),
  input: z.custom<InvocationInput>(),
});
export type Call = z.infer<typeof Call>;

/** A message from a worker process to its host. */
export const WorkerMessage = z.union([
  z.object({ functions: z.array(z.custom<AppFunction>()) }),
  z.object({ refused: z.string() }),
  z.object({ log: z.custom<LogEntry>() }),
  z.object({ answered: z.number(), response: z.custom<RpcResponse>() }),
  z.object({ failed: z.number(), reason: z.string() }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessage>;

interface WorkerProcessOptions extends WorkerOptions {
  /** The worker has crashed three times in a row: no new one is started. */
  onLost: () => void;
  /** Port of a debugger in the worker. */
  inspectPort?: number | undefined;
}

interface Worker {
  child: ChildProcess;
  functions: AppFunction[];
}

const mostCrashes = 3;
/** How long calls under way may delay a reload. */
const reloadGraceMs = 1_500;

/**
 * Runs the app in a separate process. When that crashes, the calls under way fail, and a new one is started, for
 * which later calls wait.
 */
export async function startWorkerProcess(options: WorkerProcessOptions): Promise<AppWorker> {
  const { log, onLost, inspectPort } = options;
  const calls = new Map<number, PromiseWithResolvers<RpcResponse>>();
  let count = 0;
  let crashesInARow = 0;
  let isExpected = true;
  let current = startProcess();
  const { functions } = await current;
  isExpected = false;

  return {
    functions,
    async invoke(target, input) {
      const { child } = await current;
      const call = (count += 1);
      const answer = Promise.withResolvers<RpcResponse>();
      calls.set(call, answer);
      child.send({ call, target, input } satisfies Call);
      return answer.promise;
    },
    async stop() {
      isExpected = true;
      await end(await current.catch(() => undefined));
    },
    async reload() {
      isExpected = true;
      const former = await current.catch(() => undefined);
      // Later calls wait for the new process. Only one can hold the port of the debugger.
      current = endSoon(former).then(startProcess);
      try {
        return (await current).functions;
      } finally {
        isExpected = false;
      }
    },
  };

  /** Lets the calls under way end; those that take longer fail, as when the worker crashes. */
  async function endSoon(worker: Worker | undefined): Promise<void> {
    const underWay = [...calls.values()].map(({ promise }) => promise);
    const deadline = setTimeout(() => worker?.child.kill('SIGKILL'), reloadGraceMs);
    await Promise.allSettled(underWay);
    await end(worker);
    clearTimeout(deadline);
  }

  async function startProcess(): Promise<Worker> {
    const child = fork(join(import.meta.dirname, 'worker-main.ts'), [options.entry], {
      env: { ...process.env, ...options.settings },
      // Bodies are bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [
        ...process.execArgv,
        ...(inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`]),
      ],
    });
    const started = Promise.withResolvers<Worker>();
    let refusal: Error | undefined;
    child.on('message', (message) => {
      const said = WorkerMessage.parse(message);
      if ('functions' in said) started.resolve({ child, functions: said.functions });
      else if ('refused' in said) refusal = new Error(said.refused);
      else if ('log' in said) log(said.log);
      else settle(said);
    });
    child.once('exit', (code, signal) => {
      const reason = new Error(`The worker process ended (${signal ?? `exit code ${code}`}).`);
      started.reject(refusal ?? reason);
      for (const answer of calls.values()) answer.reject(reason);
      calls.clear();
      if (!isExpected) restart(reason);
    });
    return started.promise;
  }

  function settle(said: Extract<WorkerMessage, { answered: number } | { failed: number }>) {
    const call = 'answered' in said ? said.answered : said.failed;
    const answer = calls.get(call);
    calls.delete(call);
    if ('reason' in said) return answer?.reject(new Error(said.reason));
    crashesInARow = 0;
    answer?.resolve(said.response);
  }

  function restart({ message }: Error) {
    crashesInARow += 1;
    log({ level: 'error', category: 'host', message });
    if (crashesInARow >= mostCrashes) return onLost();
    current = startProcess();
    // Later calls get the error; a worker that never starts counts as a crash.
    current.catch(() => {});
  }
}

async function end(worker: Worker | undefined): Promise<void> {
  if (!worker || hasEnded(worker.child)) return;
  const ended = new Promise((resolve) => worker.child.once('exit', resolve));
  if (worker.child.connected) worker.child.disconnect();
  await ended;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
