import { Link, useNavigate } from '@tanstack/react-router';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { AgencyForm } from './agency-form.tsx';
import styles from './agencies.module.css';

/** The agencies whose people work in Handoff. Partner agencies have their own page. */
export function OurAgenciesPage() {
  const list = useRead(businessDomainsApi.list, {});
  const navigate = useNavigate();
  const agencies = list.data?.BusinessDomainsInfo;
  const setUp = (agency: string) => void navigate({ to: '/setup', search: { agency }, ignoreBlocker: true });
  if (agencies?.length === 0) return <FirstAgency onSaved={setUp} />;
  return (
    <RecordPage
      title="Our agencies"
      noun="agency"
      add="Create agency"
      list={{ ...list, data: agencies }}
      columns={columns}
      mayAdd
      empty={{ text: '' }}
    >
      {({ row, onShow }) => (
        <>
          <EditorHead title={row?.Name ?? 'New agency'} onClose={() => onShow(undefined)} />
          <AgencyForm agency={row} onSaved={row ? () => undefined : setUp} />
        </>
      )}
    </RecordPage>
  );
}

function FirstAgency({ onSaved }: { onSaved: (agency: string) => void }) {
  return (
    <div className="page">
      <section className={styles['first']}>
        <PageHeading title="Create your first agency" />
        <p className="soft">
          Referrals, people and lists belong to an agency. Name it and say what it does; everything can be
          changed later.
        </p>
        <AgencyForm agency={undefined} onSaved={onSaved} />
      </section>
    </div>
  );
}

const columns: Column<BusinessDomain>[] = [
  { title: 'Agency', cell: ({ Name }) => Name },
  { title: 'Care', cell: ({ Kind }) => Kind, width: 110 },
  { title: 'States', cell: ({ States }) => States.join(', '), width: 140 },
  { title: 'Answer within', cell: ({ ResponseHours }) => `${ResponseHours} hr`, width: 120, align: 'end' },
  {
    title: 'Set up',
    width: 120,
    cell: ({ Id, Archived }) =>
      Archived ? (
        <span className="soft">Archived</span>
      ) : (
        <Link to="/setup" search={{ agency: Id }} className="link">
          What is missing
        </Link>
      ),
  },
];
