import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { saveFile } from '../../../data/send/download.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDay, plural } from '../../../text/format.ts';
import { nameOf, VerdictMark } from '../history/check-cells.tsx';
import { resultPath } from '../result/verdicts.ts';
import { csvFile, stateWords } from './batch-csv.ts';

/** The rows of a list and its progress. The server continues without this page. */
export function BatchRows({ id }: { id: string }) {
  const reading = useRead(medicareEligibilityApi.batchById, { query: { id } });
  return (
    <Reading of={reading}>
      {({ Batch: batch, Rows }) => (
        <section aria-labelledby="rows-title">
          <div className="page-head-actions">
            <h2 id="rows-title">
              {plural(batch.RowCount, 'person', 'people')}, {batch.Category}, {formatDay(batch.DateOfService)}
            </h2>
            <Actions batch={batch} rows={Rows} onRetried={() => void reading.refresh()} />
          </div>
          <output className="number">{counts(Rows)}</output>
          <DataTable
            label="Rows of the list"
            rows={Rows.map((row, index) => ({ ...row, Id: String(index + 1) }))}
            columns={columns}
          />
        </section>
      )}
    </Reading>
  );
}

interface ActionsProps {
  batch: Batch;
  rows: readonly BatchRow[];
  onRetried: () => void;
}

function Actions({ batch, rows, onRetried }: ActionsProps) {
  const retry = useAction(medicareEligibilityApi.retryBatch, { onSuccess: onRetried });
  const failed = rows.filter(({ State }) => State === 'failed').length;
  return (
    <>
      {failed > 0 && (
        <Button
          variant="filled"
          loading={retry.isPending}
          onClick={() => void retry.run({ body: { Id: batch.Id } })}
        >
          Retry {failed} failed
        </Button>
      )}
      <Button onClick={() => saveFile(csvFile(batch, rows))}>Export CSV</Button>
    </>
  );
}

const stateColors = { queued: 'gray', running: 'blue', done: 'green', failed: 'red' } as const;

function counts(rows: readonly BatchRow[]): string {
  const states = ['done', 'running', 'queued', 'failed'] as const;
  return states
    .map(
      (state) => `${rows.filter(({ State }) => State === state).length} ${stateWords[state].toLowerCase()}`,
    )
    .join(' · ');
}

type Row = BatchRow & { Id: string };

const columns: Column<Row>[] = [
  { title: 'Person', cell: (row) => <RowLink row={row} /> },
  {
    title: 'State',
    cell: ({ State }) => <StatusMark name={stateWords[State]} color={stateColors[State]} />,
    width: 110,
  },
  {
    title: 'Verdict',
    cell: ({ Verdict, Message }) => (
      <>
        {Verdict !== null && <VerdictMark of={Verdict} />}
        {Message !== null && <div className="soft small">{Message}</div>}
      </>
    ),
  },
  { title: 'Born', cell: ({ DateOfBirth }) => formatDay(DateOfBirth), width: 110 },
  { title: 'Medicare number', cell: ({ Mbi }) => Mbi, width: 150 },
];

function RowLink({ row }: { row: Row }) {
  const { CheckId, Verdict } = row;
  if (CheckId === null || Verdict === null) return nameOf(row);
  const to = resultPath({ Verdict });
  return to === undefined ? (
    <Link to="/eligibility" search={{ again: CheckId }} className="link">
      {nameOf(row)}
    </Link>
  ) : (
    <Link to={to} search={{ check: CheckId }} className="link">
      {nameOf(row)}
    </Link>
  );
}
