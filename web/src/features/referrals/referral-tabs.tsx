import { Link } from '@tanstack/react-router';

const tabs = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'eligibility', label: 'Eligibility' },
  { tab: 'documents', label: 'Documents' },
  { tab: 'notes', label: 'Notes' },
  { tab: 'activity', label: 'Activity' },
] as const;

type ReferralTab = (typeof tabs)[number]['tab'];

interface ReferralTabsProps {
  id: string;
  current: ReferralTab;
  counts: Partial<Record<ReferralTab, number>>;
}

/** Links, so that a tab has an address and the browser's back button works. */
export function ReferralTabs({ id, current, counts }: ReferralTabsProps) {
  return (
    <nav aria-label="Parts of the referral" className="tabs">
      {tabs.map(({ tab, label }) => (
        <Link
          key={tab}
          to="/referrals/$id"
          params={{ id }}
          search={{ tab: tab === 'overview' ? undefined : tab }}
          replace
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {label}
          {counts[tab] !== undefined && <span className="tabs-count number"> {counts[tab]}</span>}
        </Link>
      ))}
    </nav>
  );
}
