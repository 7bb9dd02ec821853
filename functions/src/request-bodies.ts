import type { HttpRequest } from '@azure/functions';
import * as z from 'zod';
import { errorName, type LogEntry } from './platform/ports.ts';

/** The part of `@azure/functions-core` that is used here: the worker provides it, and no package declares it. */
export interface Worker {
  getProgrammingModel(): ProgrammingModel;
  setProgrammingModel(model: ProgrammingModel): void;
}

interface ProgrammingModel {
  name: string;
  version: string;
  getCapabilities(capabilities: Record<string, string>): Promise<Record<string, string>>;
  getInvocationModel(core: { request: Received }): InvocationModel;
}

interface InvocationModel {
  getArguments(): Promise<{ context: unknown; inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], handler: unknown): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<unknown>;
}

interface Received {
  inputData?: { data?: { http?: { body?: { bytes?: Uint8Array | null } | null } | null } | null }[] | null;
}

export type BodyOf = (request: HttpRequest) => Promise<Uint8Array>;

/**
 * The library copies a body twice before a handler sees it, so a file of 100 MB would be in memory three times. This
 * takes the body out of the data that the worker received and gives it to the handler uncopied. Azure updates the worker
 * without asking: one that is not as expected is left alone, and so is any with `COPY_BODIES`.
 */
export function requestBodies(
  worker: Partial<Worker>,
  { areCopied, log }: { areCopied: boolean; log: (entry: LogEntry) => void },
): BodyOf {
  if (areCopied) return readBody;
  try {
    return keepBodiesUncopied(worker);
  } catch (error) {
    log({ level: 'warn', event: 'bodies-copied', error: errorName(error) });
    return readBody;
  }
}

function keepBodiesUncopied(worker: Partial<Worker>): BodyOf {
  const bodies = new WeakMap<object, Uint8Array>();
  const model = worker.getProgrammingModel?.();
  if (!model || !worker.setProgrammingModel || !hasParts(model))
    throw new TypeError('The worker has changed');
  worker.setProgrammingModel({
    name: model.name,
    version: model.version,
    getCapabilities: (capabilities) => model.getCapabilities(capabilities),
    getInvocationModel(core) {
      const body = takeBody(core.request);
      const invocation = model.getInvocationModel(core);
      return {
        async getArguments() {
          const given = await invocation.getArguments();
          const [request] = given.inputs;
          if (body && typeof request === 'object' && request !== null) bodies.set(request, body);
          return given;
        },
        invokeFunction: (context, inputs, handler) => invocation.invokeFunction(context, inputs, handler),
        getResponse: (context, result) => invocation.getResponse(context, result),
      };
    },
  });
  return async (request) => bodies.get(request) ?? (await readBody(request));
}

/** Before anything is replaced: a call that fails in a request would fail in all of them. */
const hasParts = ({ getCapabilities, getInvocationModel }: Partial<ProgrammingModel>): boolean =>
  typeof getCapabilities === 'function' && typeof getInvocationModel === 'function';

function takeBody({ inputData }: Received): Uint8Array | undefined {
  for (const { data } of inputData ?? []) {
    const bytes = data?.http?.body?.bytes;
    if (!data?.http || !bytes) continue;
    data.http.body = null;
    return bytes;
  }
  return undefined;
}

/** Reads a body that came as text. `arrayBuffer()` would make one more copy. */
async function readBody({ body }: HttpRequest): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(z.instanceof(Uint8Array).parse(chunk));
  const [first = new Uint8Array(), ...others] = chunks;
  return others.length === 0 ? first : Buffer.concat(chunks);
}
