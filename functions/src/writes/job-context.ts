import { partitionOf } from '../core/partitions.ts';
import type { Caller, JobCall, JobContext, JobWrite } from '../core/context.ts';
import { sha256 } from '../core/hash.ts';
import { defineEndpoint, type AtomicEndpoint, type LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import * as z from 'zod';
import { seesAll } from '../records/restriction.ts';
import { businessDomainKind, domains } from '../records/kinds/user-records.ts';
import { listAll, readerOn, systemReader } from '../records/reader.ts';
import { runAtomic } from './atomic.ts';
import { recordId } from './idempotency-record.ts';
import { runLease } from './lease.ts';
import type { Pipeline, WriteRequest } from './write-loop.ts';

const SCHEDULE = 'schedule';

/** Works through the agencies one by one: a failure in one is logged as this event and leaves the others alone. */
export async function inEachAgency(
  { system, log }: JobContext,
  { event, work }: { event: string; work: (agency: BusinessDomain) => Promise<void> },
): Promise<void> {
  for (const agency of await listAll(system, businessDomainKind, { sql: domains, parameters: {} }))
    try {
      await work(agency);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      log({ level: 'error', event, agency: agency.Id, error: name });
    }
}

export function createJobContext(pipeline: Pipeline): JobContext {
  const { platform, ports } = pipeline;
  const { blobs, clock, fieldKeys, random, realtime, trace, webhooks } = platform;
  return {
    blobs,
    clock,
    fieldKeys,
    random,
    realtime,
    trace,
    webhooks,
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
    partition: (key) => platform.store.app(key),
    find: (domainId) => readerOn(platform, `d:${domainId}`, seesAll),
    system: systemReader(platform),
    documents: ports.effect.documents,
    exchanges: ports.effect.exchanges,
    async atomic(write, handler) {
      await runAtomic(requestOf(pipeline, jobEndpoint(write), write), async (_input, context) => {
        await handler(context);
        return {};
      });
    },
    async lease(call, handler) {
      await runLease(requestOf(pipeline, call.endpoint, call), (_input, context) => handler(context));
    },
  };
}

/** A job's write takes the path of a call's write, though no one can call it. */
const jobEndpoint = ({ job, domainId }: JobWrite): AtomicEndpoint =>
  defineEndpoint({
    method: 'PUT',
    path: `/jobs/${job}`,
    summary: "A job's write",
    access: 'signed-in',
    mode: 'atomic',
    scope: domainId === '' ? 'system' : 'domain',
    output: z.object({}),
  });

function requestOf<E extends AtomicEndpoint | LeaseEndpoint>(
  pipeline: Pipeline,
  endpoint: E,
  { domainId, work, as = 'Scheduled re-verification' }: JobWrite | JobCall,
): WriteRequest<E> {
  const { store, random, clock } = pipeline.platform;
  const caller = jobCaller(domainId, as);
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

/** The caller that the records and the audit of an agency name for a job. */
const jobCaller = (businessDomainId: string, FullName: string): Caller => ({
  claims: { oid: SCHEDULE, tid: '', name: 'Schedule', email: '', signedInAt: 0 },
  person: { Id: SCHEDULE, FullName },
  roles: { SystemRole: 'User' },
  businessDomainId,
});
