import type {
  AtomicEndpoint,
  Contract,
  Input,
  LeaseEndpoint,
  Output,
  ReadEndpoint,
} from '@handoff/shared/contract/endpoint';
import type { Roles } from '@handoff/shared/domain/access/role';
import type { Person } from '@handoff/shared/domain/access/user';
import type { Clock, FieldKeys, Realtime, TokenClaims } from '../../platform/ports.ts';
import type { LiveCounties } from '../../records/address-versions.ts';
import type { Reader, UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { EffectPorts, ReadPorts } from './mode-ports.ts';

// What a call can reach depends on its mode, and a handler reaches nothing else: it is made without a platform, and
// everything it works with comes with its context. handlers.test-d.ts plants what must not compile.

/** Who asks, as the token and the person's own record say at this moment. */
export interface Caller {
  claims: TokenClaims;
  /** Id and name for "by whom" fields. */
  person: Person;
  roles: Roles;
  /** The current business domain; empty for a person without one, who gets no domain-scoped call. */
  businessDomainId: string;
}

interface CallContext {
  caller: Caller;
  /** Reads of people and business domains. */
  system: Reader;
  /** Stands still during a request. */
  now: Date;
  fieldKeys: FieldKeys;
  counties: LiveCounties;
}

/** Reads only. */
export interface ReadContext extends CallContext, ReadPorts {
  /** Reads of the partition the call's scope names, and of no other. */
  find: Reader;
  /**
   * Names the record whose contents the answer shows, or says what a list is and names all it shows: an empty list is no
   * view. For calls that declare `audit`, once.
   */
  viewed: (subject: string, shown?: readonly string[], reason?: string) => void;
}

/** Opens the connection for live messages, says who is there, or how the API is. */
export interface ExemptContext extends CallContext {
  live: Pick<Realtime, 'joinGroup' | 'leaveGroup' | 'connection' | 'sendPresence'>;
  /** As of a call that reads. */
  find: Reader;
}

/** Stages writes in the one partition of the call; no file, no network. */
export interface WriteContext extends CallContext {
  work: UnitOfWork;
  requestId: string;
}

/** Acts outside that partition, under names derived from the key; stages nothing but through `noteAsked`. */
export interface EffectContext extends CallContext, EffectPorts {
  find: Reader;
  clock: Clock;
  requestId: string;
  /** As the front door noted them, the nearest last. */
  callerAddresses: readonly string[];
  /** Whether an earlier try said that it asks, and was not heard of again. */
  wasAsked: boolean;
  /**
   * Noted before what must not happen twice; only the holder of the key gets past it. What `stage` counts is in the
   * same batch, and nothing is noted when it refuses.
   */
  noteAsked(stage: (context: WriteContext) => Promise<void>): Promise<void>;
  /** Names and ids made from the key and the attempt: the same until a failure is recorded. */
  derive(salt: string): string;
}

export type ReadHandler<E> = (input: Input<E>, context: ReadContext) => Promise<Output<E>>;

export type ExemptHandler<E> = (input: Input<E>, context: ExemptContext) => Promise<Output<E>>;

/** Reads, decides and stages; may run again on fresh state before it is committed. */
export type AtomicHandler<E> = (input: Input<E>, context: WriteContext) => Promise<Output<E>>;

/** Acts outside the store, repeatably, then gives the part that stages the outcome. */
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
