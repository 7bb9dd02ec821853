import { Select, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { nextStatuses } from '@handoff/shared/domain/referral/status-rules';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { BackIcon, PencilIcon } from '../../../components/icons.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { formatDay, placeName, yearsSince } from '../../../lib/format.ts';
import { ConflictDialog } from '../edit/conflict-dialog.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import type { ReferralEdit } from '../edit/merge-edit.ts';
import { patientName, StatusOf } from '../referral-cells.tsx';
import { useUpdateReferral } from '../edit/use-update-referral.ts';

export type Settings = Output<typeof api.settings.get>;

interface ReferralHeaderProps {
  referral: Referral;
  settings: Settings | undefined;
  onChanged: () => Promise<unknown>;
}

/** Who it is about, and the three things that are separate: where the work is, who has it, what was decided. */
export function ReferralHeader({ referral: saved, settings, onChanged }: ReferralHeaderProps) {
  const mayEdit = useMay('referrals.edit');
  const { referral, change, update } = useQuickEdits({ referral: saved, settings, onChanged });
  return (
    <div className="referral-head">
      <Link to="/referrals" className="back soft">
        <BackIcon size={16} /> Referrals
      </Link>
      <PageHeading title={patientName(referral)}>
        <PatientLine referral={referral} />
        {mayEdit && (
          <div className="page-head-actions">
            <Link to="/referrals/$id/edit" params={{ id: referral.Id }} className="button-link">
              <PencilIcon size={16} /> Edit
            </Link>
          </div>
        )}
      </PageHeading>
      <div className="referral-state">
        <StatusField
          {...{ referral, settings, mayEdit }}
          onChange={(StatusId) => void change({ StatusId })}
        />
        <OwnerField {...{ referral, settings, mayEdit }} onChange={(OwnerId) => void change({ OwnerId })} />
        <EligibilityField {...{ referral, settings }} />
        <DecisionPanel
          decision={referral.Decision}
          reasons={settings?.SettingsDeclineReasonsInfo ?? []}
          mayEdit={mayEdit}
          isPending={update.isPending}
          onDecide={(Decision) => change({ Decision })}
        />
      </div>
      <ConflictDialog conflict={update.conflict} settings={settings} />
    </div>
  );
}

/** What was chosen shows at once, and stays if it was saved. */
function useQuickEdits({ referral, settings, onChanged }: ReferralHeaderProps) {
  const update = useUpdateReferral();
  const [ahead, setAhead] = useState<ReferralEdit>({});
  const { StatusId = referral.StatusId, Decision = referral.Decision, OwnerId } = ahead;
  const people = settings?.SettingsUsersInfo ?? [];
  const Owner =
    OwnerId === undefined ? referral.Owner : (people.find(({ Id }) => Id === OwnerId) ?? referral.Owner);

  async function change(part: ReferralEdit): Promise<boolean> {
    setAhead((former) => ({ ...former, ...part }));
    const isSaved = await update.save(referral, part);
    // Also when it was not: somebody else may have been faster.
    await onChanged();
    const done = new Map<string, unknown>(Object.entries(part));
    setAhead((former) =>
      Object.fromEntries(Object.entries(former).filter(([name, value]) => done.get(name) !== value)),
    );
    return isSaved;
  }

  return {
    referral: { ...referral, StatusId, Decision, Owner: OwnerId === null ? null : Owner },
    change,
    update,
  };
}

function PatientLine({ referral: { Patient, Address } }: { referral: Referral }) {
  return (
    <p className="patient-line number">
      <span>
        Born {formatDay(Patient.DateOfBirth)}, {yearsSince(Patient.DateOfBirth)} years
      </span>
      {Patient.Phone !== '' && <a href={`tel:+1${Patient.Phone}`}>{formatPhone(Patient.Phone)}</a>}
      <span>
        {Address.ZipCode} {placeName(Address.City)}, {Address.State}
      </span>
    </p>
  );
}

interface FieldProps {
  referral: Referral;
  settings: Settings | undefined;
  mayEdit: boolean;
}

function StatusField({
  referral,
  settings,
  mayEdit,
  onChange,
}: FieldProps & { onChange: (id: string) => void }) {
  const statuses = settings?.SettingsReferralStatusesInfo ?? [];
  if (!mayEdit || !settings)
    return (
      <div className="state-field">
        <span className="state-label">Status</span>
        <StatusOf id={referral.StatusId} statuses={statuses} />
      </div>
    );
  return (
    <Select
      className="state-field"
      label="Status"
      size="sm"
      allowDeselect={false}
      value={referral.StatusId}
      data={nextStatuses(statuses, referral.StatusId).map(({ Id, Name }) => ({ value: Id, label: Name }))}
      leftSection={
        <span
          className="status-mark"
          data-color={statuses.find(({ Id }) => Id === referral.StatusId)?.Color}
        />
      }
      renderOption={({ option }) => <StatusOf id={option.value} statuses={statuses} />}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}

/** What the last check made of it; the tab has the date and the reasons. */
function EligibilityField({ referral, settings }: Pick<FieldProps, 'referral' | 'settings'>) {
  const mayCheck = useMay('eligibility.check');
  const statuses = settings?.SettingsEligibilityStatusesInfo ?? [];
  const { Id: id, EligibilityStatusId: status } = referral;
  return (
    <div className="state-field">
      <span className="state-label">Eligibility</span>
      <div className="decision-line">
        {status === undefined ? (
          <span className="soft">Not checked</span>
        ) : (
          <StatusOf id={status} statuses={statuses} />
        )}
        {mayCheck &&
          (status === undefined ? (
            <Link to="/eligibility" search={{ referral: id }} className="link">
              Check<VisuallyHidden> eligibility</VisuallyHidden>
            </Link>
          ) : (
            <Link to="/referrals/$id" params={{ id }} search={{ tab: 'eligibility' }} className="link">
              Details
            </Link>
          ))}
      </div>
    </div>
  );
}

const NOBODY = '';

function OwnerField({
  referral,
  settings,
  mayEdit,
  onChange,
}: FieldProps & { onChange: (id: string | null) => void }) {
  const me = useCurrentPerson();
  if (!mayEdit || !settings)
    return (
      <div className="state-field">
        <span className="state-label">Owner</span>
        {referral.Owner?.FullName ?? 'Unassigned'}
      </div>
    );
  const people = settings.SettingsUsersInfo.map(({ Id, FullName }) => ({
    value: Id,
    label: Id === me.id ? `${FullName} (me)` : FullName,
  }));
  const owner = referral.Owner;
  const isKnown = owner === null || people.some(({ value }) => value === owner.Id);
  return (
    <Select
      className="state-field"
      label="Owner"
      size="sm"
      searchable
      allowDeselect={false}
      value={owner?.Id ?? NOBODY}
      data={[
        { value: NOBODY, label: 'Unassigned' },
        ...people,
        ...(isKnown ? [] : [{ value: owner.Id, label: owner.FullName, disabled: true }]),
      ]}
      onChange={(id) => id !== null && onChange(id === NOBODY ? null : id)}
    />
  );
}
