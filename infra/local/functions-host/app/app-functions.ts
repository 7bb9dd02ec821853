import * as z from 'zod';
import type { RegisteredFunction } from './functions-core.ts';
import type { FunctionCallback, RpcBinding } from './rpc.ts';

export type Settings = Record<string, string>;

export const settingsIn = (environment: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const Binding = z.looseObject({ type: z.string(), direction: z.string() });

const Metadata = z.object({
  // The pattern of the real host.
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,127}$/i),
  bindings: z.record(z.string(), Binding),
  retryOptions: z.undefined({ error: 'retry policies are not modelled' }).optional(),
});

const triggerOptions = {
  name: z.string(),
  direction: z.literal('in'),
  dataType: z.string().optional(),
  properties: z.record(z.string(), z.string()).optional(),
};

const connection = z.string().default('AzureWebJobsStorage');

// Strict: an option the host would ignore is an error.
const Trigger = z.discriminatedUnion('type', [
  z.strictObject({
    ...triggerOptions,
    type: z.literal('httpTrigger'),
    // Keys are not checked, like in Core Tools; other levels would protect calls in Azure only.
    authLevel: z.literal('anonymous'),
    methods: z.array(z.string().toUpperCase()).min(1),
    route: z.string().optional(),
  }),
  z.strictObject({ ...triggerOptions, type: z.literal('queueTrigger'), queueName: z.string(), connection }),
  z.strictObject({
    ...triggerOptions,
    type: z.literal('blobTrigger'),
    path: z.string(),
    connection,
    sdkBinding: z.boolean().default(false),
    /** With events nothing is scanned: the stand-in for Event Grid posts them to `/runtime/webhooks/blobs`. */
    source: z.enum(['LogsAndContainerScan', 'EventGrid']).default('LogsAndContainerScan'),
  }),
  z.strictObject({
    ...triggerOptions,
    type: z.literal('timerTrigger'),
    schedule: z.string(),
    runOnStartup: z.boolean().default(false),
    useMonitor: z.boolean().default(true),
  }),
]);

const HttpOutput = z.strictObject({
  name: z.literal('$return'),
  type: z.literal('http'),
  direction: z.literal('out'),
});

type Trigger = z.infer<typeof Trigger>;
type TriggerType = Trigger['type'];

export interface AppFunction {
  name: string;
  /** The host's name for it in queue messages, receipts and timer states. */
  id: string;
  trigger: Trigger;
  bindings: Record<string, RpcBinding>;
}

/** A function in the process that runs it. */
export interface LoadedFunction extends AppFunction {
  callback: FunctionCallback;
}

export type FunctionWith<Type extends TriggerType> = AppFunction & {
  trigger: Extract<Trigger, { type: Type }>;
};

/** Reads the registered functions; throws, with the function's name, for everything that this host does not support. */
export function readFunctions(registered: RegisteredFunction[], settings: Settings): LoadedFunction[] {
  const functions = registered.map((one) => readFunction(one, settings));
  const names = functions.map((one) => one.name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two functions are called "${twice}".`);
  return functions.filter((one) => !isDisabled(one.name, settings));
}

export function hasTrigger<Type extends TriggerType>(type: Type) {
  return (one: AppFunction): one is FunctionWith<Type> => one.trigger.type === type;
}

function readFunction({ metadata, callback }: RegisteredFunction, settings: Settings): LoadedFunction {
  const { name, bindings } = understand('A function', Metadata, metadata);
  const resolved = Object.entries(bindings).map(
    ([key, binding]) => [key, resolveSettings(name, binding, settings)] as const,
  );
  const triggers = resolved.filter(([, binding]) => /trigger$/i.test(binding.type));
  const [trigger] = triggers;
  if (!trigger || triggers.length > 1) throw new Error(`Function "${name}" needs exactly one trigger.`);
  for (const [key, binding] of resolved) {
    if (binding === trigger[1]) continue;
    understand(`Function "${name}", binding "${key}" (${binding.type}, ${binding.direction})`, HttpOutput, {
      ...binding,
      name: key,
    });
  }
  return {
    name,
    id: `Host.Functions.${name}`,
    trigger: understand(`Function "${name}", trigger "${trigger[1].type}"`, Trigger, trigger[1]),
    bindings: Object.fromEntries(resolved.map(([key, binding]) => [key, rpcBinding(binding)])),
    callback,
  };
}

function understand<Schema extends z.ZodType>(
  what: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${what} is not supported by the local host:\n${z.prettifyError(parsed.error)}`);
}

const RpcBindingFields = z.object({
  type: z.string(),
  direction: z.string(),
  dataType: z.string().optional(),
  properties: z.record(z.string(), z.string()).optional(),
});

function rpcBinding(binding: unknown): RpcBinding {
  return RpcBindingFields.parse(binding);
}

function resolveSettings(name: string, binding: z.infer<typeof Binding>, settings: Settings) {
  return Binding.parse(
    Object.fromEntries(
      Object.entries(binding).map(([key, value]) => [
        key,
        typeof value === 'string' ? resolvePercents(name, value, settings) : value,
      ]),
    ),
  );
}

function resolvePercents(name: string, text: string, settings: Settings) {
  return text.replaceAll(/%([^%]+)%/g, (written, key: string) => {
    const value = settings[key];
    if (value === undefined) throw new Error(`Function "${name}": "${written}" resolves to no setting.`);
    return value;
  });
}

function isDisabled(name: string, settings: Settings) {
  const value = settings[`AzureWebJobs.${name}.Disabled`] ?? settings[`AzureWebJobs_${name}_Disabled`];
  return value === '1' || value?.toLowerCase() === 'true';
}
