import { authorize, partitionOf, SYSTEM_PARTITION } from '../core/access.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { Selection } from '../core/unit-of-work.ts';
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
import { errorName, type Clock, type DocumentStore } from '../platform/ports.ts';
import * as z from 'zod';
import { seesAll, sightOf } from '../records/restriction.ts';
import { AppError } from '../core/app-error.ts';
import {
  businessDomainKind,
  domains,
  isColleague,
  oidOf,
  rolesIn,
  userKind,
} from '../records/kinds/user-records.ts';
import { listAll, readerOn, systemReader } from '../records/reader.ts';
import { runAtomic } from './atomic.ts';
import { recordId } from './idempotency-record.ts';
import { runLease } from './lease.ts';
import type { Pipeline, WriteRequest } from './write-loop.ts';

const SCHEDULE = 'schedule';

interface EachAgency {
  /** Logged for an agency whose work fails; the others go on. */
  event: string;
  work: (agency: BusinessDomain) => Promise<void>;
}

/** Works through all agencies, a few at a time. */
export async function inEachAgency(job: JobContext, each: EachAgency): Promise<void> {
  await workThrough(job, await listAll(job.system, domains), each);
}

/** The same where a record says that there is work, and in the agencies `also`. An idle agency costs nothing. */
export async function inAgenciesWith(
  job: JobContext,
  due: readonly Selection<unknown>[],
  { also = [], ...each }: EachAgency & { also?: readonly string[] },
): Promise<void> {
  const having = await Promise.all(due.map((records) => job.agenciesWith(records)));
  const ids = new Set([...having.flat(), ...also]);
  const found = await inRounds([...ids].toSorted(), (id) => job.system.get(businessDomainKind, id));
  const agencies = found.filter((agency) => agency !== undefined);
  await workThrough(job, startingElsewhere(agencies, job.clock), each);
}

/** A run may end before the last agency: the next one begins half of them later, the two after that between these. */
function startingElsewhere<T>(all: readonly T[], clock: Clock): T[] {
  let start = 0;
  let step = all.length / 2;
  for (let run = Math.floor(clock.now().getTime() / (2 * MINUTE_MS)); step >= 1; run = Math.floor(run / 2)) {
    start += (run % 2) * step;
    step /= 2;
  }
  return [...all.slice(Math.floor(start)), ...all.slice(0, Math.floor(start))];
}

async function workThrough(
  { log }: Pick<JobContext, 'log'>,
  agencies: readonly BusinessDomain[],
  { event, work }: EachAgency,
): Promise<void> {
  await inRounds(agencies, async (agency) => {
    try {
      await work(agency);
    } catch (error) {
      log({ level: 'error', event, agency: agency.Id, error: errorName(error) });
    }
  });
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
    agenciesWith: async ({ where, parameters }) => {
      const keys = await platform.store.partitionsWith({ container: 'app', condition: where, parameters });
      return keys.flatMap((key) => (key.startsWith('d:') ? [key.slice(2)] : []));
    },
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

/** Throws `forbidden` when they left the agency or may no longer make such a call. */
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

/** A few at a time: forty agencies are counted in a few rounds and not in one burst. */
const AT_ONCE = 8;

export async function inRounds<T, R>(all: readonly T[], answer: (each: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- the next round begins when this one is done
    answers.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(answer))));
  return answers;
}
