import type { Api } from '@handoff/shared/contract/api';
import type { EffectContext, ReadContext, WriteContext } from '../core/context.ts';
import type {
  AtomicEndpoint,
  Contract,
  Input,
  LeaseEndpoint,
  Output,
  ReadEndpoint,
} from '@handoff/shared/contract/endpoint';

export type ReadHandler<E> = (input: Input<E>, context: ReadContext) => Promise<Output<E>>;

/** Opens the connection for live messages, tells who is there, or how the API is: effects that need no key. */
export type ExemptHandler<E> = (
  input: Input<E>,
  context: Pick<EffectContext, 'caller' | 'find' | 'system' | 'live'>,
) => Promise<Output<E>>;

/** Reads, decides and stages; may run again on fresh state before it is committed. */
export type AtomicHandler<E> = (input: Input<E>, context: WriteContext) => Promise<Output<E>>;

/** Acts outside the store, repeatably, and returns the part that stages the outcome. */
export type LeaseHandler<E> = (
  input: Input<E>,
  context: EffectContext,
) => Promise<(context: WriteContext) => Promise<Output<E>>>;

export type Handler<E> = E extends ReadEndpoint & { mode: 'exempt' }
  ? ExemptHandler<E>
  : E extends ReadEndpoint
    ? ReadHandler<E>
    : E extends AtomicEndpoint
      ? AtomicHandler<E>
      : E extends LeaseEndpoint
        ? LeaseHandler<E>
        : never;

/** A handler for every declared call: a missing one, a surplus one or a wrong output does not compile. */
export type Handlers<C extends Contract> = {
  [Area in keyof C]: { [Call in keyof C[Area]]: Handler<C[Area][Call]> };
};

/** The handlers of the API, by area and call. */
export type ApiHandlers = Handlers<Api>;
