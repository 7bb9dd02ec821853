import { Link } from '@tanstack/react-router';
import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { formatDay, placeName, yearsSince } from '../../../lib/format.ts';
import { DecisionMark, patientName, ReceivedAge, StatusOf } from '../referral-cells.tsx';

/** The server sorts and filters; the table only lays out. */
export const worklistFeatures = tableFeatures({});

const column = createColumnHelper<typeof worklistFeatures, Referral>();

/** Status, decision and owner beside the name: they stay in sight when the window is narrow. */
export function worklistColumns(statuses: readonly ConfiguredStatus[]) {
  return column.columns([
    column.display({
      id: 'received',
      header: 'Received',
      cell: ({ row }) => <ReceivedAge referral={row.original} statuses={statuses} />,
    }),
    column.display({
      id: 'patient',
      header: 'Patient',
      cell: ({ row }) => <PatientLink referral={row.original} />,
    }),
    column.display({
      id: 'age',
      header: 'Age',
      cell: ({ row }) => <Age of={row.original} />,
    }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row }) => <StatusOf id={row.original.StatusId} statuses={statuses} />,
    }),
    column.display({
      id: 'decision',
      header: 'Decision',
      cell: ({ row }) => <DecisionMark decision={row.original.Decision} />,
    }),
    column.display({
      id: 'owner',
      header: 'Owner',
      cell: ({ row }) => row.original.Owner?.FullName ?? <span className="soft">Unassigned</span>,
    }),
    column.display({ id: 'service', header: 'Service', cell: ({ row }) => joined(row.original.Services) }),
    column.display({
      id: 'payer',
      header: 'Payer',
      cell: ({ row }) => joined(row.original.Payers.map(({ Name }) => Name)),
    }),
    column.display({ id: 'source', header: 'Source', cell: ({ row }) => sourceOf(row.original) }),
    column.display({
      id: 'place',
      header: 'ZIP and county',
      cell: ({ row }) => <Place referral={row.original} />,
    }),
    column.display({
      id: 'documents',
      header: 'Docs',
      cell: ({ row }) => <Count of={row.original.DocumentCount} />,
    }),
    column.display({
      id: 'notes',
      header: 'Notes',
      cell: ({ row }) => <Count of={row.original.NoteCount} />,
    }),
  ]);
}

export function PatientLink({ referral }: { referral: Referral }) {
  return (
    <Link to="/referrals/$id" params={{ id: referral.Id }} className="row-link" data-row-link={referral.Id}>
      {patientName(referral)}
    </Link>
  );
}

function Age({ of: { Patient } }: { of: Referral }) {
  return (
    <span className="number soft" title={`Born ${formatDay(Patient.DateOfBirth)}`}>
      {yearsSince(Patient.DateOfBirth)}
    </span>
  );
}

export function Place({ referral: { Address } }: { referral: Referral }) {
  return (
    <>
      <span className="number">{Address.ZipCode}</span>{' '}
      <span className="soft">{placeName(Address.County || Address.City)}</span>
    </>
  );
}

function Count({ of }: { of: number }) {
  return <span className={of === 0 ? 'number soft' : 'number'}>{of === 0 ? '–' : of}</span>;
}

function joined(names: readonly string[]) {
  const [first, ...others] = names;
  if (first === undefined) return <span className="soft">–</span>;
  return (
    <span className="joined" title={names.join(', ')}>
      <span>{first}</span>
      {others.length > 0 && <span className="soft">+{others.length}</span>}
    </span>
  );
}

const sourceOf = ({ Source }: Referral) => (
  <span title={`${Source.Kind} ${Source.Organization}`}>{Source.Organization || Source.Kind}</span>
);
