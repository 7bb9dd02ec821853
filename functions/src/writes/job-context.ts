import { authorize, partitionOf, SYSTEM_PARTITION } from '../core/access.ts';
import type { Caller, JobCall, JobContext, JobWrite } from '../core/context.ts';
import { sha256 } from '../core/hash.ts';
import {
  defineEndpoint,
  type AtomicEndpoint,
  type Endpoint,
  type LeaseEndpoint,
} from '@handoff/shared/contract/endpoint';
import type { Person } from '@handoff/shared/domain/access/user';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { errorName, type DocumentStore } from '../platform/ports.ts';
import * as z from 'zod';
import { seesAll, sightOf } from '../records/restriction.ts';
import { AppError } from '../core/app-error.ts';
import { domains, isColleague, oidOf, rolesIn, userKind } from '../records/kinds/user-records.ts';
import { listAll, readerOn, systemReader } from '../records/reader.ts';
import { runAtomic } from './atomic.ts';
import { recordId } from './idempotency-record.ts';
import { runLease } from './lease.ts';
import type { Pipeline, WriteRequest } from './write-loop.ts';

const SCHEDULE = 'schedule';

/** Works through the agencies one by one: a failure in one is logged as this event and does not stop the others. */
export async function inEachAgency(
  { system, log }: Pick<JobContext, 'system' | 'log'>,
  { event, work }: { event: string; work: (agency: BusinessDomain) => Promise<void> },
): Promise<void> {
  for (const agency of await listAll(system, domains))
    try {
      await work(agency);
    } catch (error) {
      log({ level: 'error', event, agency: agency.Id, error: errorName(error) });
    }
}

export function createJobContext(pipeline: Pipeline): JobContext {
  const { platform } = pipeline;
  const { clock, fieldKeys, random } = platform;
  return {
    clock,
    fieldKeys,
    random,
    log: (entry) => platform.log(entry),
    checkpoint: (name) => platform.checkpoint(name),
    find: (domainId) => readerOn(platform, `d:${domainId}`, seesAll),
    system: systemReader(platform),
    async atomic(write, handler) {
      await runAtomic(await requestOf(pipeline, jobEndpoint(write), write), async (_input, context) => {
        await handler(context);
        return {};
      });
    },
    async lease(call, handler) {
      await runLease(await requestOf(pipeline, call.endpoint, call), (_input, context) => handler(context));
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

async function requestOf<E extends AtomicEndpoint | LeaseEndpoint>(
  pipeline: Pipeline,
  endpoint: E,
  { domainId, work, as }: JobWrite | JobCall,
): Promise<WriteRequest<E>> {
  const { store, random, clock } = pipeline.platform;
  const isSchedule = typeof as === 'string';
  const caller = isSchedule ? schedule(domainId, as) : await causedBy(store, as, { domainId, endpoint });
  const partition = store.app(partitionOf(endpoint.scope, caller));
  const key = sha256(work.join('\n'));
  return {
    ...pipeline,
    endpoint,
    input: {},
    inputAgain: async () => ({}),
    caller,
    sight: isSchedule ? seesAll : sightOf({ endpoint, caller, partition, now: clock.now() }),
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

/**
 * Returns the caller that started the work. Throws `forbidden` when they left the agency or may no longer make such a
 * call.
 */
async function causedBy(
  store: DocumentStore,
  { Id }: Person,
  { domainId, endpoint }: { domainId: string; endpoint: Pick<Endpoint, 'access' | 'hint'> },
): Promise<Caller> {
  const stored = await store.app(SYSTEM_PARTITION).read(Id);
  const user = stored && userKind.schema.parse(stored);
  if (!user || !isColleague(user, domainId))
    throw new AppError('forbidden', 'The person who started this no longer works in this agency.');
  const roles = rolesIn(user, domainId);
  authorize(roles, endpoint);
  return {
    claims: { oid: oidOf(Id), tid: '', name: user.FullName, email: '', signedInAt: 0 },
    person: { Id, FullName: user.FullName },
    roles,
    businessDomainId: domainId,
  };
}

/** Returns the caller that records and the audit of an agency name for a schedule. */
const schedule = (businessDomainId: string, FullName: string): Caller => ({
  claims: { oid: SCHEDULE, tid: '', name: 'Schedule', email: '', signedInAt: 0 },
  person: { Id: SCHEDULE, FullName },
  roles: { SystemRole: 'User' },
  businessDomainId,
});
