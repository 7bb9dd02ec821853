import { domainGroup, type RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { WriteContext } from '../request/handlers.ts';

type Changed = Extract<RealtimeMessage, { type: 'changed' }>;

/** Tells the agency to look again at a record, in the version that this request makes of it. */
export function announceChange({ work, caller }: WriteContext, changed: Pick<Changed, 'kind' | 'id'>): void {
  work.notify(
    { group: domainGroup(caller.businessDomainId) },
    { type: 'changed', ...changed, etag: work.etag, by: caller.person.Id },
  );
}
