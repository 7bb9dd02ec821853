import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { AgencyForm } from './agency-form.tsx';
import styles from './agencies.module.css';

const NEW = 'new';

/** The agencies whose people work in Handoff. Partner agencies have their own page. */
export function OurAgenciesPage() {
  const list = useRead(businessDomainsApi.list, {});
  const { edit }: { edit?: string } = useSearch({ strict: false });
  return (
    <div className="page">
      <Reading of={list}>
        {({ BusinessDomainsInfo: agencies }) =>
          agencies.length === 0 ? <FirstAgency /> : <Agencies {...{ agencies, edit }} />
        }
      </Reading>
    </div>
  );
}

function FirstAgency() {
  const navigate = useNavigate();
  return (
    <section className={styles['first']}>
      <PageHeading title="Create your first agency" />
      <p className="soft">
        Referrals, people and lists belong to an agency. Name it and say what it does; everything can be
        changed later.
      </p>
      <AgencyForm
        agency={undefined}
        onSaved={(id) => void navigate({ to: '/setup', search: { agency: id }, ignoreBlocker: true })}
      />
    </section>
  );
}

function Agencies({ agencies, edit }: { agencies: readonly BusinessDomain[]; edit: string | undefined }) {
  const navigate = useNavigate();
  const chosen = agencies.find(({ Id }) => Id === edit);
  const isOpen = edit === NEW || chosen !== undefined;
  return (
    <>
      <PageHeading title="Our agencies">
        <div className="page-head-actions">
          <Button
            leftSection={<IconPlus size={16} />}
            onClick={() => void navigate({ to: '/admin/agencies', search: { edit: NEW } })}
          >
            Create agency
          </Button>
        </div>
      </PageHeading>
      <div className={styles['split']}>
        <DataTable
          label="Our agencies"
          rows={agencies}
          columns={columns}
          link={({ Id }) => ({ to: '/admin/agencies', search: { edit: Id } })}
          current={chosen?.Id}
        />
        {isOpen && (
          <section className={styles['editor']} aria-label={chosen?.Name ?? 'New agency'}>
            <h2 className={styles['title']}>{chosen?.Name ?? 'New agency'}</h2>
            <AgencyForm
              key={edit}
              agency={chosen}
              onSaved={(id) => {
                if (edit === NEW)
                  void navigate({ to: '/setup', search: { agency: id }, ignoreBlocker: true });
              }}
            />
          </section>
        )}
      </div>
    </>
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
