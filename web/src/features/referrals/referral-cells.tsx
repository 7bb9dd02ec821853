import { urgencyOf } from '@handoff/shared/domain/referral/ageing';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Decision, Referral } from '@handoff/shared/domain/referral/referral';
import { CheckIcon, CrossIcon } from '../../components/icons.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';

interface ReceivedAgeProps {
  referral: Referral;
  statuses: readonly ConfiguredStatus[];
}

export function ReceivedAge({ referral, statuses }: ReceivedAgeProps) {
  const now = useNow();
  const isOver = statuses.some(({ Id, Terminal }) => Terminal && Id === referral.StatusId);
  const isOpen = referral.Decision.Kind === 'Pending' && !isOver;
  const urgency = urgencyOf({ receivedAt: referral.ReceivedAt, isOpen }, now);
  const isLate = urgency !== 'in time';
  return (
    <time
      className="age number"
      dateTime={referral.ReceivedAt}
      data-urgency={isLate ? urgency : undefined}
      title={`${formatDateTime(referral.ReceivedAt)}${isLate ? `, answer ${urgency}` : ''}`}
    >
      {formatAge(referral.ReceivedAt, now)}
    </time>
  );
}

export function StatusOf({ id, statuses }: { id: string; statuses: readonly ConfiguredStatus[] }) {
  const status = statuses.find(({ Id }) => Id === id);
  return <StatusMark name={status?.Name ?? id} color={status?.Color ?? 'gray'} />;
}

export function DecisionMark({ decision }: { decision: Decision }) {
  return (
    <span className="decision" data-kind={decision.Kind} title={decision.Reason || undefined}>
      {decision.Kind === 'Accepted' && <CheckIcon size={15} />}
      {decision.Kind === 'Declined' && <CrossIcon size={15} />}
      {decision.Kind}
    </span>
  );
}

export function patientName({ Patient }: Pick<Referral, 'Patient'>): string {
  return `${Patient.LastName}, ${Patient.FirstName}`;
}
