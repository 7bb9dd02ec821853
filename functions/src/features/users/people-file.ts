import { AgencyRole } from '@handoff/shared/domain/access/role';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { plainName } from '@handoff/shared/domain/agency/directory';
import { Email } from '@handoff/shared/domain/person/contact';
import { csvCell } from '@handoff/shared/domain/records/csv';
import { csvFile, csvOf, type CsvColumn } from '../../core/csv-export.ts';
import { RejectedRow, takeRows } from '../../core/csv-records.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { domains, expectedUserKind, userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import { listAll } from '../../records/reader.ts';
import { changeUsers, withRoles } from './change-users.ts';
import { invite } from './expected-users.ts';
import { select } from '../../records/select.ts';

type Calls = ApiHandlers['users'];
type RolesOf = StoredUser['RolesWithinAgencies'];

const EMAIL = 'E-mail';
const ROLES = 'Roles';
/** The export replaces commas in a cell. */
const BETWEEN = '; ';
/** Each row is a write, an audit entry and two messages of one batch. */
const PEOPLE_AT_ONCE = 20;

export const exportFile: Calls['exportFile'] = async (_input, { find, now }) => {
  const { users, agencies } = await everyone(find);
  const people = users
    .filter(({ Active }) => Active)
    .toSorted((one, other) => one.FullName.localeCompare(other.FullName));
  const columns: readonly CsvColumn<StoredUser>[] = [
    [EMAIL, (user) => user.Email],
    ['Name', ({ FullName }) => FullName],
    [ROLES, ({ RolesWithinAgencies }) => rolesText(RolesWithinAgencies, agencies)],
  ];
  return csvFile('people', csvOf(columns, people), now);
};

export const previewImport: Calls['previewImport'] = async ({ body }, { find, caller }) => {
  const { agencies, invited, changed, unchanged, rejected, ignored } = await planOf(body.Csv, {
    find,
    own: caller.person.Id,
  });
  return {
    Added: invited.map(({ line, email, roles }) => ({
      Line: line,
      Name: email,
      Changes: [rolesChange([], roles, agencies)],
    })),
    Changed: changed.map(({ line, before, roles }) => ({
      Line: line,
      Name: before.FullName,
      Changes: [rolesChange(before.RolesWithinAgencies, roles, agencies)],
    })),
    Unchanged: unchanged,
    Rejected: rejected,
    IgnoredColumns: ignored,
  };
};

export const applyImport: Calls['applyImport'] = async ({ body }, context) => {
  const { invited, changed } = await planOf(body.Csv, { find: context.work, own: context.caller.person.Id });
  const added = invited.slice(0, PEOPLE_AT_ONCE);
  for (const { line, email, roles } of added)
    invite(context, { Email: email, SystemRole: 'User', RolesWithinAgencies: roles }, String(line));
  const now = changed.slice(0, PEOPLE_AT_ONCE - added.length);
  const edits = await Promise.all(
    now.map(async ({ before: { Id }, roles }) => {
      const before = await context.work.get(userKind, Id);
      return before ? [{ before, after: withRoles(before, roles) }] : [];
    }),
  );
  await changeUsers(context, 'user.agency-role', edits.flat());
  const done = added.length + now.length;
  return {
    Added: added.length,
    Changed: now.length,
    Remaining: invited.length + changed.length - done,
  };
};

async function everyone(find: Reader) {
  const [users, agencies, expected] = await Promise.all([
    listAll(find, select(userKind)),
    listAll(find, domains),
    listAll(find, select(expectedUserKind)),
  ]);
  return {
    users: users.filter(({ ServerAuthenticated }) => ServerAuthenticated === 1),
    agencies: agencies.filter(({ Archived }) => !Archived),
    expected,
  };
}

interface Row {
  line: number;
  email: string;
  /** Undefined leaves them unchanged. */
  roles: RolesOf | undefined;
}

interface Plan {
  agencies: readonly BusinessDomain[];
  invited: { line: number; email: string; roles: RolesOf }[];
  changed: { line: number; before: StoredUser; roles: RolesOf }[];
  unchanged: number;
  rejected: { Line: number; Name: string; Reason: string }[];
  ignored: string[];
}

/** A row is the person with its address, or an invitation. A file that is imported twice changes nothing more. */
async function planOf(csv: string, { find, own }: { find: Reader; own: string }): Promise<Plan> {
  const { users, agencies, expected } = await everyone(find);
  const plan: Omit<Plan, 'rejected' | 'ignored'> = { agencies, invited: [], changed: [], unchanged: 0 };
  const seen = new Map<string, number>();
  const { headers, rejected } = await takeRows({
    csv,
    needed: [EMAIL, ROLES].map((header) => header.toLowerCase()),
    naming: EMAIL.toLowerCase(),
    take: (cells, line) =>
      planRow(rowOf(cells.get(EMAIL.toLowerCase()) ?? '', cells.get(ROLES.toLowerCase()) ?? '', line)),
  });
  const read = [EMAIL, ROLES, 'Name'].map((header) => header.toLowerCase());
  return { ...plan, rejected, ignored: headers.filter((header) => !read.includes(header)) };

  function rowOf(email: string, roles: string, line: number): Row {
    const parsed = Email.toLowerCase().safeParse(email);
    if (!parsed.success) throw new RejectedRow(`${EMAIL}: enter an e-mail address`);
    return { line, email: parsed.data, roles: roles === '' ? undefined : readRoles(roles, agencies) };
  }

  function planRow({ line, email, roles }: Row): void {
    const earlier = seen.get(email);
    if (earlier !== undefined) throw new RejectedRow(`Line ${earlier} is about the same person`);
    const known = users.filter((user) => user.Email.toLowerCase() === email);
    const [before, another] = known.filter(({ Active }) => Active);
    if (another) throw new RejectedRow('More than one person has this address');
    if (before) planChange(before, { line, email, roles });
    else if (known.length > 0)
      throw new RejectedRow('This person was deactivated: activate them again first');
    else planInvitation({ line, email, roles });
    seen.set(email, line);
  }

  function planChange(before: StoredUser, { line, roles }: Row): void {
    if (roles === undefined || isSame(roles, before.RolesWithinAgencies)) plan.unchanged += 1;
    else if (before.Id === own) throw new RejectedRow('Another administrator changes your own roles');
    else plan.changed.push({ line, before, roles });
  }

  function planInvitation({ line, email, roles }: Row): void {
    const invitation = expected.find(({ Email: address }) => address === email);
    if (roles === undefined && !invitation) throw new RejectedRow(`${ROLES}: ${example}`);
    if (!invitation) plan.invited.push({ line, email, roles: roles ?? [] });
    else if (roles === undefined || isSame(roles, invitation.RolesWithinAgencies)) plan.unchanged += 1;
    else throw new RejectedRow('Already invited with other roles: cancel that invitation first');
  }
}

const example = 'write an agency and a role, such as Harbor Home Care: Intake';

function readRoles(cell: string, agencies: readonly BusinessDomain[]): RolesOf {
  const roles = cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, name = '', wanted = ''] = /^(.*):([^:]*)$/.exec(item) ?? [];
      const agency = agencies.find(({ Name }) => plainName(csvCell(Name)) === plainName(name));
      const role = AgencyRole.options.find((each) => each.toLowerCase() === wanted.trim().toLowerCase());
      if (name === '') throw new RejectedRow(`${ROLES}: ${example}`);
      if (!agency) throw new RejectedRow(`${ROLES}: no agency is called ${name.trim()}`);
      if (!role) throw new RejectedRow(`${ROLES}: the role is one of ${AgencyRole.options.join(', ')}`);
      return { BusinessDomainId: agency.Id, RoleWithinAgency: role };
    });
  if (new Set(roles.map(({ BusinessDomainId }) => BusinessDomainId)).size < roles.length)
    throw new RejectedRow(`${ROLES}: a person has one role in an agency`);
  return roles;
}

const rolesChange = (before: RolesOf, after: RolesOf, agencies: readonly BusinessDomain[]) => ({
  field: ROLES,
  old: rolesText(before, agencies),
  new: rolesText(after, agencies),
});

const rolesText = (roles: RolesOf, agencies: readonly BusinessDomain[]): string =>
  roles
    .map(({ BusinessDomainId, RoleWithinAgency }) => {
      const agency = agencies.find(({ Id }) => Id === BusinessDomainId);
      return `${agency?.Name ?? BusinessDomainId}: ${RoleWithinAgency}`;
    })
    .join(BETWEEN);

/** Roles are equal in any order. */
const isSame = (one: RolesOf, other: RolesOf): boolean =>
  one.length === other.length &&
  one.every(({ BusinessDomainId, RoleWithinAgency }) =>
    other.some(
      (role) => role.BusinessDomainId === BusinessDomainId && role.RoleWithinAgency === RoleWithinAgency,
    ),
  );
