import { Link } from '@tanstack/react-router';
import {
  AgencyRole,
  type Permission,
  permissionsByAgencyRole,
  permissionsBySystemRole,
  SystemRole,
} from '@handoff/shared/domain/access/role';
import { useMay } from '../../data/current-person.ts';
import { EmptyState } from './page-states.tsx';

interface NoPermissionProps {
  /** Having any one of these permissions is enough. */
  permission: Permission | readonly Permission[];
  name: string;
}

/** Names the roles that can do this, because people do not know the permissions. */
export function NoPermission({ permission, name }: NoPermissionProps) {
  const whose = rolesWith(typeof permission === 'string' ? [permission] : permission);
  return (
    <EmptyState
      title={`You don’t have access to ${name}`}
      actions={
        useMay('referrals.read') && (
          <Link to="/referrals" className="link">
            Back to referrals
          </Link>
        )
      }
    >
      {new Intl.ListFormat('en-US').format(whose)} do. If you need it for your work, ask your administrator
      for that role.
    </EmptyState>
  );
}

const people = {
  Administrator: 'administrators',
  Manager: 'managers',
  Intake: 'intake staff',
  Clinician: 'clinicians',
  Viewer: 'viewers',
  Integration: 'applications',
} as const;

function rolesWith(needed: readonly Permission[]): string[] {
  const has = (granted: readonly Permission[]) => granted.some((each) => needed.includes(each));
  const names = [
    ...SystemRole.options.filter((role) => role !== 'User' && has(permissionsBySystemRole[role])),
    ...AgencyRole.options.filter((role) => has(permissionsByAgencyRole[role])),
  ].map((role) => (role === 'User' ? '' : people[role]));
  return names.map((name, index) => (index === 0 ? name.charAt(0).toUpperCase() + name.slice(1) : name));
}
