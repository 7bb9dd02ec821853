import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconEye, IconMapPin, IconPencil, IconPhone } from '@tabler/icons-react';
import { revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { formatPhone, phoneLink } from '@handoff/shared/domain/person/contact';
import { formatMbi, formatSsn } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Menu, MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import type { Opener } from '../../../ui/popup.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useMay } from '../../../data/current-person.ts';
import { formatDay, ageOf } from '../../../text/format.ts';
import { OthersHere } from '../presence/presence.tsx';
import { CopyIcon } from '../../../ui/copy-text.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { addressLine, patientName, ResponseClock } from '../referral-cells.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ListAround } from './list-around.tsx';
import { MoreMenu } from './more-menu.tsx';
import styles from './referral.module.css';
import type { useRevealedNumbers } from './use-revealed-numbers.ts';

interface ReferralHeaderProps {
  referral: Referral;
  numbers: ReturnType<typeof useRevealedNumbers>;
}

export function ReferralHeader({ referral, numbers }: ReferralHeaderProps) {
  const mayEdit = useMay('referrals.edit');
  const { statuses } = useSettings();
  const { Patient } = referral;
  return (
    <div className={styles['head']}>
      <ListAround id={referral.Id} />
      <PageHeading title={patientName(referral)}>
        <span className="soft number">
          {Patient.DateOfBirth === ''
            ? 'Date of birth unknown'
            : `${ageOf(Patient.DateOfBirth)} · born ${formatDay(Patient.DateOfBirth)}`}
        </span>
        <span className={styles['phoneClock']}>
          <ResponseClock referral={referral} statuses={statuses} isLong />
        </span>
        <div className="page-head-actions">
          <OthersHere />
          <ExportMenu id={referral.Id} />
          {mayEdit && (
            <Button
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              renderRoot={(button) => (
                <Link to="/referrals/$id/edit" params={{ id: referral.Id }} {...button} />
              )}
            >
              Edit
            </Button>
          )}
          <MoreMenu referral={referral} />
        </div>
      </PageHeading>
      <PatientLine referral={referral} numbers={numbers} />
      <SummaryLine referral={referral} />
    </div>
  );
}

function PatientLine({ referral: { Patient, Address }, numbers }: ReferralHeaderProps) {
  const { shown } = numbers;
  const address = addressLine(Address);
  return (
    <div className={styles['line']}>
      {Patient.Phone !== '' && (
        <span>
          <a href={phoneLink(Patient.Phone)}>
            <IconPhone size={16} aria-hidden="true" /> {formatPhone(Patient.Phone)}
          </a>
          <CopyIcon what="phone number" text={formatPhone(Patient.Phone)} />
        </span>
      )}
      <span>
        <IconMapPin size={16} aria-hidden="true" /> {address || 'Address unknown'}
        {address !== '' && <CopyIcon what="address" text={address} />}
      </span>
      {Patient.Mbi !== '' && (
        <span>
          <span className={styles['label']}>MBI</span> {shown ? formatMbi(shown.Mbi) : Patient.Mbi}
          {shown && <CopyIcon what="MBI" text={shown.Mbi} />}
        </span>
      )}
      {Patient.Ssn !== '' && (
        <span>
          <span className={styles['label']}>SSN</span> {shown ? formatSsn(shown.Ssn) : Patient.Ssn}
        </span>
      )}
      {numbers.isOffered && <RevealButton numbers={numbers} />}
    </div>
  );
}

/** What is asked for, in a sentence: services, start, diagnosis, payer, and where the patient leaves. */
function SummaryLine({ referral: { Services, Payers, Clinical } }: { referral: Referral }) {
  const { serviceNames } = useSettings();
  const { RequestedStart, StartOfCare, PrimaryDiagnosis, Homebound } = Clinical;
  const start = StartOfCare || RequestedStart;
  const [payer] = Payers;
  const leaves = leaving(Clinical);
  const care = [
    serviceNames(Services).join(', ') || 'Services not chosen',
    start && `from ${formatDay(start)}`,
    PrimaryDiagnosis && `for ${PrimaryDiagnosis}`,
  ];
  const others = [
    payer ? [payer.Name, payer.Plan].filter(Boolean).join(', ') : 'Payer not known',
    leaves && `leaves ${leaves}`,
    homeboundWords.get(Homebound) ?? '',
    ...safety(Clinical),
  ];
  return (
    <p className={styles['summary']}>
      <b>{care.filter(Boolean).join(' ')}</b>
      {others.filter(Boolean).map((words) => ` · ${words}`)}
    </p>
  );
}

/** Where from, and when: `Sample Hospital 11/30/2026, 2 PM`. */
function leaving({ Facility, DischargeDate, DischargeTime }: Referral['Clinical']): string {
  const when = [DischargeDate && formatDay(DischargeDate), DischargeTime].filter(Boolean).join(', ');
  return [Facility, when].filter(Boolean).join(' ');
}

/** What whoever goes there must know first. */
const safety = ({ Allergies, CodeStatus, Infection }: Referral['Clinical']): string[] => [
  Allergies && `allergies: ${Allergies}`,
  Infection && `infection: ${Infection}`,
  CodeStatus,
];

const homeboundWords = new Map([
  ['Yes', 'homebound'],
  ['No', 'not homebound'],
]);

interface RevealButtonProps extends Pick<ReferralHeaderProps, 'numbers'> {
  what?: string;
}

/** Revealing the full numbers takes a reason, which the audit records. */
export function RevealButton({ numbers, what = 'MBI and SSN' }: RevealButtonProps) {
  const { shown, isPending, reveal, hide } = numbers;
  const button = (text: string, acts: Opener | { onClick: () => void }) => (
    <button type="button" className="text-button" disabled={isPending} {...acts}>
      <IconEye size={16} aria-hidden="true" /> {text}
    </button>
  );
  if (shown) return button(`Hide ${what}`, { onClick: hide });
  return (
    <Menu position="bottom-start" renderButton={(opener) => button(`Show ${what}`, opener)}>
      <MenuLabel>What do you need them for?</MenuLabel>
      {revealReasons.map((reason) => (
        <MenuItem key={reason} onClick={() => void reveal(reason)}>
          {reason}
        </MenuItem>
      ))}
    </Menu>
  );
}
