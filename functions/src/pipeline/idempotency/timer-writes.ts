import { defineEndpoint, type AtomicEndpoint, type LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import type { Clock, FieldKeys } from '../../platform/ports.ts';
import * as z from 'zod';
import { partitionOf } from '../access/caller.ts';
import { seesAll } from '../access/restriction.ts';
import type { Caller, EffectContext, WriteContext } from '../request/handlers.ts';
import type { EffectPorts } from '../request/mode-ports.ts';
import { businessDomainKind, domains } from '../../records/user-records.ts';
import { listAll, readerOn, systemReader } from '../unit-of-work/reader.ts';
import type { Reader } from '../unit-of-work/unit-of-work.ts';
import { runAtomic } from './atomic.ts';
import { sha256 } from './fingerprint.ts';
import { recordId } from './idempotency-record.ts';
import { runLease, type Completion } from './lease.ts';
import type { Pipeline, WriteRequest } from './write-loop.ts';

const SCHEDULE = 'schedule';

interface TimerWrite {
  /** Empty for what is the system's. */
  domainId: string;
  /** Names what is to be done once: two timers that find it at the same time have the same key, as a retry has. */
  work: string[];
  /** In whose name it is done, as the audit says it. */
  as?: string;
}

interface TimerJob extends TimerWrite {
  /** What kind of work it is, such as `purge`: it keeps the keys of one timer apart from those of another. */
  job: string;
}

interface TimerCall extends TimerWrite {
  endpoint: LeaseEndpoint;
}

/** What a timer reaches: reads of every agency, and writes in one of them on the way that a person's take. */
export interface Timer {
  find(domainId: string): Reader;
  system: Reader;
  clock: Clock;
  fieldKeys: FieldKeys;
  ports: EffectPorts;
  /** What no call does. */
  atomic(job: TimerJob, handler: (context: WriteContext) => Promise<void>): Promise<void>;
  /** A call that somebody could make as well. */
  lease(call: TimerCall, handler: (context: EffectContext) => Promise<Completion>): Promise<void>;
}

/** One agency after the other: what fails in one is logged as this event, and leaves the others alone. */
export async function inEachAgency(
  { system, ports }: Timer,
  { event, work }: { event: string; work: (agency: BusinessDomain) => Promise<void> },
): Promise<void> {
  for (const agency of await listAll(system, businessDomainKind, { sql: domains, parameters: {} }))
    try {
      await work(agency);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      ports.log({ level: 'error', event, agency: agency.Id, error: name });
    }
}

export function createTimer(pipeline: Pipeline): Timer {
  const { platform, ports } = pipeline;
  return {
    find: (domainId) => readerOn(platform, `d:${domainId}`, seesAll),
    system: systemReader(platform),
    clock: platform.clock,
    fieldKeys: platform.fieldKeys,
    ports: ports.effect,
    async atomic(job, handler) {
      await runAtomic(requestOf(pipeline, jobEndpoint(job), job), async (_input, context) => {
        await handler(context);
        return {};
      });
    },
    async lease(call, handler) {
      await runLease(requestOf(pipeline, call.endpoint, call), (_input, context) => handler(context));
    },
  };
}

/** Nobody can call it: what a timer writes takes the way of a call's write. */
const jobEndpoint = ({ job, domainId }: TimerJob): AtomicEndpoint =>
  defineEndpoint({
    method: 'PUT',
    path: `/timer/${job}`,
    summary: "A timer's write",
    access: 'signed-in',
    mode: 'atomic',
    scope: domainId === '' ? 'system' : 'domain',
    output: z.object({}),
  });

function requestOf<E extends AtomicEndpoint | LeaseEndpoint>(
  pipeline: Pipeline,
  endpoint: E,
  { domainId, work, as = 'Scheduled re-verification' }: TimerWrite,
): WriteRequest<E> {
  const { store, random, clock } = pipeline.platform;
  const caller = timer(domainId, as);
  const partition = store.app(partitionOf(endpoint.scope, caller));
  const key = sha256(work.join('\n'));
  return {
    ...pipeline,
    endpoint,
    input: {},
    inputAgain: async () => ({}),
    caller,
    sight: seesAll,
    partition,
    request: {
      id: recordId(endpoint, { partitionKey: partition.key, oid: SCHEDULE, key }),
      fingerprint: key,
      isFingerprint: (stored) => stored === key,
      now: clock.now(),
    },
    requestId: random.uuid(),
    callerAddresses: [],
  };
}

/** Who it is that the timer acts as, in the records and the audit of an agency. */
const timer = (businessDomainId: string, FullName: string): Caller => ({
  claims: { oid: SCHEDULE, tid: '', name: 'Schedule', email: '', signedInAt: 0 },
  person: { Id: SCHEDULE, FullName },
  roles: { SystemRole: 'User' },
  businessDomainId,
});
