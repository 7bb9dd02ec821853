import { NativeSelect } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { startOfDay } from '@handoff/shared/domain/agency/business-domain';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { permissionsByAgencyRole } from '@handoff/shared/domain/access/role';
import { agencyZone } from '../../../text/agency-time.ts';
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
      <PageHeading title="Audit">
        <TrailChoice trail={trail} />
      </PageHeading>
      {trail === 'agency' && mayReview && <EmergencyAccesses />}
      <VerifyChain key={trail} trail={trail} />
      <ShowChoice shown={shownBy(filters)} />
      <AuditTrail trail={trail} query={query} />
    </div>
  );
}

type Search = ReturnType<typeof route.useSearch>;
type Filters = Omit<Search, 'of'>;

/** Views outnumber changes by far, so they are shown with the changes only where a link asks for a record or an action. */
const shownBy = ({ show, record, action }: Filters): NonNullable<Search['show']> =>
  show ?? (record === undefined && action === undefined ? 'changes' : 'everything');

function queryOf(filters: Filters) {
  const { person, record, action, from, to } = filters;
  const shown = shownBy(filters);
  const all = {
    Subject: record,
    Person: person,
    Action: action,
    Only: shown === 'everything' ? undefined : shown,
    From: from && startOfDay(from, agencyZone()).toISOString(),
    To: to && startOfDay(addDays(to, 1), agencyZone()).toISOString(),
  };
  const query: TrailQuery = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  );
  return query;
}

const shows = { changes: 'Changes', views: 'Views', everything: 'Everything' } as const;

function ShowChoice({ shown }: { shown: keyof typeof shows }) {
  return (
    <nav className="tabs" aria-label="Entries to show">
      {(['changes', 'views', 'everything'] as const).map((show) => (
        <Link
          key={show}
          to="/admin/audit"
          search={(search) => ({ ...search, show })}
          aria-current={show === shown ? 'true' : undefined}
        >
          {shows[show]}
        </Link>
      ))}
    </nav>
  );
}

const SYSTEM = 'system';

/** The agencies whose audit this person may read, and the system. Another agency's page offers the switch to it. */
function TrailChoice({ trail }: { trail: Trail }) {
  const { domain, domains } = useCurrentPerson();
  const ofSystem = useMay('system-audit.read');
  const navigate = useNavigate();
  const agencies = domains.filter(({ RoleWithinAgency }) =>
    permissionsByAgencyRole[RoleWithinAgency].includes('audit.read'),
  );
  const options = [
    ...agencies.map(({ Id, Name }) => ({ value: Id, label: Name })),
    ...(ofSystem ? [{ value: SYSTEM, label: 'System' }] : []),
  ];
  if (options.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Whose audit"
      value={trail === 'system' ? SYSTEM : domain?.Id}
      data={options}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: '/admin/audit',
          search: value === SYSTEM ? { of: SYSTEM, domain: domain?.Id } : { domain: value },
        })
      }
    />
  );
}
