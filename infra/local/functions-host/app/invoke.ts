import { randomUUID } from 'node:crypto';
import type { AppFunction, LoadedFunction } from './app-functions.ts';
import type { LoadedApp } from './load-app.ts';
import { describeError, type Log, type LogEntry, type LogLevel } from '../log.ts';
import type { CoreContext, RpcData, RpcResponse, RpcTraceContext } from './rpc.ts';

export interface InvocationInput {
  data: RpcData;
  triggerMetadata?: Record<string, RpcData>;
  traceContext?: RpcTraceContext;
}

export type Invoke<Target = AppFunction> = (target: Target, input: InvocationInput) => Promise<RpcResponse>;

/** Runs a function in the steps of the Node worker's InvocationHandler; rejects with what the handler threw. */
export function createInvoke(app: LoadedApp, log: Log): Invoke<LoadedFunction> {
  return async (target, input) => {
    const core = coreContext(target, input);
    const startedAt = Date.now();
    const report = (level: LogLevel, message: string) =>
      log({
        level,
        category: 'host',
        message,
        functionName: target.name,
        invocationId: core.context.invocationId,
      });
    report('debug', `${target.name} starts`);
    try {
      const response = await run(target, core);
      report('information', `${target.name} succeeded in ${Date.now() - startedAt} ms`);
      return response;
    } catch (error) {
      report('error', `${target.name} failed in ${Date.now() - startedAt} ms: ${describeError(error)}`);
      throw error;
    }
  };

  interface Core {
    context: CoreContext;
    hookData: Record<string, unknown>;
    seen: { context?: unknown };
  }

  async function run({ callback }: LoadedFunction, { context: core, hookData, seen }: Core) {
    const model = app.model.getInvocationModel(core);
    const { context, inputs } = await model.getArguments();
    seen.context = context;
    const shared = { hookData, appHookData: app.appHookData, invocationContext: context };
    const before = { ...shared, functionCallback: callback, inputs };
    core.state = 'preInvocationHooks';
    await app.core.runHooks('preInvocation', before);
    const after: { result: unknown; error: unknown } & Record<string, unknown> = {
      ...shared,
      inputs: before.inputs,
      result: null,
      error: null,
    };
    core.state = 'invocation';
    try {
      after.result = await model.invokeFunction(context, before.inputs, before.functionCallback);
    } catch (error) {
      after.error = error ?? new Error('The function threw nothing.');
    }
    core.state = 'postInvocationHooks';
    await app.core.runHooks('postInvocation', after);
    core.state = undefined;
    if (after.error) throw after.error;
    return model.getResponse(context, after.result);
  }

  function coreContext(target: AppFunction, { data, ...origin }: InvocationInput): Core {
    const invocationId = randomUUID();
    const hookData = {};
    const seen: Core['seen'] = {};
    const context: CoreContext = {
      invocationId,
      request: {
        invocationId,
        functionId: target.id,
        inputData: [{ name: target.trigger.name, data }],
        ...origin,
      },
      metadata: { name: target.name, bindings: target.bindings },
      state: undefined,
      log(level, category, message) {
        const entry: LogEntry = { level, category, message, functionName: target.name, invocationId };
        const hooked = { level, category, message, hookData, invocationContext: seen.context };
        app.core.runLogHooks(hooked);
        log(category === 'user' ? { ...entry, level: hooked.level, message: hooked.message } : entry);
      },
    };
    return { context, hookData, seen };
  }
}
