import { Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { formatDateTime } from '../../../text/format.ts';
import type { Agency, ListedUser } from './people-page.tsx';
import { type PeopleDrafts, roleIn } from './use-people-drafts.ts';
import { DomainMark } from '../../../ui/status-mark.tsx';
import styles from './people.module.css';

interface PeopleTableProps {
  rows: readonly ListedUser[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** The roles of everyone by agency. Changes are previewed and saved beside the table. */
export function PeopleTable(props: PeopleTableProps) {
  const { rows, chosenId } = props;
  const administrators = rows.filter(({ SystemRole, Active }) => Active && SystemRole === 'Administrator');
  const last = administrators.length === 1 ? administrators[0] : undefined;
  return (
    <>
      <DataTable
        label="People and their roles"
        rows={rows}
        columns={columnsOf(props, last)}
        link={({ Id }) => ({ to: '.', search: { person: Id } })}
        current={chosenId}
      />
      {last && (
        <p className="soft small">
          {last.FullName} is the only administrator. Add another before removing this role.
        </p>
      )}
    </>
  );
}

function columnsOf(props: PeopleTableProps, last: ListedUser | undefined): Column<ListedUser>[] {
  return [
    {
      title: 'Person',
      cell: ({ FullName, Active }) => (
        <>
          {FullName}
          {!Active && <span className={styles['pill']}>inactive</span>}
        </>
      ),
    },
    { title: 'E-mail', cell: ({ Email }) => <span className="small">{Email}</span> },
    {
      title: 'Last sign-in',
      cell: ({ LastSignInAt }) => (LastSignInAt ? formatDateTime(LastSignInAt) : 'never'),
      width: 160,
      phone: 'labeled',
    },
    ...props.agencies.map((agency) => roleColumn(agency, props)),
    {
      title: 'Administrator',
      cell: (user) => <AdministratorBox user={user} isLast={user === last} {...props} />,
      width: 110,
      phone: 'labeled',
    },
  ];
}

type Choosing = Pick<PeopleTableProps, 'drafts' | 'onChoose'>;

const roleColumn = (agency: Agency, { drafts, onChoose }: Choosing): Column<ListedUser> => ({
  title: agency.Name,
  head: (
    <>
      <DomainMark color={agency.Color} /> {agency.Name}
    </>
  ),
  cell: (user) => (
    <NativeSelect
      aria-label={`Role of ${user.FullName} in ${agency.Name}`}
      size="xs"
      disabled={!user.Active}
      value={roleIn(drafts.draftOf(user), agency.Id) ?? ''}
      data={[{ value: '', label: 'No role' }, ...AgencyRole.options]}
      onChange={({ currentTarget }) => {
        onChoose(user.Id);
        drafts.setAgencyRole(user, agency.Id, AgencyRole.safeParse(currentTarget.value).data ?? null);
      }}
    />
  ),
  phone: 'labeled',
});

function AdministratorBox({
  user,
  isLast,
  drafts,
  onChoose,
}: Choosing & { user: ListedUser; isLast: boolean }) {
  return (
    <Checkbox
      aria-label={`${user.FullName} is an administrator`}
      disabled={!user.Active || isLast}
      checked={drafts.draftOf(user).SystemRole === 'Administrator'}
      onChange={({ currentTarget }) => {
        onChoose(user.Id);
        drafts.setSystemRole(user, currentTarget.checked ? 'Administrator' : 'User');
      }}
    />
  );
}
