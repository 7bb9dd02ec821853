import { IconTrash } from '@tabler/icons-react';
import type { Output } from '@handoff/shared/contract/endpoint';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDateTime } from '../../../text/format.ts';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RestoreReferral } from '../record/delete-referral.tsx';
import { patientName } from '../referral-cells.tsx';

type Deleted = Output<typeof referralRetentionApi.deleted>['DeletedReferrals'][number];

const columns: Column<Deleted>[] = [
  { title: 'Patient', cell: patientName },
  { title: 'Received', cell: ({ ReceivedAt }) => formatDateTime(ReceivedAt), phone: 'labeled' },
  {
    title: 'Deleted',
    cell: ({ DeletedAt, DeletedBy }) => `${formatDateTime(DeletedAt)} by ${DeletedBy}`,
    phone: 'labeled',
  },
  {
    title: 'Reason',
    cell: ({ Reason }) => Reason || <span className="soft">None given</span>,
    phone: 'labeled',
  },
  { title: 'Can be restored until', cell: ({ PurgeAt }) => formatDateTime(PurgeAt), phone: 'labeled' },
  { title: 'Restore', cell: ({ Id }) => <RestoreReferral id={Id} text="Restore" /> },
];

export function DeletedPage() {
  const reading = useRead(referralRetentionApi.deleted, {});
  return (
    <div className="page">
      <PageHeading title="Recently deleted" />
      <Reading
        of={reading}
        lines={6}
        isEmpty={({ DeletedReferrals }) => DeletedReferrals.length === 0}
        empty={
          <EmptyState icon={IconTrash} title="Nothing was deleted">
            Deleted referrals stay here until they are purged, and can be restored.
          </EmptyState>
        }
      >
        {({ DeletedReferrals }) => (
          <DataTable label="Deleted referrals" rows={DeletedReferrals} columns={columns} />
        )}
      </Reading>
    </div>
  );
}
