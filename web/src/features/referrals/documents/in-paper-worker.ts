import type { PaperTasks } from './paper-worker.ts';

/** Reading a packet takes seconds, and writing hundreds of pages a few more. */
const MOST_MS = 60_000;

type Answer = { value: unknown } | { error: string };

let worker: Worker | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a task of paper-worker.ts beside the tab, which goes on answering. Tasks run one after another; a worker that takes
 * too long is ended. Rejects with a text for people.
 */
export function inPaperWorker<T extends keyof PaperTasks>(
  task: T,
  ...given: Parameters<PaperTasks[T]>
): ReturnType<PaperTasks[T]> {
  const run = turn.catch(() => undefined).then(() => ask({ task, given }));
  turn = run;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker runs the task of this name
  return run as ReturnType<PaperTasks[T]>;
}

function ask(message: { task: keyof PaperTasks; given: unknown[] }): Promise<unknown> {
  worker ??= new Worker(new URL('./paper-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const once = { once: true, signal: over.signal };
    const timer = setTimeout(() => fail(tooLong), MOST_MS);
    function end(): void {
      clearTimeout(timer);
      over.abort();
    }
    function fail(text: string): void {
      end();
      asked.terminate();
      worker = undefined;
      reject(new Error(text));
    }
    function take({ data }: MessageEvent<Answer>): void {
      end();
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.value);
    }
    asked.addEventListener('message', take, once);
    asked.addEventListener('error', () => fail(notRead), once);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    asked.postMessage(message);
  });
}

const tooLong = 'It takes too long to read. Download it to look at it in another program.';
const notRead = 'It could not be read here. Reload the page and try again.';
