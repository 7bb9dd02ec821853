import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Bones, EmptyState, ErrorState, NoPermission, StaleNotice } from '../../components/page-states.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMay } from '../../lib/current-person.ts';
import { useRead } from '../../lib/use-read.ts';
import { ReferralChecks } from '../eligibility/referral-checks.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { FitStrip, type FitStripProps } from './fit-strip.tsx';
import { NotesTab } from './notes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ReferralHeader, type Settings } from './referral-header.tsx';
import { ReferralTabs } from './referral-tabs.tsx';
import './referral.css';
import './referral-tabs.css';

const route = getRouteApi('/referrals/$id');

export function ReferralPage() {
  const { id } = route.useParams();
  const maySee = useMay('referrals.read');
  if (maySee) return <PermittedReferral key={id} id={id} />;
  return (
    <div className="page">
      <PageHeading title="Referral" />
      <NoPermission permission="referrals.read" to="see referrals" />
    </div>
  );
}

function PermittedReferral({ id }: { id: string }) {
  const { data, error, refresh } = useRead(api.referrals.byId, { query: { id } });
  const settings = useRead(api.settings.get, {});
  const referral = data?.ReferralInfo[0];

  if (error?.status === 404 || (data && !referral)) return <NoSuchReferral />;
  if (!data || !referral)
    return (
      <div className="page">
        <PageHeading title="Referral" />
        {error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={9} />}
      </div>
    );
  return (
    <div className="page referral">
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      <ReferralHeader referral={referral} settings={settings.data} onChanged={refresh} />
      <PartOfReferral {...{ data, referral, refresh }} settings={settings.data} />
    </div>
  );
}

interface PartOfReferralProps {
  data: Output<typeof api.referrals.byId>;
  referral: Referral;
  settings: Settings | undefined;
  refresh: () => Promise<unknown>;
}

function PartOfReferral({ data, referral, settings, refresh }: PartOfReferralProps) {
  const { tab = 'overview' } = route.useSearch();
  const { ReferralDocuments: documents, ReferralNotes: notes } = data;
  const [checks] = data.ReferralChecks;
  const { Id: id } = referral;
  return (
    <>
      <ReferralTabs id={id} current={tab} counts={{ documents: documents.length, notes: notes.length }} />
      {tab === 'overview' && <Overview {...{ referral, checks, settings }} />}
      {tab === 'eligibility' && (
        <ReferralChecks referral={referral} statuses={settings?.SettingsEligibilityStatusesInfo ?? []} />
      )}
      {tab === 'documents' && <DocumentsTab {...{ referral, documents, settings }} onChanged={refresh} />}
      {tab === 'notes' && <NotesTab {...{ referral, notes }} onChanged={refresh} />}
      {tab === 'activity' && <ActivityTab {...{ id, settings }} />}
    </>
  );
}

function Overview({
  referral,
  checks,
  settings,
}: Pick<PartOfReferralProps, 'referral' | 'settings'> & { checks: FitStripProps['checks'] | undefined }) {
  return (
    <>
      {checks && <FitStrip checks={checks} statuses={settings?.SettingsReferralStatusesInfo ?? []} />}
      <OverviewTab referral={referral} />
    </>
  );
}

function NoSuchReferral() {
  return (
    <div className="page">
      <PageHeading title="Referral" />
      <EmptyState
        title="This referral was not found"
        actions={
          <Link to="/referrals" className="link">
            To the referrals
          </Link>
        }
      >
        It may have been deleted, or it belongs to an agency you do not work for.
      </EmptyState>
    </div>
  );
}
