import Module, { createRequire } from 'node:module';
import { createFunctionsCore, type FunctionsCore } from './functions-core.ts';
import { describeError, type Log } from '../log.ts';
import type { ProgrammingModel } from './rpc.ts';

export interface LoadedApp {
  core: FunctionsCore;
  model: ProgrammingModel;
  appHookData: Record<string, unknown>;
}

/** Loads the bundle like the Node worker: every load is a new app, even of the same file. */
export async function loadApp(entry: string, log: Log): Promise<LoadedApp> {
  const core = createFunctionsCore(log);
  requireWithCore(entry, core);
  const model = core.model();
  if (!model || core.functions.length === 0) {
    throw new Error(
      `${entry} registered no functions. Does its bundle keep @azure/functions-core external and load @azure/functions once?`,
    );
  }
  const appHookData = {};
  await core.runHooks('appStart', { hookData: {}, appHookData });
  const capabilities = await model.getCapabilities({});
  if ('HttpUri' in capabilities) {
    throw new Error('enableHttpStream is on: a handler that throws would never answer. Leave it off.');
  }
  core.lock();
  return { core, model, appHookData };
}

/** Errors are logged only: the app is going down anyway. */
export async function terminateApp({ core, appHookData }: LoadedApp, log: Log) {
  try {
    await core.runHooks('appTerminate', { hookData: {}, appHookData });
  } catch (error) {
    log({ level: 'error', category: 'host', message: `appTerminate failed: ${describeError(error)}` });
  }
}

/**
 * The library requires `@azure/functions-core` once while the bundle is evaluated, and keeps the result. So the hook
 * exists only that long, and several apps can live in one process, as tests need it.
 */
function requireWithCore(entry: string, core: FunctionsCore) {
  const load = createRequire(entry);
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its `this` below
  const before = Module.prototype.require;
  Module.prototype.require = function requireHooked(this: Module, id: string): unknown {
    return id === '@azure/functions-core' ? core.api : before.call(this, id);
  };
  try {
    delete load.cache[load.resolve(entry)];
    load(entry);
  } finally {
    Module.prototype.require = before;
  }
}
