import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { OrderIdentifier } from '@handoff/shared/domain/referral/file-reading';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { DomainLists } from './kinds/agency-records.ts';

type TaskStatus = 'requested' | 'received' | 'accepted' | 'completed' | 'rejected' | 'cancelled';

interface Worked {
  referral: Pick<Referral, 'Id' | 'Decision' | 'StatusId' | 'Owner' | 'UpdatedAt'>;
  lists: DomainLists | undefined;
}

/** The status of the agency's work on a request, in the codes of a task in FHIR. */
export function taskStatus({ referral, lists }: Worked): TaskStatus {
  const isOver = isFinal(referral, lists?.SettingsReferralStatusesInfo);
  switch (referral.Decision.Kind) {
    case 'Declined':
      return 'rejected';
    case 'Accepted':
      return isOver ? 'completed' : 'accepted';
    case 'Pending':
      if (isOver) return 'cancelled';
      return referral.Owner ? 'received' : 'requested';
  }
}

export const isFinal = (
  { StatusId }: Pick<Referral, 'StatusId'>,
  statuses: readonly ConfiguredStatus[] = [],
): boolean => statuses.find(({ Id }) => Id === StatusId)?.Terminal === true;

export const nameIn = (entries: readonly { Id: string; Name: string }[] = [], id = ''): string =>
  entries.find(({ Id }) => Id === id)?.Name ?? id;

export const fulfillment = {
  coding: [
    {
      system: 'http://hl7.org/fhir/CodeSystem/task-code',
      code: 'fulfill',
      display: 'Fulfill the focal request',
    },
  ],
  text: 'Fulfill the focal request',
};

/** The clinical order workflow's task (hl7.org/fhir/uv/cow): it names the order as the sender does, no patient. */
export function orderTask(orders: readonly OrderIdentifier[], { referral, lists }: Worked) {
  const references = orders.map(({ System, Value }) => ({
    identifier: { ...(System !== '' && { system: System }), value: Value },
  }));
  const status = taskStatus({ referral, lists });
  return {
    resourceType: 'Task',
    identifier: [{ value: referral.Id }],
    basedOn: references,
    // For the sender, an order that is recorded is received, whoever works on it.
    status: status === 'requested' ? 'received' : status,
    businessStatus: { text: nameIn(lists?.SettingsReferralStatusesInfo, referral.StatusId) },
    intent: 'order',
    code: fulfillment,
    focus: { type: 'ServiceRequest', ...references[0] },
    lastModified: referral.UpdatedAt,
  };
}
