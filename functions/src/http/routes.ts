import type { ReadContext } from '../core/context.ts';
import type {
  AtomicEndpoint,
  Contract,
  Endpoint,
  FileDownload,
  LeaseEndpoint,
  ReadEndpoint,
} from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import type { RunAtomic } from '../writes/atomic.ts';
import type { Handlers } from './handlers.ts';
import type { RunLease } from '../writes/lease.ts';

type RunRead = (input: Record<string, unknown>, context: ReadContext) => Promise<unknown>;

/** A declared call with its handler, in the form that the pipeline runs. */
export type Route = { name: string } & (
  | { mode: 'read'; endpoint: ReadEndpoint; run: RunRead; file(output: unknown): FileDownload }
  | { mode: 'atomic'; endpoint: AtomicEndpoint; run: RunAtomic }
  | { mode: 'lease'; endpoint: LeaseEndpoint; run: RunLease }
);

const File = z.object({ name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) });

export function routesOf<C extends Contract>(contract: C, handlers: Handlers<C>): Route[] {
  return Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries(calls).map(([call, endpoint]) =>
      routeOf(`${area}.${call}`, endpoint, handlerOf(handlers, area, call)),
    ),
  );
}

function routeOf(name: string, endpoint: Endpoint, run: unknown): Route {
  // `Handlers<C>` has checked each handler against its own endpoint; that tie is lost in this list of all.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  switch (endpoint.mode) {
    case 'read':
    case 'exempt':
      return { name, mode: 'read', endpoint, run: run as RunRead, file: (output) => File.parse(output) };
    case 'atomic':
      return { name, mode: 'atomic', endpoint, run: run as RunAtomic };
    case 'lease':
      return { name, mode: 'lease', endpoint, run: run as RunLease };
  }
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}

function handlerOf(handlers: object, area: string, call: string): unknown {
  const group: unknown = Reflect.get(handlers, area);
  return typeof group === 'object' && group !== null ? Reflect.get(group, call) : undefined;
}
