import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { IconFileText, IconFlag, IconMessage, IconUser } from '@tabler/icons-react';
import type { ConfiguredStatus, Discipline } from '@handoff/shared/domain/agency/list-settings';
import type { NextDate } from '@handoff/shared/domain/referral/admission-answer';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { WorklistColumn } from '@handoff/shared/domain/referral/saved-view';
import type { RowWithFit } from '../referral-list.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { formatAge, formatDateTime, formatDay, plural, ageOf } from '../../../text/format.ts';
import { useNow } from '../../../data/use-now.ts';
import { namesOf } from '../../../data/use-settings.ts';
import {
  CheckCluster,
  DecisionMark,
  patientName,
  ResponseClock,
  ServiceCodes,
  StatusOf,
} from '../referral-cells.tsx';
import styles from './worklist.module.css';

const CallBack = lazy(async () => ({ default: (await import('../call-back.tsx')).CallBack }));

interface Known {
  statuses: readonly ConfiguredStatus[];
  eligibilityStatuses: readonly ConfiguredStatus[];
  disciplines: readonly Discipline[];
}

export const columnNames: Record<WorklistColumn, string> = {
  Received: 'Received',
  AnswerDue: 'Answer due',
  NextDate: 'Next date',
  // The county, or the city where a file has none.
  Place: 'ZIP, place',
  Services: 'Service',
  Source: 'Source',
  Payer: 'Payer',
  Checks: 'Checks',
  Documents: 'Documents',
  Notes: 'Notes',
  Owner: 'Owner',
  Status: 'Status',
  Decision: 'Decision',
};

/** All columns fit 1,280 pixels: source and payer take the width that the others leave; ZIP code, clock and status never shrink. */
export function columnsOf(known: Known, shown: readonly WorklistColumn[]): Column<RowWithFit>[] {
  const { statuses, eligibilityStatuses, disciplines } = known;
  const columns: Record<WorklistColumn, Omit<Column<RowWithFit>, 'title'>> = {
    Received: {
      cell: ({ ReceivedAt }) => <Received at={ReceivedAt} />,
      align: 'end',
      width: 56,
      phone: 'hidden',
      orders: [
        { by: 'ReceivedNewest', direction: 'descending' },
        { by: 'ReceivedOldest', direction: 'ascending' },
      ],
    },
    AnswerDue: {
      cell: (referral) => (
        <>
          <ResponseClock {...{ referral, statuses }} />
          {referral.CallBackAt && (
            <Suspense>
              <CallBack at={referral.CallBackAt} />
            </Suspense>
          )}
        </>
      ),
      width: 96,
      phone: 'corner',
      orders: [{ by: 'DueFirst', direction: 'ascending' }],
    },
    NextDate: {
      cell: ({ fit }) => fit?.NextDate && <NextDateOf {...fit.NextDate} />,
      isFluid: true,
      phone: 'labeled',
    },
    Place: { cell: (referral) => <Place referral={referral} />, width: 128 },
    Services: {
      cell: ({ Services }) => <ServiceCodes services={namesOf(Services, disciplines)} />,
      width: 84,
    },
    Source: { cell: ({ Source }) => <Cut text={sourceText(Source)} />, isFluid: true },
    Payer: { cell: ({ Payers }) => <PayersOf names={Payers.map(({ Name }) => Name)} />, isFluid: true },
    Checks: {
      cell: ({ fit, EligibilityStatusId }) => (
        <CheckCluster
          fit={fit}
          eligibility={eligibilityStatuses.find((status) => status.Id === EligibilityStatusId)}
        />
      ),
      width: 74,
    },
    Documents: {
      head: <HeadIcon of={IconFileText} name="Documents" />,
      cell: (referral) => <Documents referral={referral} />,
      align: 'center',
      width: 30,
    },
    Notes: {
      head: <HeadIcon of={IconMessage} name="Notes" />,
      cell: ({ NoteCount, fit }) => <Notes count={NoteCount} unread={fit?.UnreadNotes ?? 0} />,
      width: 34,
    },
    Owner: {
      head: <HeadIcon of={IconUser} name="Owner" />,
      cell: ({ Owner }) => <Avatar person={Owner} />,
      align: 'center',
      width: 26,
    },
    Status: { cell: ({ StatusId }) => <StatusOf id={StatusId} statuses={statuses} />, width: 92 },
    Decision: {
      // Most rows of a list wait for one, which the answer's due time says.
      cell: ({ Decision, Interested }) =>
        (Decision.Kind !== 'Pending' || Interested) && (
          <DecisionMark decision={Decision} isInterested={Interested} />
        ),
      width: 80,
    },
  };
  const patient: Column<RowWithFit> = {
    title: 'Patient, age',
    cell: (referral) => <Patient referral={referral} />,
    width: 170,
    orders: [
      { by: 'PatientName', direction: 'ascending' },
      { by: 'PatientNameLast', direction: 'descending' },
    ],
  };
  return [patient, ...shown.map((name) => ({ title: columnNames[name], ...columns[name] }))];
}

function HeadIcon({ of: Icon, name }: { of: typeof IconMessage; name: string }) {
  return (
    <span className={styles['headIcon']} title={name}>
      <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

function Patient({ referral }: { referral: ReferralRow }) {
  return (
    <>
      <span className={styles['patient']} title={patientName(referral)}>
        {patientName(referral)}
      </span>{' '}
      <span className={styles['age']}>{ageOf(referral.Patient.DateOfBirth)}</span>
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

/** The day comes first, because a long title is cut. */
function NextDateOf({ By, State, Title }: NextDate) {
  return (
    <span className={styles[State]}>
      <Cut text={`${formatDay(By)} ${Title}`} />
    </span>
  );
}

/** Who refers; if that is not known, how it came. */
const sourceText = ({ Organization, Kind, Channel }: ReferralRow['Source']): string =>
  Organization || (Kind === 'Other' && Channel !== '' ? `By ${Channel.toLowerCase()}` : Kind);

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

/** How many required documents are attached; without required ones, how many there are. */
function Documents({ referral: { DocumentCount, fit } }: { referral: RowWithFit }) {
  const { Total = 0, Missing = [] } = fit?.Documents ?? {};
  if (Total === 0 && DocumentCount === 0) return null;
  const here = Total - Missing.length;
  const words =
    Total === 0
      ? `${DocumentCount} attached, none is required`
      : `${here} of ${Total} required documents${Missing.length > 0 ? `; missing: ${Missing.join(', ')}` : ''}`;
  return (
    <span className={Missing.length > 0 ? styles['incomplete'] : styles['minor']} title={words}>
      <span aria-hidden="true">{Total === 0 ? DocumentCount : `${here}/${Total}`}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** Unread notes stand out; notes that were read are only a count. */
function Notes({ count, unread }: { count: number; unread: number }) {
  if (count === 0) return null;
  const words = `${unread === 0 ? '' : `${unread} unread of `}${plural(count, 'note')}`;
  return (
    <span className={unread > 0 ? styles['unread'] : styles['notes']} title={words}>
      <IconMessage size={16} aria-hidden="true" />
      <span aria-hidden="true">{unread > 0 ? unread : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
