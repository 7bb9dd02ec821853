import { getRouteApi, Link } from '@tanstack/react-router';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { EmergencyAccesses } from './emergency-accesses.tsx';
import { AuditTrail } from './audit-trail.tsx';
import type { Trail, TrailQuery } from './use-trail.ts';
import { VerifyChain } from './verify-chain.tsx';
import styles from './audit.module.css';

const route = getRouteApi('/admin/audit');

export function AuditPage() {
  const ofAgency = useMay('audit.read');
  const ofSystem = useMay('system-audit.read');
  const mayReview = useMay('restrictions.manage');
  const { of, ...filters } = route.useSearch();
  const trail = ofSystem && (of === 'system' || !ofAgency) ? 'system' : 'agency';
  const query = queryOf(filters);
  return (
    <div className={`page ${styles['audit']}`}>
      <PageHeading title="Audit">{ofAgency && ofSystem && <TrailChoice trail={trail} />}</PageHeading>
      {trail === 'agency' && mayReview && <EmergencyAccesses />}
      <VerifyChain key={trail} trail={trail} />
      <AuditTrail trail={trail} query={query} />
    </div>
  );
}

function queryOf({ person, record, action, from, to }: Omit<ReturnType<typeof route.useSearch>, 'of'>) {
  const all = { Subject: record, Person: person, Action: action, From: from, To: to };
  const query: TrailQuery = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  );
  return query;
}

function TrailChoice({ trail }: { trail: Trail }) {
  const { domain } = useCurrentPerson();
  const names = { agency: domain?.Name ?? 'Agency', system: 'System' };
  return (
    <nav className={styles['choice']} aria-label="Whose audit">
      {(['agency', 'system'] as const).map((each) => (
        <Link
          key={each}
          to="/admin/audit"
          search={each === 'system' ? { of: each } : {}}
          aria-current={each === trail ? 'true' : undefined}
        >
          {names[each]}
        </Link>
      ))}
    </nav>
  );
}
