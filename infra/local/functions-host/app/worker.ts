import type { Log } from '../log.ts';
import { readFunctions, type AppFunction, type Settings } from './app-functions.ts';
import { createInvoke, type Invoke } from './invoke.ts';
import { loadApp, terminateApp } from './load-app.ts';

/** An app that runs: the functions it registered, and the way to call one. */
export interface AppWorker {
  functions: AppFunction[];
  invoke: Invoke;
  stop: () => Promise<void>;
  /** Loads the bundle again for later calls, and returns its functions. */
  reload?: () => Promise<AppFunction[]>;
}

export interface WorkerOptions {
  entry: string;
  settings: Settings;
  log: Log;
}

/** Runs the app in this process. */
export async function startWorker({ entry, settings, log }: WorkerOptions): Promise<AppWorker> {
  Object.assign(process.env, settings);
  const app = await loadApp(entry, log);
  const loaded = readFunctions(app.core.functions, settings);
  const invokeLoaded = createInvoke(app, log);
  const byId = new Map(loaded.map((one) => [one.id, one]));
  return {
    functions: loaded.map(({ name, id, trigger, bindings }) => ({ name, id, trigger, bindings })),
    async invoke({ id }, input) {
      const target = byId.get(id);
      if (!target) throw new Error(`There is no function "${id}".`);
      return invokeLoaded(target, input);
    },
    stop: () => terminateApp(app, log),
  };
}
