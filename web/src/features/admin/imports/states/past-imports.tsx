import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { EmptyState } from '../../../../ui/feedback/page-states.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { formatBytes, formatCount, formatDateTime } from '../../../../text/format.ts';
import { statusWords } from '../../../../text/labels/import-labels.ts';

interface PastImportsProps {
  imports: readonly StateFileImport[];
  progressOf: (each: StateFileImport) => ImportProgress;
}

type Row = StateFileImport & { Id: string; now: ImportProgress };

export function PastImports({ imports, progressOf }: PastImportsProps) {
  if (imports.length === 0)
    return (
      <EmptyState title="No file has been imported yet">
        Choose a state’s address file above. Once it is live, intake gets ZIP codes and streets while typing.
      </EmptyState>
    );
  return (
    <DataTable
      label="Past imports"
      rows={imports.map((each) => ({ ...each, Id: each.ImportId, now: progressOf(each) }))}
      columns={columns}
      link={({ ImportId }) => ({ to: '/admin/imports/$importId', params: { importId: ImportId } })}
    />
  );
}

const columns: Column<Row>[] = [
  {
    title: 'File',
    cell: ({ State, FileName, Bytes, Mode }) => (
      <>
        {State} {FileName}{' '}
        <span className="soft small">
          {formatBytes(Bytes)}
          {Mode === 'add' && ', added'}
        </span>
      </>
    ),
  },
  { title: 'Outcome', cell: ({ now }) => <StatusMark {...markOf(now)} />, width: 150 },
  {
    title: 'Taken',
    cell: ({ now }) => formatCount(now.accepted),
    width: 130,
    align: 'end',
    phone: 'hidden',
  },
  {
    title: 'Rejected',
    cell: ({ now }) => formatCount(now.rejected),
    width: 90,
    align: 'end',
    phone: 'hidden',
  },
  { title: 'By', cell: ({ By }) => By.FullName, width: 160, phone: 'hidden' },
  { title: 'Started', cell: ({ At }) => formatDateTime(At), width: 170 },
];

function markOf({ status }: ImportProgress) {
  const { label, color } = statusWords[status];
  return { name: label, color };
}
