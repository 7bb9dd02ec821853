import { Link, useLocation } from '@tanstack/react-router';
import { HistoryIcon, ImportIcon, InboxIcon, ShieldIcon } from '../components/icons.tsx';
import { useMay } from '../lib/current-person.ts';

/** The areas this person may open. */
export function Rail({ onFollow }: { onFollow?: () => void }) {
  const maySeeReferrals = useMay('referrals.read');
  const mayCheck = useMay('eligibility.check');
  const mayReadExchanges = useMay('exchanges.read');
  const mayImport = useMay('imports.manage');
  const isResult = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/medicare') });
  const mayAuditAgency = useMay('audit.read');
  const mayAuditSystem = useMay('system-audit.read');
  return (
    <nav aria-label="Areas">
      <div className="app-brand">
        <img src="/handoff.svg" alt="" width="22" height="22" />
        Handoff
      </div>
      <ul className="app-nav">
        {maySeeReferrals && (
          <li>
            <Link to="/referrals" onClick={onFollow}>
              <InboxIcon /> Referrals
            </Link>
          </li>
        )}
        {mayCheck && (
          <li>
            <Link
              to="/eligibility"
              search={{}}
              onClick={onFollow}
              // The specification's result pages have paths elsewhere.
              {...(isResult && { 'aria-current': 'page' as const })}
            >
              <ShieldIcon /> Eligibility
            </Link>
          </li>
        )}
        {mayReadExchanges && !mayCheck && (
          <li>
            <Link to="/eligibility/exchange" onClick={onFollow}>
              <ShieldIcon /> Exchanges
            </Link>
          </li>
        )}
        {mayImport && (
          <li>
            <Link to="/admin/imports" onClick={onFollow}>
              <ImportIcon /> Imports
            </Link>
          </li>
        )}
        {(mayAuditAgency || mayAuditSystem) && (
          <li>
            <Link to="/admin/audit" search={{}} onClick={onFollow}>
              <HistoryIcon /> Audit
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
