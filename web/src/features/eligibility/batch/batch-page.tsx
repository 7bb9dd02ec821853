import { Box } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Batch } from '@handoff/shared/domain/eligibility/batch';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { takeChosen } from '../../../data/chosen-referrals.ts';
import { formatDateTime, formatDay, plural } from '../../../text/format.ts';
import { ProviderLine } from '../check/check-messages.tsx';
import { BatchRows } from './batch-rows.tsx';
import { StartBatch } from './start-batch.tsx';

const route = getRouteApi('/eligibility/batch');

/** Checks many people at once. The server works through the list whether this page is open or not. */
export function BatchPage() {
  const { batch } = route.useSearch();
  const [chosen] = useState(takeChosen);
  const batches = useRead(medicareEligibilityApi.batches, {});
  return (
    <div className="page">
      <PageHeading title="Check several patients">
        <nav aria-label="More about eligibility" className="page-head-actions">
          <Link to="/eligibility" search={{}} className="link">
            Check one person
          </Link>
          <Link to="/eligibility/history" search={{}} className="link">
            All checks
          </Link>
        </nav>
      </PageHeading>
      <ProviderLine />
      {batch !== undefined && <BatchRows key={batch} id={batch} />}
      <Reading of={batches}>
        {({ Batches, LeftToday, MaxRows }) => (
          <>
            {batch === undefined && <StartBatch leftToday={LeftToday} maxRows={MaxRows} chosen={chosen} />}
            {others(Batches, batch).length > 0 && (
              <Box component="section" mt="xl" aria-labelledby="batches-title">
                <h2 id="batches-title">Earlier lists</h2>
                <DataTable label="Batches" rows={others(Batches, batch)} columns={columns} />
              </Box>
            )}
          </>
        )}
      </Reading>
    </div>
  );
}

const others = (batches: readonly Batch[], open: string | undefined) =>
  batches.filter(({ Id }) => Id !== open);

const columns: Column<Batch>[] = [
  {
    title: 'Started',
    cell: ({ Id, CreatedAt }) => (
      <Link to="/eligibility/batch" search={{ batch: Id }} className="link">
        {formatDateTime(CreatedAt)}
      </Link>
    ),
  },
  { title: 'By', cell: ({ CreatedBy }) => CreatedBy.FullName },
  { title: 'People', cell: ({ RowCount }) => plural(RowCount, 'row'), width: 100 },
  { title: 'Category', cell: ({ Category }) => Category, width: 120 },
  { title: 'Date of service', cell: ({ DateOfService }) => formatDay(DateOfService), width: 130 },
  { title: 'State', cell: ({ IsOpen }) => (IsOpen ? 'Running' : 'Finished'), width: 100 },
];
