import { Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { agencyFiguresApi, openReferralsApi } from '@handoff/shared/contract/agency-figures';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import type { Output } from '@handoff/shared/contract/endpoint';
import { formatCount } from '../../../text/format.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { DomainMark } from '../../../ui/status-mark.tsx';
import { RecordPage } from '../../../ui/record-page/record-page.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { AgencyForm } from './agency-form.tsx';

/** The agencies whose people work in Handoff. Partner agencies have their own page. */
export function OurAgenciesPage() {
  const list = useRead(businessDomainsApi.list, {});
  const figures = useRead(agencyFiguresApi.figures, {});
  const open = useRead(openReferralsApi.openReferrals, {});
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
      columns={columnsOf(figures.data?.FiguresInfo, open.data?.OpenReferralsInfo)}
      mayAdd
      empty={{ text: '' }}
    >
      {({ row, onShow }) => (
        <>
          <EditorHead title={row?.Name ?? 'New agency'} onClose={() => onShow(undefined)} />
          <AgencyForm agency={row} agencies={agencies ?? []} onSaved={row ? () => undefined : setUp} />
        </>
      )}
    </RecordPage>
  );
}

function FirstAgency({ onSaved }: { onSaved: (agency: string) => void }) {
  return (
    <div className="page">
      <section style={{ maxWidth: 'var(--width-narrow)' }}>
        <PageHeading title="Create your first agency" />
        <p className="soft">
          Referrals, people and lists belong to an agency. Name it and say what it does; everything can be
          changed later.
        </p>
        <AgencyForm agency={undefined} agencies={[]} onSaved={onSaved} />
      </section>
    </div>
  );
}

type Figures = Output<typeof agencyFiguresApi.figures>['FiguresInfo'];
type OpenReferrals = Output<typeof openReferralsApi.openReferrals>['OpenReferralsInfo'];

/** The numbers follow the names: an agency without a figure is archived, or its figures are still to come. */
function columnsOf(figures: Figures | undefined, open: OpenReferrals | undefined): Column<BusinessDomain>[] {
  const figuresOf = ({ Id }: BusinessDomain) =>
    figures?.find(({ BusinessDomainId }) => BusinessDomainId === Id);
  const openIn = ({ Id }: BusinessDomain) =>
    open
      ?.filter(({ BusinessDomainId }) => BusinessDomainId === Id)
      .reduce((sum, { OpenReferrals: count }) => sum + count, 0);
  return [
    {
      title: 'Agency',
      cell: ({ Name, Color }) => (
        <Group component="span" gap="sm" wrap="nowrap">
          <DomainMark color={Color} />
          {Name}
        </Group>
      ),
    },
    { title: 'Care', cell: ({ Kind }) => Kind, width: 110 },
    { title: 'States', cell: ({ States }) => States.join(', '), width: 140, isWide: true },
    {
      title: 'People',
      cell: (agency) => countText(figuresOf(agency)?.People),
      width: 72,
      align: 'end',
      phone: 'labeled',
    },
    {
      title: 'Open referrals',
      cell: (agency) => !agency.Archived && countText(openIn(agency)),
      width: 112,
      align: 'end',
      phone: 'labeled',
    },
    {
      title: 'Answer within',
      cell: ({ ResponseHours }) => `${ResponseHours} hr`,
      width: 110,
      align: 'end',
      isWide: true,
    },
    { title: 'Set up', width: 80, cell: (agency) => <SetUp agency={agency} figures={figuresOf(agency)} /> },
  ];
}

const countText = (count: number | undefined) => (count === undefined ? '' : formatCount(count));

function SetUp({ agency, figures }: { agency: BusinessDomain; figures: Figures[number] | undefined }) {
  if (agency.Archived) return <span className="soft">Archived</span>;
  if (!figures) return null;
  const { Steps } = figures;
  const done = `${Steps.filter(({ Done }) => Done).length} of ${Steps.length}`;
  return (
    <Link
      to="/setup"
      search={{ agency: agency.Id }}
      className="link"
      aria-label={`${done} steps are set up in ${agency.Name}`}
    >
      {done}
    </Link>
  );
}
