import { parentPort, Worker } from 'node:worker_threads';
import * as z from 'zod';

/** Functions that a thread runs, by name. Arguments and results are copied between the threads. */
export type Tasks = Record<string, (given: Uint8Array, name: string) => Promise<unknown>>;

/** `overran`: it took too much time or memory, and its thread was ended. `busy`: too many others wait. */
export type Outcome = { ended: 'done'; value: unknown } | { ended: 'overran' } | { ended: 'busy' };

export interface ThreadLimits {
  atOnce: number;
  waiting: number;
  seconds: number;
  heapMb: number;
}

export interface Threads {
  /** Rejects with what the task threw. */
  run: (task: string, bytes: Uint8Array, name: string) => Promise<Outcome>;
}

interface Copied {
  task: string;
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}

/** A thread that has nothing to do is ended after this time, for its memory. */
const IDLE_MS = 60_000;

const Answer = z.union([z.object({ value: z.unknown() }), z.object({ error: z.string() })]);

/** A request that computes for long delays no other one. `file` calls `serveTasks`. */
export function createThreads(file: string | URL, limits: ThreadLimits): Threads {
  const idle: Worker[] = [];
  const resting = new WeakMap<Worker, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run(task: string, bytes: Uint8Array, name: string): Promise<Outcome> {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.waiting) return { ended: 'busy' };
      await new Promise<void>((resolve) => void waiting.push(resolve));
    } else running += 1;
    try {
      // Copied, because a view would bring the whole body of the request with it.
      return await runIn(rested() ?? started(), { task, bytes: new Uint8Array(bytes), name });
    } finally {
      // Hands its place to the next one, so that no newcomer takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  function started(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 };
    return new Worker(file, { resourceLimits, execArgv: [], env: {} });
  }

  function runIn(worker: Worker, given: Copied): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      const timer = setTimeout(() => overran(), limits.seconds * 1000);
      function over() {
        clearTimeout(timer);
        unheard(worker);
      }
      function overran() {
        over();
        end(worker);
        resolve({ ended: 'overran' });
      }
      function failed(error: Error) {
        over();
        reject(error);
      }
      unheard(worker).ref();
      worker.on('message', (message: unknown) => {
        over();
        rest(worker);
        const answer = Answer.parse(message);
        if ('error' in answer) reject(new Error(answer.error));
        else resolve({ ended: 'done', value: answer.value });
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? overran() : failed(error),
      );
      worker.on('exit', () => failed(new Error('The thread ended')));
      worker.postMessage(given, [given.bytes.buffer]);
    });
  }

  function rest(worker: Worker): void {
    worker.unref();
    idle.push(worker);
    const forget = () => void (idle.includes(worker) && idle.splice(idle.indexOf(worker), 1));
    const timer = setTimeout(() => {
      forget();
      end(worker);
    }, IDLE_MS).unref();
    resting.set(worker, timer);
    worker.on('error', forget);
  }

  function rested(): Worker | undefined {
    const worker = idle.pop();
    if (worker) clearTimeout(resting.get(worker));
    return worker;
  }

  return { run };
}

function unheard(worker: Worker): Worker {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  return worker;
}

/** A late error of a thread that is being ended must not end the process. */
function end(worker: Worker): void {
  worker.on('error', () => {});
  void worker.terminate();
}

const Given = z.object({ task: z.string(), bytes: z.instanceof(Uint8Array), name: z.string() });

/** Runs in the thread: answers each message with what its task returns. */
export function serveTasks(tasks: Tasks): void {
  async function serve(message: unknown): Promise<void> {
    try {
      const { task, bytes, name } = Given.parse(message);
      const run = tasks[task];
      if (!run) throw new Error(`There is no task ${task}`);
      respond({ value: await run(bytes, name) });
    } catch (error) {
      respond({ error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
    }
  }
  parentPort?.on('message', (message: unknown) => void serve(message));
}

function respond(message: object): void {
  parentPort?.postMessage(message, [...new Set(buffersIn(message))]);
}

/** Large files in an answer are handed over and not copied. A small one may be in memory that it shares with others. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!ArrayBuffer.isView(value)) return Object.values(value).flatMap(buffersIn);
  const { buffer } = value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength ? [buffer] : [];
}
