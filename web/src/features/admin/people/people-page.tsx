import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleFilesApi } from '@handoff/shared/contract/people/people-files';
import { usersApi } from '@handoff/shared/contract/people/users';
import type { ExpectedUser } from '@handoff/shared/domain/access/user';
import { openReferralsApi } from '@handoff/shared/contract/agency-figures';
import type { Output } from '@handoff/shared/contract/endpoint';
import { csvCell } from '@handoff/shared/domain/records/csv';
import { CsvTransfer } from '../../../ui/csv/csv-transfer.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { FilterBar, FilterChoice, FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useWholeList } from '../../../data/records/use-list.ts';
import { formatCount } from '../../../text/format.ts';
import { InvitePerson } from './invite-person.tsx';
import { InvitedPeople } from './invited-people.tsx';
import { type PeopleSearch, shownPeople, type ShownPeople } from './people-search.ts';
import { PeopleTable } from './people-table.tsx';
import { PersonPanel } from './person-panel.tsx';
import { RolesOfSelected } from './roles-of-selected.tsx';
import { usePeopleDrafts } from './use-people-drafts.ts';
import { WaitingPeople } from './waiting-people.tsx';
import styles from './people.module.css';

export type Users = Output<typeof usersApi.list>;
export type ListedUser = Users['UserInfo'][number];
export type Agency = Users['BusinessDomainInfo'][number];
/** The work of each person in each agency, read once for the page. */
export type OpenReferrals = Output<typeof openReferralsApi.openReferrals>['OpenReferralsInfo'];

/** Includes deactivated people, who can be activated again. */
const everyone = { query: { IncludeDeleted: 'true' as const } };

/** People who wait for access, people who are invited, and the roles and permissions of everyone else. */
export function PeoplePage() {
  const people = useWholeList(usersApi.list, everyone, (answer) => answer.UserInfo);
  const invited = useRead(usersApi.expected, {}).data?.ExpectedUsersInfo;
  const agencies = people.first?.BusinessDomainInfo ?? [];
  const open = useRead(openReferralsApi.openReferrals, {}).data?.OpenReferralsInfo;
  const [isInviting, setInviting] = useState(false);
  const navigate = useNavigate();
  return (
    <div className="page">
      <PageHeading title="Users and access">
        <div className="page-head-actions">
          <CsvTransfer
            calls={peopleFilesApi}
            noun="people"
            edit="users.manage"
            columns="E-mail and Roles, such as “Harbor Home Care: Intake; Evergreen Hospice: Viewer”. Roles replace all that the person has; an empty cell leaves them. An address without access is invited."
            template={templateOf(agencies)}
          />
          <Button variant="filled" leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        </div>
      </PageHeading>
      <WaitingPeople agencies={people.first?.BusinessDomainInfo} />
      {isInviting && (
        <InvitePerson
          users={people.data}
          {...{ agencies }}
          onInvited={() => {
            setInviting(false);
            void navigate({ to: '.', search: { show: 'Invited' }, replace: true, ignoreBlocker: true });
          }}
          onClose={() => setInviting(false)}
        />
      )}
      <Reading of={people}>
        {(users) => <Everyone users={users.filter(isLetIn)} {...{ invited, agencies, open }} />}
      </Reading>
    </div>
  );
}

const MOST_EXAMPLES = 5;

/** One row for each agency without an address, so that a row that no one fills in is rejected. */
const templateOf = (agencies: readonly Agency[]) =>
  [
    'E-mail,Roles',
    ...agencies.slice(0, MOST_EXAMPLES).map(({ Name }) => `,"${csvCell(Name)}: Intake"`),
    '',
  ].join('\r\n');

const isLetIn = ({ ServerAuthenticated }: ListedUser) => ServerAuthenticated === 1;

interface EveryoneProps {
  users: readonly ListedUser[];
  /** Undefined while loading. */
  invited: readonly ExpectedUser[] | undefined;
  agencies: readonly Agency[];
  open: OpenReferrals | undefined;
}

function Everyone({ users, invited, agencies, open }: EveryoneProps) {
  const [text, setText] = useState('');
  const [agency, setAgency] = useState('');
  const { person: chosenId, show = 'Active' }: PeopleSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const drafts = usePeopleDrafts(users);
  const wanted = text.trim().toLowerCase();
  const isWanted = (name: string, roles: ListedUser['RolesWithinAgencies']) =>
    (agency === '' || roles.some(({ BusinessDomainId }) => BusinessDomainId === agency)) &&
    name.toLowerCase().includes(wanted);
  const rows = users.filter(
    ({ FullName, Email, Active, RolesWithinAgencies }) =>
      (show === 'Everyone' || Active === (show === 'Active')) &&
      isWanted(`${FullName} ${Email}`, RolesWithinAgencies),
  );
  const { selected, selection, clear } = useRowSelection(rows);
  usePageKeys({ clear: () => clear() });
  const chosen = users.find(({ Id }) => Id === chosenId);
  return (
    <div className="split">
      <section aria-label="People and their roles">
        <FilterBar>
          <SegmentedControl
            className={styles['which'] ?? ''}
            aria-label="Show"
            value={show}
            onChange={(each) =>
              void navigate({ to: '.', search: { person: chosenId, show: each }, replace: true })
            }
            data={shownPeople.map((each) => ({
              value: each,
              label: `${each} ${countOf(each, { users, invited })}`,
            }))}
          />
          {agencies.length > 1 && (
            <FilterChoice
              label="Agency"
              isLabelHidden
              any="All agencies"
              value={agency}
              options={agencies.map(({ Id, Name }) => ({ value: Id, label: Name }))}
              onChange={setAgency}
            />
          )}
          <FilterText label="Search people" placeholder="Name or e-mail" value={text} onChange={setText} />
        </FilterBar>
        {show === 'Invited' ? (
          invited && (
            <InvitedPeople
              rows={invited.filter(({ Email, RolesWithinAgencies }) => isWanted(Email, RolesWithinAgencies))}
              agencies={agencies}
              agencyFirst={agency}
            />
          )
        ) : (
          <>
            <PeopleTable {...{ rows, agencies, drafts, chosenId, selection, open }} agencyFirst={agency} />
            <RolesOfSelected
              key={agency}
              people={selected.filter(({ Active }) => Active)}
              {...{ agencies, agency }}
              onClear={clear}
            />
          </>
        )}
      </section>
      <LeaveGuard isUnsaved={() => drafts.changedPeople > 0} warning="You have unsaved role changes." />
      {chosen && (
        <PersonPanel
          key={chosen.Id}
          {...{ user: chosen, users, agencies, drafts, open }}
          onClose={() => void navigate({ to: '.', search: { show }, replace: true })}
        />
      )}
    </div>
  );
}

function countOf(show: ShownPeople, { users, invited }: Pick<EveryoneProps, 'users' | 'invited'>): string {
  if (show === 'Invited') return invited ? formatCount(invited.length) : '';
  const shown = users.filter(({ Active }) => show === 'Everyone' || Active === (show === 'Active'));
  return formatCount(shown.length);
}
