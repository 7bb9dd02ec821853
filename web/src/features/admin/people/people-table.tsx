import { type Column, DataTable, type RowSelection } from '../../../ui/table/data-table.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { DomainMark } from '../../../ui/status-mark.tsx';
import { useNow } from '../../../data/use-now.ts';
import { formatAge, formatCount } from '../../../text/format.ts';
import type { Agency, ListedUser, OpenReferrals } from './people-page.tsx';
import type { PeopleDrafts } from './use-people-drafts.ts';
import styles from './people.module.css';

interface PeopleTableProps {
  rows: readonly ListedUser[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  /** The person whose permissions are shown beside the table. */
  chosenId: string | undefined;
  open: OpenReferrals | undefined;
  /** The agency that the list is filtered by: its role is the first of each row. */
  agencyFirst: string;
  selection: RowSelection;
}

/** Everyone with their roles, which are changed beside the table. */
export function PeopleTable(props: PeopleTableProps) {
  const now = useNow();
  return (
    <DataTable
      label="People and their roles"
      rows={props.rows}
      columns={columnsOf(props, now)}
      link={({ Id }) => ({ to: '.', search: (former: object) => ({ ...former, person: Id }) })}
      current={props.chosenId}
      selection={props.selection}
    />
  );
}

const columnsOf = (
  { drafts, agencies, agencyFirst, open }: PeopleTableProps,
  now: number,
): Column<ListedUser>[] => [
  {
    title: 'Person',
    cell: (user) => (
      <span className={styles['chips']}>
        <span aria-hidden="true">
          <Avatar person={user} />
        </span>
        {user.FullName}
        {!user.Active && <span className="pill">inactive</span>}
        {drafts.isChanged(user) && <span className="pill">unsaved</span>}
      </span>
    ),
  },
  { title: 'E-mail', cell: ({ Email }) => <span className="small">{Email}</span>, isWide: true },
  {
    title: 'Last seen',
    cell: ({ LastSignInAt }) => (LastSignInAt ? formatAge(LastSignInAt, now) : 'never'),
    width: 96,
    phone: 'labeled',
  },
  {
    title: 'Open referrals',
    cell: ({ Id }) => openText(open, Id, agencyFirst),
    width: 112,
    align: 'end',
    phone: 'labeled',
  },
  {
    title: 'Roles',
    cell: (user) => <RoleChips of={drafts.draftOf(user)} {...{ agencies, agencyFirst }} />,
    phone: 'labeled',
  },
];

/** In the agency that the list is filtered by, or in all of them. */
function openText(open: OpenReferrals | undefined, user: string, agency: string): string {
  const own = open?.filter(
    ({ UserId, BusinessDomainId }) => UserId === user && (agency === '' || BusinessDomainId === agency),
  );
  return own ? formatCount(own.reduce((sum, { OpenReferrals: count }) => sum + count, 0)) : '';
}

/** More would make one row taller than a screen of others. */
const CHIPS = 3;

interface RoleChipsProps extends Pick<PeopleTableProps, 'agencies' | 'agencyFirst'> {
  of: Pick<ListedUser, 'SystemRole' | 'RolesWithinAgencies'>;
}

export function RoleChips({ of, agencies, agencyFirst }: RoleChipsProps) {
  const roles = of.RolesWithinAgencies.flatMap(({ BusinessDomainId, RoleWithinAgency }) => {
    const agency = agencies.find(({ Id }) => Id === BusinessDomainId);
    return agency ? [{ agency, role: RoleWithinAgency }] : [];
  }).toSorted((a, b) => Number(b.agency.Id === agencyFirst) - Number(a.agency.Id === agencyFirst));
  const hidden = roles.length - CHIPS;
  return (
    <span className={styles['chips']}>
      {of.SystemRole === 'Administrator' && <span className="pill">Administrator</span>}
      {roles.slice(0, CHIPS).map(({ agency, role }) => (
        <span key={agency.Id} className="pill">
          <DomainMark color={agency.Color} /> {agency.Name} · {role}
        </span>
      ))}
      {hidden > 0 && <span className="soft small">and {hidden} more</span>}
      {roles.length === 0 && of.SystemRole !== 'Administrator' && <span className="soft small">No role</span>}
    </span>
  );
}
