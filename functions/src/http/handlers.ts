import { api, type Api } from '@handoff/shared/contract/api';
import type { EffectContext, ReadContext, WriteContext } from '../core/context.ts';
import type {
  AtomicEndpoint,
  Contract,
  Endpoint,
  Input,
  LeaseEndpoint,
  Output,
  ReadEndpoint,
} from '@handoff/shared/contract/endpoint';

/** `Ports` are those that the area of the call names. */
export type ReadHandler<E, Ports = unknown> = (
  input: Input<E>,
  context: ReadContext & Ports,
) => Promise<Output<E>>;

/** Reads, decides and stages; may run again on fresh state before it is committed. */
export type AtomicHandler<E> = (input: Input<E>, context: WriteContext) => Promise<Output<E>>;

/** Acts outside the store, repeatably, and returns the part that stages the outcome. */
export type LeaseHandler<E, Ports = unknown> = (
  input: Input<E>,
  context: EffectContext & Ports,
) => Promise<(context: WriteContext) => Promise<Output<E>>>;

export type Handler<E, Reads = unknown, Effects = unknown> = E extends ReadEndpoint
  ? ReadHandler<E, Reads>
  : E extends AtomicEndpoint
    ? AtomicHandler<E>
    : E extends LeaseEndpoint
      ? LeaseHandler<E, Effects>
      : never;

/** A handler for every declared call: a missing one, a surplus one or a wrong output does not compile. */
export type Handlers<C extends Contract> = {
  [Area in keyof C]: { [Call in keyof C[Area]]: Handler<C[Area][Call]> };
};

export type ApiHandlers = Handlers<Api>;

/** The handlers of one area, whose reading calls and calls with effects name ports. */
export type AreaHandlers<Area extends keyof Api, Reads = unknown, Effects = unknown> = {
  [Call in keyof Api[Area]]: Handler<Api[Area][Call], Reads, Effects>;
};

/** Gives the calls of an area the ports that they name, and calls that only stage none. */
export function withPorts<Area extends keyof Api, Reads, Effects>(
  area: Area,
  handlers: AreaHandlers<Area, Reads, Effects>,
  { read, effect }: { read: Reads; effect: Effects },
): ApiHandlers[Area] {
  const bound = Object.entries<Endpoint>(api[area]).map(([call, { mode }]) => {
    const run: unknown = Reflect.get(handlers, call);
    if (mode === 'atomic' || typeof run !== 'function') return [call, run];
    const ports = mode === 'lease' ? effect : read;
    return [call, (input: unknown, context: object): unknown => run(input, { ...context, ...ports })];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each handler is bound under its own name
  return Object.fromEntries(bound) as ApiHandlers[Area];
}

export function only<Ports extends object, Name extends keyof Ports>(
  ports: Ports,
  ...names: Name[]
): Pick<Ports, Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `names` are all of them
  return Object.fromEntries(names.map((name) => [name, ports[name]])) as Pick<Ports, Name>;
}
