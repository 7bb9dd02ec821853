import type { Caller, EffectContext, WriteContext } from '../core/context.ts';
import { randomUUID } from 'node:crypto';
import { defineEndpoint, type AtomicEndpoint, type LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import { seesAll } from '../records/restriction.ts';
import { recordId } from '../writes/idempotency-record.ts';
import type { Pipeline, WriteRequest } from '../writes/write-loop.ts';
import { createSandboxProvider } from '../features/eligibility/providers/sandbox-provider.ts';
import type { CallSettings } from '../writes/call-ports.ts';
import { createWriteTurns } from '../writes/write-turns.ts';
import type { DocumentStore, Platform } from '../platform/ports.ts';
import { storedIn } from './stored.ts';
import type { RunLease } from '../writes/lease.ts';
import { withPartitions } from './changed-store.ts';
import { HARBOR, people, TENANT, type PersonName } from './people.ts';
import { userId } from '../records/kinds/user-records.ts';

/** The kind of record that tests of the pipeline write. */
export const thingKind = { type: 'thing', schema: z.object({ Id: z.string(), Name: z.string() }) };

const declared = {
  path: '/things/keep',
  summary: 'Keeps a thing',
  access: 'member',
  scope: 'domain',
  output: z.unknown(),
} as const;

export const keepThing = defineEndpoint({ ...declared, method: 'PUT', mode: 'atomic' });
export const actOnThing = defineEndpoint({ ...declared, method: 'POST', mode: 'lease' });

/** Stores a thing of this name, with its audit entry. */
export const keepAs =
  (Name: string) =>
  async ({ work }: WriteContext): Promise<{ Id: string }> => {
    const Id = work.newId('thing', Name);
    work.create(thingKind, { Id, Name });
    work.audit({ action: 'list.updated', subject: Id });
    return { Id };
  };

/** Runs the test's effect; the completion stores a thing of this name. */
export const acting =
  (Name: string, effect: (context: EffectContext) => Promise<unknown> = async () => {}): RunLease =>
  async (_input, context) => {
    await effect(context);
    return keepAs(Name);
  };

export async function thingsKept(store: DocumentStore, partitionKey = `d:${HARBOR}`): Promise<string[]> {
  const things = (await storedIn(store, partitionKey)).filter(({ type }) => type === 'thing');
  return things.map(({ Name }) => String(Name)).toSorted();
}

const limitless = 1e6;

/** The settings of calls that are neither checks of eligibility nor imports. */
export const callSettings: CallSettings = {
  eligibility: {
    provider: createSandboxProvider({ isProduction: false, isAllowedInProduction: false }),
    payerId: 'CMS',
    submitterId: 'HANDOFF',
  },
  checks: {
    perUserAndHour: limitless,
    perAgencyAndDay: limitless,
    scheduledPerAgencyAndDay: limitless,
  },
  areaChanges: async () => ({ areas: [], referrals: [] }),
  orderList: async () => undefined,
};

export const pipelineOn = (platform: Platform): Pipeline => ({
  platform,
  turns: createWriteTurns(platform),
});

/** Wraps the platform to record the requests to the partitions of its store, in order. */
export function watched(platform: Platform): { platform: Platform; asked: string[] } {
  const asked: string[] = [];
  const store = withPartitions(platform.store, (partition) => ({
    read: (id) => {
      asked.push(`read ${id.split('|')[0]}`);
      return partition.read(id);
    },
    commit: (operations) => {
      asked.push(`commit ${operations.map(({ document }) => document.type).join(' ')}`);
      return partition.commit(operations);
    },
  }));
  return { platform: { ...platform, store }, asked };
}

export function callerNamed(person: PersonName): Caller {
  const { oid, name, systemRole, roles } = people[person];
  return {
    claims: { oid, tid: TENANT, name, email: '', signedInAt: 0 },
    person: { Id: userId(oid), FullName: name },
    roles: { SystemRole: systemRole, RoleWithinAgency: HARBOR in roles ? roles[HARBOR] : undefined },
    businessDomainId: HARBOR,
  };
}

interface Sent {
  key?: string;
  fingerprint?: string;
  input?: Record<string, unknown>;
}

/** Builds a write of Ana's in her agency, without the steps that precede the pipeline. */
export function writeOf<E extends AtomicEndpoint | LeaseEndpoint>(
  pipeline: Pipeline,
  endpoint: E,
  { key = randomUUID(), fingerprint = 'the same', input = {} }: Sent = {},
): WriteRequest<E> {
  const partition = pipeline.platform.store.app(`d:${HARBOR}`);
  return {
    ...pipeline,
    endpoint,
    input: { ...input },
    inputAgain: async () => ({ ...input }),
    caller: callerNamed('ana'),
    sight: seesAll,
    partition,
    request: {
      id: recordId(endpoint, { partitionKey: partition.key, oid: people.ana.oid, key }),
      fingerprint,
      isFingerprint: (stored) => stored === fingerprint,
      now: pipeline.platform.clock.now(),
    },
    requestId: randomUUID(),
    callerAddresses: [],
  };
}
