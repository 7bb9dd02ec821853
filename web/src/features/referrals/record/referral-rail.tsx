import { Group, Select } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { FitCheck, ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import type { Person } from '@handoff/shared/domain/access/user';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { answerDueAt } from '@handoff/shared/domain/referral/ageing';
import { nextStatuses } from '@handoff/shared/domain/referral/status-rules';
import { Referral, type TransferredFrom } from '@handoff/shared/domain/referral/referral';
import { Avatar } from '../../../ui/avatar.tsx';
import type { CheckState } from '../../../ui/check-glyph.tsx';
import { useCurrentPerson, useMay, useResponseHours } from '../../../data/current-person.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { openLinesOf } from '../intake/prefill/review-lines.ts';
import { SectionTitle } from '../presence/presence.tsx';
import { patientName, ResponseClock, stateOf, StatusOf, stateOfStatus } from '../referral-cells.tsx';
import { useApi } from '../../../data/use-api.ts';
import { showOffer } from '../../../data/toasts.ts';
import { Restriction } from '../restriction/restriction.tsx';
import { type ReferralUpdate, useUpdateReferral } from '../edit/use-update-referral.ts';
import { CallBackField } from './call-back-field.tsx';
import { type EligibilityCheck, EligibilitySection } from './check-eligibility.tsx';
import { LegalHoldNote } from './legal-hold.tsx';
import { useNeighbors } from './list-around.tsx';
import { DECLINE } from '../../../data/decline-link.ts';
import { formerDecision, needsDecline, useDecide } from '../decision/decide.ts';
import { DecisionPanel } from '../decision/decision-panel.tsx';
import { factsOf } from '../referral-facts.ts';
import { StatusDot, StatusMark } from '../../../ui/status-mark.tsx';
import styles from './referral-rail.module.css';

export type Settings = Output<typeof settingsApi.get>;

interface ReferralRailProps {
  referral: Referral;
  settings: Settings | undefined;
  checks: ReferralChecks | undefined;
  eligibility: EligibilityCheck;
}

/** Status, decision and owner; the page shows them nowhere else. */
export function ReferralRail({ referral, settings, checks, eligibility }: ReferralRailProps) {
  const mayEdit = useMay('referrals.edit');
  const { save, conflict, isPending } = useUpdateReferral();

  const { decideByStatus } = useDecide();
  const isLinked = useLocation({ select: ({ hash }) => hash === DECLINE });
  const [isDeclining, setDeclining] = useState(isLinked && mayEdit && referral.Decision.Kind === 'Pending');
  const [former, setFormer] = useState<ConfiguredStatus>();

  const goOn = useGoOn(referral, save);

  async function setStatus(status: ConfiguredStatus) {
    if (needsDecline(status, referral.Decision)) return setDeclining(true);
    const editOf = await decideByStatus(status, [referral]);
    if (!editOf) return;
    setFormer(settings?.SettingsReferralStatusesInfo.find(({ Id }) => Id === referral.StatusId));
    void save(referral, editOf(referral));
  }

  return (
    <aside className={styles['rail']} aria-label="Decision and owner">
      <section className={styles['answer']}>
        <Group gap="sm" wrap="nowrap" justify="space-between" className={`${styles['head']}`}>
          <h2>Decision</h2>
          <ResponseClock referral={referral} statuses={settings?.SettingsReferralStatusesInfo ?? []} isLong />
        </Group>
        <ReceivedLine referral={referral} />
        <DecisionPanel
          referral={referral}
          reasons={settings?.SettingsDeclineReasonsInfo ?? []}
          statuses={settings?.SettingsReferralStatusesInfo ?? []}
          mayEdit={mayEdit}
          isPending={isPending}
          save={save}
          onDecided={goOn}
          unsettled={unsettledOf(referral, { checks, settings })}
          isDeclining={isDeclining}
          onDecline={setDeclining}
        />
      </section>
      <section>
        <StatusField
          {...{ referral, settings, mayEdit }}
          former={former}
          onChange={(status) => void setStatus(status)}
          onUndo={(status) => {
            setFormer(undefined);
            void save(referral, { StatusId: status.Id });
          }}
        />
        <OwnerField
          {...{ referral, settings, mayEdit }}
          onChange={(Owner) => void save(referral, { Owner })}
        />
        <CallBackField
          {...{ referral, mayEdit }}
          onChange={(CallBackAt) => void save(referral, { CallBackAt })}
        />
      </section>
      <EligibilitySection {...{ referral, settings, eligibility }} />
      <SourceOf referral={referral} />
      <Restriction referral={referral} people={settings?.SettingsUsersInfo ?? []} />
      <LegalHoldNote referral={referral} />
      <ConflictDialog conflict={conflict} onChoose={conflict?.choose} leave="Discard my changes" />
    </aside>
  );
}

/** A decision opens the next referral of the list, and can be taken back from there. */
function useGoOn(referral: Referral, save: ReferralUpdate['save']) {
  const { records } = useApi();
  const navigate = useNavigate();
  const { next } = useNeighbors(referral.Id);
  return (kind: 'Accepted' | 'Declined') => {
    if (!next) return;
    const before = { Decision: formerDecision(referral), StatusId: referral.StatusId };
    showOffer({
      text: `${kind} ${patientName(referral)}.`,
      button: 'Undo',
      onTake() {
        void save(Referral.parse(records.newestOf('referral', referral)), before);
        void navigate({ to: '/referrals/$id', params: { id: referral.Id } });
      },
    });
    next();
  };
}

interface Checked {
  checks: ReferralChecks | undefined;
  settings: Settings | undefined;
}

/** Names the checks that someone who accepts should know of. */
function unsettledOf(referral: Referral, { checks, settings }: Checked): string[] {
  if (!checks) return [];
  const { Area, Capacity, Payer, Documents, Orderer } = checks;
  const status = settings?.SettingsEligibilityStatusesInfo.find(
    ({ Id }) => Id === referral.EligibilityStatusId,
  );
  const open = openLinesOf(referral).length;
  const parts: [string, CheckState][] = [
    [Area.Answer === 'no' ? 'outside the service area' : 'service area not known', stateOf(Area, 'no')],
    [`capacity ${Capacity.Rule.toLowerCase()}`, Capacity.Rule === 'Open' ? 'yes' : 'look'],
    [Payer.Answer === 'no' ? 'payer without a contract' : 'payer not known', stateOf(Payer, 'no')],
    [plural(Documents.Missing.length, 'missing document'), stateOf(Documents, 'look')],
    ...(Orderer ? [ordererPart(Orderer)] : []),
    [status ? `eligibility: ${status.Name}` : 'eligibility not checked', stateOfStatus(status)],
    [`${plural(open, 'value')} of the documents`, open === 0 ? 'yes' : 'look'],
  ];
  return parts.flatMap(([words, state]) => (state === 'yes' ? [] : [words]));
}

const ordererPart = (check: FitCheck): [string, CheckState] => [
  check.Answer === 'no' ? 'orderer that Medicare denies' : 'no ordering NPI',
  stateOf(check, 'no'),
];

function ReceivedLine({ referral: { ReceivedAt, Decision } }: { referral: Referral }) {
  const due = answerDueAt({ receivedAt: ReceivedAt, responseHours: useResponseHours() });
  return (
    <p className={styles['small']}>
      Received {formatDateTime(ReceivedAt)}
      {Decision.Kind === 'Pending' && !Number.isNaN(due) && (
        <>
          , answer by <b>{formatDateTime(new Date(due).toISOString())}</b>
        </>
      )}
      .
    </p>
  );
}

interface FieldProps {
  referral: Referral;
  settings: Settings | undefined;
  mayEdit: boolean;
}

function Shown({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={styles['label']}>{label}</span>
      {children}
    </div>
  );
}

interface StatusFieldProps extends FieldProps {
  /** The status before this person changed it here. */
  former: ConfiguredStatus | undefined;
  onChange: (status: ConfiguredStatus) => void;
  onUndo: (former: ConfiguredStatus) => void;
}

function StatusField({ referral, settings, mayEdit, former, onChange, onUndo }: StatusFieldProps) {
  const statuses = settings?.SettingsReferralStatusesInfo ?? [];
  if (!mayEdit || !settings)
    return (
      <Shown label="Status">
        <StatusOf id={referral.StatusId} statuses={statuses} />
      </Shown>
    );
  const next = nextStatuses(statuses, referral.StatusId);
  return (
    <div>
      <Select
        label="Status"
        allowDeselect={false}
        value={referral.StatusId}
        data={next.map((status) => ({ value: status.Id, label: statusLabel(status, referral) }))}
        leftSection={<StatusDot color={statuses.find(({ Id }) => Id === referral.StatusId)?.Color} />}
        renderOption={({ option }) => (
          <StatusMark
            name={option.label}
            color={statuses.find(({ Id }) => Id === option.value)?.Color ?? 'gray'}
          />
        )}
        onChange={(id) => {
          const chosen = next.find(({ Id }) => Id === id);
          if (chosen) onChange(chosen);
        }}
      />
      {former && next.includes(former) && former.Id !== referral.StatusId && (
        <button type="button" className="text-button" onClick={() => onUndo(former)}>
          Undo: back to {former.Name}
        </button>
      )}
    </div>
  );
}

const statusLabel = (status: ConfiguredStatus, { Decision }: Referral) =>
  needsDecline(status, Decision) ? `${status.Name}…` : status.Name;

const UNASSIGNED = '';

function OwnerField({
  referral: { Owner: owner },
  settings,
  mayEdit,
  onChange,
}: FieldProps & { onChange: (owner: Person | null) => void }) {
  const me = useCurrentPerson();
  if (!mayEdit || !settings) return <Shown label="Owner">{owner?.FullName ?? 'Unassigned'}</Shown>;
  const people = settings.SettingsUsersInfo.map(({ Id, FullName }) => ({
    value: Id,
    label: Id === me.id ? `${FullName} (me)` : FullName,
  }));
  const isKnown = owner === null || people.some(({ value }) => value === owner.Id);
  return (
    <Select
      label="Owner"
      searchable
      allowDeselect={false}
      leftSection={<Avatar person={owner} />}
      leftSectionWidth={40}
      value={owner?.Id ?? UNASSIGNED}
      data={[
        { value: UNASSIGNED, label: 'Unassigned' },
        ...people,
        ...(isKnown ? [] : [{ value: owner.Id, label: owner.FullName, disabled: true }]),
      ]}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(id) =>
        id !== null && onChange(settings.SettingsUsersInfo.find(({ Id }) => Id === id) ?? null)
      }
    />
  );
}

function SourceOf({ referral }: { referral: Referral }) {
  const { Source, CreatedAt, CreatedBy, TransferredFrom } = referral;
  return (
    <section>
      <SectionTitle title="Source" sections={['Source']} />
      <p>
        {Source.Organization === '' ? Source.Kind : `${Source.Organization}, ${Source.Kind.toLowerCase()}`}
      </p>
      {(Source.ContactName !== '' || Source.Phone !== '') && (
        <p className={styles['small']}>
          {[Source.ContactName, formatPhone(Source.Phone)].filter((text) => text !== '').join(' · ')}
        </p>
      )}
      {factsOf('overview', 'Source', referral).map(([name, text]) => (
        <p key={name} className={styles['small']}>
          {name}: {text}
        </p>
      ))}
      <p className={styles['small']}>
        {Source.Channel === '' ? 'Recorded' : `Came by ${Source.Channel.toLowerCase()}, recorded`}{' '}
        {formatDateTime(CreatedAt)} by {CreatedBy.FullName}
      </p>
      {TransferredFrom && <Transferred from={TransferredFrom} />}
    </section>
  );
}

function Transferred({ from }: { from: TransferredFrom }) {
  const { Agency, By, At, ReceivedAt, Comment, ServicesNotOffered } = from;
  return (
    <>
      <p className={styles['small']}>
        Transferred from <b>{Agency.Name}</b> {formatDateTime(At)} by {By.FullName}; received there{' '}
        {formatDateTime(ReceivedAt)}.{Comment !== '' && ` “${Comment}”`}
      </p>
      {ServicesNotOffered.length > 0 && (
        <p className={styles['small']}>
          Asked for there and not offered here: {ServicesNotOffered.join(', ')}.
        </p>
      )}
    </>
  );
}
