import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleFilesApi } from '@handoff/shared/contract/people/people-files';
import { usersApi } from '@handoff/shared/contract/people/users';
import { openReferralsApi } from '@handoff/shared/contract/agency-figures';
import type { Output } from '@handoff/shared/contract/endpoint';
import { CsvTransfer } from '../../../ui/csv/csv-transfer.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { FilterBar, FilterChoice, FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useWholeList } from '../../../data/records/use-list.ts';
import { ExpectedPeople } from './expected-people.tsx';
import type { PeopleSearch } from './people-search.ts';
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

/** People who wait for access, and the roles and permissions of everyone else. */
export function PeoplePage() {
  const people = useWholeList(usersApi.list, everyone, (answer) => answer.UserInfo);
  const agencies = people.first?.BusinessDomainInfo ?? [];
  const open = useRead(openReferralsApi.openReferrals, {}).data?.OpenReferralsInfo;
  const [isExpecting, setExpecting] = useState(false);
  return (
    <div className="page">
      <PageHeading title="Users and access">
        <div className="page-head-actions">
          <CsvTransfer
            calls={peopleFilesApi}
            noun="people"
            edit="users.manage"
            columns="E-mail and Roles, such as “Harbor Home Care: Intake; Evergreen Hospice: Viewer”. Roles replace all that the person has; an empty cell leaves them. An address without access is invited."
          />
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={16} />}
            onClick={() => setExpecting(true)}
          >
            Invite a person
          </Button>
        </div>
      </PageHeading>
      <WaitingPeople agencies={people.first?.BusinessDomainInfo} />
      <ExpectedPeople
        users={people.data}
        {...{ agencies }}
        isAdding={isExpecting}
        onClose={() => setExpecting(false)}
      />
      <Reading of={people}>
        {(users) => <Everyone users={users.filter(isLetIn)} {...{ agencies, open }} />}
      </Reading>
    </div>
  );
}

const isLetIn = ({ ServerAuthenticated }: ListedUser) => ServerAuthenticated === 1;
const shown = ['Active', 'Inactive', 'Everyone'] as const;
type Shown = (typeof shown)[number];

interface EveryoneProps {
  users: readonly ListedUser[];
  agencies: readonly Agency[];
  open: OpenReferrals | undefined;
}

function Everyone({ users, agencies, open }: EveryoneProps) {
  const [text, setText] = useState('');
  const [which, setWhich] = useState<Shown>('Active');
  const [agency, setAgency] = useState('');
  const { person: chosenId }: PeopleSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const drafts = usePeopleDrafts(users);
  const wanted = text.trim().toLowerCase();
  const rows = users.filter(
    ({ FullName, Email, Active, RolesWithinAgencies }) =>
      (which === 'Everyone' || Active === (which === 'Active')) &&
      (agency === '' || RolesWithinAgencies.some(({ BusinessDomainId }) => BusinessDomainId === agency)) &&
      `${FullName} ${Email}`.toLowerCase().includes(wanted),
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
            value={which}
            onChange={setWhich}
            data={shown.map((each) => ({ value: each, label: `${each} ${countOf(users, each)}` }))}
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
        <PeopleTable {...{ rows, agencies, drafts, chosenId, selection, open }} agencyFirst={agency} />
        <RolesOfSelected
          key={agency}
          people={selected.filter(({ Active }) => Active)}
          {...{ agencies, agency }}
          onClear={clear}
        />
      </section>
      <LeaveGuard isUnsaved={() => drafts.changedPeople > 0} warning="You have unsaved role changes." />
      {chosen && (
        <PersonPanel
          key={chosen.Id}
          {...{ user: chosen, users, agencies, drafts, open }}
          onClose={() => void navigate({ to: '.', search: {}, replace: true })}
        />
      )}
    </div>
  );
}

const countOf = (users: readonly ListedUser[], which: Shown): number =>
  which === 'Everyone' ? users.length : users.filter(({ Active }) => Active === (which === 'Active')).length;
