import { usersApi } from '@handoff/shared/contract/people/users';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { useMay } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import type { Trail } from './use-trail.ts';

/** Sorted names by user id: the current people, and those in the entries who may have left. */
export type People = ReadonlyMap<string, string>;

interface Known {
  settings: Output<typeof settingsApi.get> | undefined;
  entries: readonly AuditEntry[];
}

export function usePeople(trail: Trail, { settings, entries }: Known) {
  const mayList = useMay('users.manage');
  const users = useRead(
    usersApi.list,
    trail === 'system' && mayList ? { query: { IncludeDeleted: 'true' } } : null,
  );
  const known = [...(settings?.SettingsUsersInfo ?? []), ...(users.data?.UserInfo ?? [])];
  const names = new Map([
    ...entries.map(({ oid, name }) => [`user-${oid}`, name] as const),
    ...known.map(({ Id, FullName }) => [Id, FullName] as const),
  ]);
  const people: People = new Map([...names].toSorted(([, a], [, b]) => a.localeCompare(b)));
  const agencies = new Map(users.data?.BusinessDomainInfo.map(({ Id, Name }) => [Id, Name]));
  return { people, agencies };
}
