import { VisuallyHidden } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { Bones, EmptyState, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { Freshness } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import type { CallError } from '../../../data/send/call-error.ts';
import { useMay } from '../../../data/current-person.ts';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { type Reading, useRead } from '../../../data/records/use-read.ts';
import { AccessTab } from './access-tab.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { type EligibilityCheck, useEligibilityCheck } from './check-eligibility.tsx';
import { RestoreReferral } from './delete-referral.tsx';
import { DocumentsTab } from '../documents/documents-tab.tsx';
import { MergedReferral } from '../duplicates/merged-referral.tsx';
import { AtReferral } from '../presence/presence.tsx';
import { EmergencyAccess } from '../restriction/emergency-access.tsx';
import { toNewNote } from '../notes/new-note-link.ts';
import { NotesTab } from '../notes/notes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ReferralHeader } from './referral-header.tsx';
import { ReferralRail, type Settings } from './referral-rail.tsx';
import styles from './referral.module.css';
import { useRevealedNumbers } from './use-revealed-numbers.ts';

const route = getRouteApi('/referrals/$id');

interface ReferralPageProps {
  /** A tab rendered by another feature. */
  Eligibility: ComponentType<{ referral: Referral; statuses: readonly ConfiguredStatus[] }>;
}

export function ReferralPage({ Eligibility }: ReferralPageProps) {
  const { id } = route.useParams();
  return (
    <AtReferral key={id} id={id}>
      <ReferralOf {...{ id, Eligibility }} />
    </AtReferral>
  );
}

function ReferralOf({ id, Eligibility }: ReferralPageProps & { id: string }) {
  const reading = useRead(referralsApi.byId, { query: { id } });
  const { data, error, refresh } = reading;
  const settings = useRead(settingsApi.get, {});
  const [checks] = useRead(referralsApi.checks, { query: { id } }).data?.ReferralChecks ?? [];
  const referral = data?.ReferralInfo[0];

  if (error?.status === 404 || (data && !referral))
    return <NoSuchReferral id={id} error={error} onOpened={refresh} />;
  if (!data || !referral)
    return (
      <div className="page">
        <PageHeading title="Referral" />
        {error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={9} />}
      </div>
    );
  return <OpenReferral {...{ data, referral, checks, Eligibility, reading }} settings={settings.data} />;
}

function OpenReferral(props: Omit<PartOfReferralProps, 'eligibility'> & { reading: Reading<unknown> }) {
  const { referral, settings, checks } = props;
  const eligibility = useEligibilityCheck(referral, checks);
  return (
    <div className={styles['page']}>
      <Content {...props} eligibility={eligibility} />
      <ReferralRail {...{ referral, settings, checks, eligibility }} />
    </div>
  );
}

function Content({ reading, ...part }: PartOfReferralProps & { reading: Reading<unknown> }) {
  const numbers = useRevealedNumbers(part.referral);
  return (
    <div className={styles['content']}>
      <Freshness of={reading} />
      <ReferralHeader referral={part.referral} numbers={numbers} />
      <PartOfReferral {...part} shown={numbers.shown} />
    </div>
  );
}

interface PartOfReferralProps extends ReferralPageProps {
  data: Output<typeof referralsApi.byId>;
  referral: Referral;
  settings: Settings | undefined;
  checks: ReferralChecks | undefined;
  eligibility: EligibilityCheck;
}

type Shown = Pick<Parameters<typeof OverviewTab>[0], 'shown'>;

function PartOfReferral(props: PartOfReferralProps & Shown) {
  const { data, referral, settings, checks, eligibility, shown, Eligibility } = props;
  const { tab = 'overview' } = route.useSearch();
  const { ReferralDocuments: documents, ReferralNotes: notes } = data;
  const { Id: id } = referral;
  useNoteKey(id, tab);
  return (
    <>
      <ReferralTabs
        id={id}
        current={tab}
        counts={{ documents: documents.length, notes: notes.length }}
        hasPriorityNote={notes.some(({ Priority }) => Priority === true)}
      />
      {tab === 'overview' && (
        <OverviewTab
          {...{ referral, checks, eligibility, shown, notes }}
          related={data.RelatedReferrals}
          admission={data.Admission}
        />
      )}
      {tab === 'eligibility' && (
        <Eligibility referral={referral} statuses={settings?.SettingsEligibilityStatusesInfo ?? []} />
      )}
      {tab === 'documents' && <Documents {...{ referral, documents, settings, checks }} />}
      {tab === 'notes' && <NotesTab {...{ referral, notes }} />}
      {tab === 'activity' && <ActivityTab {...{ id, settings }} />}
      {tab === 'access' && <AccessTab id={id} />}
    </>
  );
}

interface DocumentsProps extends Pick<PartOfReferralProps, 'referral' | 'settings'> {
  documents: PartOfReferralProps['data']['ReferralDocuments'];
  checks: ReferralChecks | undefined;
}

function Documents({ settings, checks, ...props }: DocumentsProps) {
  return (
    <DocumentsTab
      {...props}
      types={settings?.SettingsDocumentTypesInfo ?? []}
      missing={checks?.Documents.Missing ?? []}
    />
  );
}

/** The key for a note works on any tab. The notes tab has the field, and its own handler. */
function useNoteKey(id: string, tab: ReferralTab): void {
  const navigate = useNavigate();
  function note(event: KeyboardEvent) {
    event.preventDefault();
    void navigate({ ...toNewNote(id), replace: true });
  }
  usePageKeys(tab === 'notes' ? {} : { note });
}

interface NoSuchReferralProps {
  id: string;
  error: CallError | undefined;
  onOpened: () => Promise<unknown>;
}

function NoSuchReferral({ error, onOpened, ...props }: NoSuchReferralProps) {
  const seesRestricted = useMay('restrictions.manage');
  if (error?.mergedInto) return <MergedReferral {...props} into={error.mergedInto.ReferralId} />;
  return (
    <div className="page">
      <PageHeading title="Referral" />
      <EmptyState
        title="This referral was not found"
        actions={
          <>
            <Link to="/referrals" className="link">
              Go to referrals
            </Link>
            <RestoreReferral {...props} text="Restore referral" />
          </>
        }
      >
        It may have been deleted, or it belongs to an agency you do not work for.
      </EmptyState>
      {!seesRestricted && <EmergencyAccess id={props.id} onOpened={onOpened} />}
    </div>
  );
}

const tabs = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'eligibility', label: 'Eligibility' },
  { tab: 'documents', label: 'Documents' },
  { tab: 'notes', label: 'Notes' },
  { tab: 'activity', label: 'Activity' },
  { tab: 'access', label: 'Access log', needs: 'audit.read' },
] as const;

type ReferralTab = (typeof tabs)[number]['tab'];

interface ReferralTabsProps {
  id: string;
  current: ReferralTab;
  counts: Partial<Record<ReferralTab, number>>;
  hasPriorityNote: boolean;
}

/** Tabs are links, so each has an address and the browser's back button works. */
function ReferralTabs({ id, current, counts, hasPriorityNote }: ReferralTabsProps) {
  const mayReadAudit = useMay('audit.read');
  return (
    <nav aria-label="Parts of the referral" className="tabs">
      {tabs
        .filter((each) => !('needs' in each) || mayReadAudit)
        .map(({ tab, label }) => (
          <Link
            key={tab}
            to="/referrals/$id"
            params={{ id }}
            search={{ tab: tab === 'overview' ? undefined : tab }}
            replace
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={tab === current ? 'page' : undefined}
          >
            <span className="tab-name" data-name={label}>
              {label}
            </span>
            {counts[tab] !== undefined && <span className={styles['count']}> {counts[tab]}</span>}
            {tab === 'notes' && hasPriorityNote && (
              <span className={styles['tabFlag']} title="With priority">
                <IconFlag size={14} aria-hidden="true" />
                <VisuallyHidden> with priority</VisuallyHidden>
              </span>
            )}
          </Link>
        ))}
    </nav>
  );
}
