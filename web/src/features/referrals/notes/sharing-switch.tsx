import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { isShared as isSharedNote, type ReferralNote } from '@handoff/shared/domain/referral/referral';

interface SharingSwitchProps {
  isShared: boolean;
  disabled?: boolean;
  onChange: (isShared: boolean) => void;
}

/** Whether a note is included when the referral goes to another agency. */
export function SharingSwitch({ isShared, disabled = false, onChange }: SharingSwitchProps) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Who gets the note"
        data={['Internal', 'Shared']}
        value={isShared ? 'Shared' : 'Internal'}
        disabled={disabled}
        onChange={(value) => onChange(value === 'Shared')}
      />
      <span className="soft small">
        {isShared ? 'Goes along with a transfer, the packet and the FHIR file' : 'For this agency only'}
      </span>
    </>
  );
}

export function SharedBadge({ note }: { note: ReferralNote }) {
  return isSharedNote(note) && <span className="pill">Shared</span>;
}
