import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconClock, IconThumbUp, IconX } from '@tabler/icons-react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { answerDueAt, urgencyOf } from '@handoff/shared/domain/referral/ageing';
import type { Referral, ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { FitCheck, ReferralFit } from '@handoff/shared/domain/referral/referral-checks';
import { CheckGlyph, type CheckState } from '../../ui/check-glyph.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useResponseHours } from '../../data/current-person.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatDateTime, formatSpan } from '../../text/format.ts';
import { useNow } from '../../data/use-now.ts';
import styles from './referral-cells.module.css';

interface ResponseClockProps {
  referral: Pick<ReferralRow, 'ReceivedAt' | 'StatusId' | 'Decision' | 'DecidedAt'>;
  statuses: readonly ConfiguredStatus[];
  /** "due in 40 min" on a referral's page, "40 min left" in a list. */
  isLong?: boolean;
}

/** The time left to answer the sender; nothing once the referral is answered or closed. */
export function ResponseClock({ referral, statuses, isLong = false }: ResponseClockProps) {
  const now = useNow();
  const responseHours = useResponseHours();
  const isOver = statuses.some(({ Id, Terminal }) => Terminal && Id === referral.StatusId);
  if (referral.Decision.Kind !== 'Pending') return <AnsweredIn referral={referral} />;
  if (isOver) return null;
  const clock = { receivedAt: referral.ReceivedAt, responseHours };
  const due = answerDueAt(clock);
  if (Number.isNaN(due)) return null;
  const urgency = urgencyOf(clock, now);
  const span = formatSpan(Math.abs(due - now));
  const left = isLong ? `due in ${span}` : `${span} left`;
  return (
    <span
      className={`pill number ${styles['clock']}`}
      data-urgency={urgency}
      title={`Answer by ${formatDateTime(new Date(due).toISOString())}`}
    >
      <IconClock size={14} aria-hidden="true" />
      {due < now ? `${span} ${isLong ? 'overdue' : 'over'}` : left}
    </span>
  );
}

/** The response time; nothing for referrals answered before it was recorded. */
function AnsweredIn({
  referral: { ReceivedAt, DecidedAt },
}: {
  referral: Pick<ReferralRow, 'ReceivedAt' | 'DecidedAt'>;
}) {
  if (DecidedAt === undefined) return null;
  const span = formatSpan(Math.max(0, Date.parse(DecidedAt) - Date.parse(ReceivedAt)));
  return (
    <span className="soft small" title={`Answered ${formatDateTime(DecidedAt)}`}>
      <IconCheck size={14} aria-hidden="true" /> in {span}
    </span>
  );
}

export function StatusOf({ id, statuses }: { id: string; statuses: readonly ConfiguredStatus[] }) {
  const status = statuses.find(({ Id }) => Id === id);
  return <StatusMark name={status?.Name ?? id} color={status?.Color ?? 'gray'} />;
}

interface DecisionMarkProps {
  decision: ReferralRow['Decision'];
  /** The agency has marked itself as interested, before its decision. */
  isInterested?: boolean | undefined;
}

export function DecisionMark({ decision, isInterested = false }: DecisionMarkProps) {
  const kind = isInterested && decision.Kind === 'Pending' ? 'Interested' : decision.Kind;
  const { Icon, color } = decisionLooks[kind];
  return (
    <span className={color}>
      {Icon && <Icon size={16} aria-hidden="true" />} {kind}
    </span>
  );
}

const decisionLooks = {
  Pending: { Icon: undefined, color: 'faint' },
  Interested: { Icon: IconThumbUp, color: 'accent' },
  Accepted: { Icon: IconCheck, color: 'good' },
  Declined: { Icon: IconX, color: 'wrong' },
};

const codes: Record<string, string> = {
  'Skilled nursing': 'SN',
  'Physical therapy': 'PT',
  'Occupational therapy': 'OT',
  'Speech therapy': 'ST',
  'Home health aide': 'HHA',
  'Medical social work': 'MSW',
  Hospice: 'HOS',
  'Palliative care': 'PAL',
};
const MAX_CODES = 3;

/** Usual abbreviations, or the first letters. Full names are in the tooltip and for screen readers. */
export function ServiceCodes({ services }: { services: readonly string[] }) {
  if (services.length === 0) return <span className="soft">–</span>;
  const shown = services.length > MAX_CODES ? services.slice(0, MAX_CODES - 1) : services;
  return (
    <span title={services.join(', ')}>
      <VisuallyHidden>{services.join(', ')}</VisuallyHidden>
      <span className={styles['codes']} aria-hidden="true">
        {shown.map((service) => (
          <span key={service}>{codes[service] ?? initialsOf(service)}</span>
        ))}
        {shown.length < services.length && <span>+{services.length - shown.length}</span>}
      </span>
    </span>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 3);

interface CheckClusterProps {
  fit: ReferralFit | undefined;
  eligibility: ConfiguredStatus | undefined;
}

/** Area, payer, documents and eligibility, always in this order, so that problems line up in a column. */
export function CheckCluster({ fit, eligibility }: CheckClusterProps) {
  const checks: [name: string, state: CheckState, words: string][] = [
    ['Area', stateOf(fit?.Area, 'no'), fit?.Area.Reason ?? 'Not known yet.'],
    ['Payer', stateOf(fit?.Payer, 'no'), fit?.Payer.Reason ?? 'Not known yet.'],
    ['Documents', stateOf(fit?.Documents, 'look'), fit?.Documents.Reason ?? 'Not known yet.'],
    ['Eligibility', stateOfStatus(eligibility), eligibility?.Name ?? 'Not checked.'],
  ];
  return (
    <span
      className={styles['cluster']}
      title={checks.map(([name, , words]) => `${name}: ${words}`).join('\n')}
    >
      <VisuallyHidden>
        {checks.map(([name, state]) => `${name} ${stateWords[state]}`).join(', ')}
      </VisuallyHidden>
      {checks.map(([name, state]) => (
        <CheckGlyph key={name} state={state} />
      ))}
      <PhoneWords checks={checks} />
    </span>
  );
}

/** A phone's card has the exceptions in words. */
function PhoneWords({ checks }: { checks: readonly [name: string, state: CheckState, words: string][] }) {
  const exceptions = checks.filter(([, state]) => state !== 'yes');
  return (
    <span className={styles['words']} aria-hidden="true">
      {exceptions.length === 0
        ? 'All checks'
        : exceptions.map(([name]) => shortNames.get(name) ?? name).join(', ')}
    </span>
  );
}

const shortNames = new Map([
  ['Documents', 'Docs'],
  ['Eligibility', 'Elig.'],
]);

export const stateWords: Record<CheckState, string> = {
  yes: 'yes',
  look: 'needs attention',
  no: 'no',
  unknown: 'not known',
};

/** `no` is the state for a negative answer, which differs between checks. */
export function stateOf(check: FitCheck | undefined, no: CheckState): CheckState {
  if (!check || check.Answer === 'unknown') return 'unknown';
  return check.Answer === 'yes' ? 'yes' : no;
}

export function stateOfStatus(status: ConfiguredStatus | undefined): CheckState {
  if (!status) return 'unknown';
  return stateOfColor.get(status.Color) ?? 'unknown';
}

const stateOfColor = new Map<string, CheckState>([
  ['green', 'yes'],
  ['teal', 'yes'],
  ['orange', 'look'],
  ['yellow', 'look'],
  ['red', 'no'],
]);

export function patientName({ Patient }: Pick<ReferralRow, 'Patient'>): string {
  return [Patient.LastName, Patient.FirstName].filter((text) => text !== '').join(', ');
}

/** "41 Demo Orchard St, Hartford, CT 06103" */
export function addressLine({ StreetAddress, Unit, City, State, ZipCode }: Referral['Address']): string {
  const place = `${State} ${ZipCode}`.trim();
  return [placeName(StreetAddress), Unit, placeName(City), place].filter((part) => part !== '').join(', ');
}
