import type { Log, LogEntry, LogLevel } from '../log.ts';
import type { FunctionCallback, ProgrammingModel } from './rpc.ts';

const hookNames = ['appStart', 'appTerminate', 'preInvocation', 'postInvocation', 'log'] as const;
export type HookName = (typeof hookNames)[number];
type HookCallback = (context: Record<string, unknown>) => unknown;

export interface RegisteredFunction {
  metadata: unknown;
  callback: FunctionCallback;
}

/**
 * The object that an app gets for `require('@azure/functions-core')`. There is no such package: the Node worker of
 * Azure Functions supplies it, and so does this host.
 */
export function createFunctionsCore(log: Log) {
  const hooks = new Map<string, HookCallback[]>(hookNames.map((name) => [name, []]));
  const functions: RegisteredFunction[] = [];
  let model: ProgrammingModel | undefined;
  let isLocked = false;

  const api = {
    version: '3.13.0',
    hostVersion: '4.1040.0',
    setProgrammingModel(chosen: ProgrammingModel) {
      refuseLate('The programming model');
      model = chosen;
    },
    getProgrammingModel: () => model,
    registerFunction(metadata: unknown, callback: FunctionCallback) {
      refuseLate('A function');
      functions.push({ metadata, callback });
      return { dispose: () => refuseLate('A function') };
    },
    registerHook(name: string, callback: HookCallback) {
      const callbacks = hooks.get(name);
      if (!callbacks) throw unknownHook(name);
      callbacks.push(callback);
      return { dispose: () => void callbacks.splice(callbacks.indexOf(callback), 1) };
    },
    log(level: LogLevel, category: LogEntry['category'], message: string) {
      log({ level, category, message });
    },
  };

  function refuseLate(what: string) {
    if (isLocked) throw new Error(`${what} can only be registered while the app starts.`);
  }

  return {
    api,
    functions,
    model: () => model,
    lock() {
      isLocked = true;
    },
    /** Hooks run in the order of registration; one that throws ends what it hooks into. */
    async runHooks(name: HookName, context: Record<string, unknown>) {
      for (const callback of hooks.get(name) ?? []) await callback(context);
    },
    /** Log hooks are synchronous: they may change level and message of the app's own entries. */
    runLogHooks(context: Record<string, unknown>) {
      for (const callback of hooks.get('log') ?? []) callback(context);
    },
  };
}

export type FunctionsCore = ReturnType<typeof createFunctionsCore>;

function unknownHook(name: string) {
  // The library recognizes a missing feature by this flag.
  return Object.assign(new RangeError(`Unrecognized hook "${name}"`), { isAzureFunctionsSystemError: true });
}
