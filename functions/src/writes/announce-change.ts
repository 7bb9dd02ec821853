import type { WriteContext } from '../core/context.ts';
import { domainGroup, type RealtimeMessage } from '@handoff/shared/contract/realtime';

/** Notifies the agency's open screens that a record changed. */
export function announceChange(
  { work, caller }: WriteContext,
  hint: Pick<RealtimeMessage, 'topic' | 'id'>,
): void {
  work.notify({ group: domainGroup(caller.businessDomainId) }, { ...hint, by: caller.person.Id });
}
