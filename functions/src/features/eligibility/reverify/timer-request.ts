import type { AtomicEndpoint, LeaseEndpoint } from '@handoff/shared/contract/endpoint';
import { sha256 } from '../../../pipeline/idempotency/fingerprint.ts';
import type { Caller } from '../../../pipeline/request/handlers.ts';
import { recordId } from '../../../pipeline/idempotency/idempotency-record.ts';
import type { ModePorts } from '../../../pipeline/request/mode-ports.ts';
import type { WriteRequest } from '../../../pipeline/idempotency/write-request.ts';
import type { Platform } from '../../../platform/ports.ts';

const SCHEDULE = 'schedule';

/** Who it is that the timer acts as, in the records and the audit of an agency. */
const timer = (businessDomainId: string): Caller => ({
  claims: { oid: SCHEDULE, tid: '', name: 'Schedule', email: '' },
  person: { Id: SCHEDULE, FullName: 'Scheduled re-verification' },
  roles: { SystemRole: 'User' },
  businessDomainId,
});

/**
 * A write of the timer's on the way that a person's takes. `work` names what is to be done once: two timers that find
 * it at the same time have the same key, as a person's retry has.
 */
export function timerRequest<E extends AtomicEndpoint | LeaseEndpoint>(
  { platform, ports }: { platform: Platform; ports: ModePorts },
  { endpoint, domainId, work }: { endpoint: E; domainId: string; work: string[] },
): WriteRequest<E> {
  const key = sha256(work.join('\n'));
  return {
    platform,
    ports,
    endpoint,
    input: {},
    inputAgain: async () => ({}),
    caller: timer(domainId),
    partition: platform.store.app(`d:${domainId}`),
    intent: {
      id: recordId(endpoint, SCHEDULE, key),
      fp: key,
      owner: platform.random.uuid(),
      now: platform.clock.now(),
    },
    requestId: platform.random.uuid(),
    callerAddresses: [],
  };
}
