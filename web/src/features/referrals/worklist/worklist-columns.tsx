import { VisuallyHidden } from '@mantine/core';
import { IconFlag, IconMessage } from '@tabler/icons-react';
import type { ConfiguredStatus, Discipline } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { WorklistRow } from './worklist.ts';
import { Avatar } from '../../../components/avatar.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { formatAge, formatDateTime, placeName, yearsSince } from '../../../lib/format/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { namesOf } from '../../../lib/use-settings.ts';
import {
  CheckCluster,
  DecisionMark,
  patientName,
  ResponseClock,
  ServiceCodes,
  StatusOf,
} from '../referral-cells.tsx';
import styles from './worklist.module.css';

interface Known {
  statuses: readonly ConfiguredStatus[];
  eligibilityStatuses: readonly ConfiguredStatus[];
  disciplines: readonly Discipline[];
}

/** All of them fit 1,280 pixels: source and payer give way, name, ZIP code, clock and status never do. */
export function worklistColumns(known: Known): Column<WorklistRow>[] {
  const { statuses, eligibilityStatuses, disciplines } = known;
  return [
    { title: 'Patient, age', cell: (referral) => <Patient referral={referral} />, width: 170 },
    {
      title: 'Received',
      cell: ({ ReceivedAt }) => <Received at={ReceivedAt} />,
      align: 'end',
      width: 56,
      phone: 'hidden',
    },
    {
      title: 'Answer due',
      cell: (referral) => <ResponseClock {...{ referral, statuses }} />,
      width: 96,
      phone: 'corner',
    },
    { title: 'ZIP, county', cell: (referral) => <Place referral={referral} />, width: 128 },
    {
      title: 'Service',
      cell: ({ Services }) => <ServiceCodes services={namesOf(Services, disciplines)} />,
      width: 84,
    },
    { title: 'Source', cell: ({ Source }) => <Cut text={Source.Organization || Source.Kind} /> },
    { title: 'Payer', cell: ({ Payers }) => <PayersOf names={Payers.map(({ Name }) => Name)} /> },
    {
      title: 'Checks',
      cell: ({ fit, EligibilityStatusId }) => (
        <CheckCluster
          fit={fit}
          eligibility={eligibilityStatuses.find((status) => status.Id === EligibilityStatusId)}
        />
      ),
      width: 74,
    },
    { title: 'Notes', cell: ({ NoteCount }) => <Notes count={NoteCount} />, width: 36 },
    { title: 'Owner', cell: ({ Owner }) => <Avatar person={Owner} />, align: 'center', width: 40 },
    { title: 'Status', cell: ({ StatusId }) => <StatusOf id={StatusId} statuses={statuses} />, width: 92 },
    {
      title: 'Decision',
      cell: ({ Decision, Interested }) => <DecisionMark decision={Decision} isInterested={Interested} />,
      width: 80,
    },
  ];
}

function Patient({ referral }: { referral: ReferralRow }) {
  return (
    <>
      {patientName(referral)}{' '}
      <span className={styles['age']}>{yearsSince(referral.Patient.DateOfBirth)}</span>
      {referral.Priority === true && (
        <span className={styles['priority']} title="Priority">
          <IconFlag size={14} aria-hidden="true" />
          <VisuallyHidden>Priority</VisuallyHidden>
        </span>
      )}
    </>
  );
}

function Received({ at }: { at: string }) {
  return (
    <time className={styles['minor']} dateTime={at} title={formatDateTime(at)}>
      {formatAge(at, useNow())}
    </time>
  );
}

function Place({ referral: { Address } }: { referral: ReferralRow }) {
  return (
    <span className={styles['place']}>
      <span className={styles['zip']}>{Address.ZipCode}</span>{' '}
      <span className={styles['minor']}>{placeName(Address.County || Address.City)}</span>
    </span>
  );
}

function Cut({ text }: { text: string }) {
  return (
    <span className={styles['cut']} title={text}>
      {text}
    </span>
  );
}

function PayersOf({ names: [first, ...others] }: { names: readonly string[] }) {
  if (first === undefined) return <span className="soft">–</span>;
  return (
    <span className={styles['payers']} title={[first, ...others].join(', ')}>
      <span className={styles['cut']}>{first}</span>
      {others.length > 0 && <span className={styles['minor']}>+{others.length}</span>}
    </span>
  );
}

function Notes({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles['notes']}>
      <IconMessage size={16} aria-hidden="true" /> {count}
      <VisuallyHidden> {count === 1 ? 'note' : 'notes'}</VisuallyHidden>
    </span>
  );
}
