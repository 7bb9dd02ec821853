import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import type { Output } from '@handoff/shared/contract/endpoint';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { FilterBar, FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { ExpectedPeople } from './expected-people.tsx';
import type { PeopleSearch } from './people-search.ts';
import { PeopleTable } from './people-table.tsx';
import { PersonPanel } from './person-panel.tsx';
import { usePeopleDrafts } from './use-people-drafts.ts';
import { WaitingPeople } from './waiting-people.tsx';
import styles from './people.module.css';

export type Users = Output<typeof usersApi.list>;
export type ListedUser = Users['UserInfo'][number];
export type Agency = Users['BusinessDomainInfo'][number];

/** Includes deactivated people, who can be activated again. */
const everyone = { query: { IncludeDeleted: 'true' as const } };

/** People who wait for access, and the roles and permissions of everyone else. */
export function PeoplePage() {
  const first = useRead(usersApi.list, everyone);
  const people = useList(usersApi.list, everyone, (answer) => answer.UserInfo);
  const agencies = first.data?.BusinessDomainInfo ?? [];
  const [isExpecting, setExpecting] = useState(false);
  return (
    <div className="page">
      <PageHeading title="Users and access">
        <div className="page-head-actions">
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setExpecting(true)}>
            Invite a person
          </Button>
        </div>
      </PageHeading>
      <WaitingPeople agencies={first.data?.BusinessDomainInfo} />
      <ExpectedPeople agencies={agencies} isAdding={isExpecting} onClose={() => setExpecting(false)} />
      <Reading of={people}>
        {(users) => (
          <>
            <Everyone users={users.filter(isLetIn)} agencies={agencies} />
            {people.hasMore && (
              <Button variant="default" loading={people.isLoadingMore} onClick={() => void people.loadMore()}>
                More people
              </Button>
            )}
          </>
        )}
      </Reading>
    </div>
  );
}

const isLetIn = ({ ServerAuthenticated }: ListedUser) => ServerAuthenticated === 1;
const shown = ['Active', 'Inactive', 'Everyone'] as const;
type Shown = (typeof shown)[number];

function Everyone({ users, agencies }: { users: readonly ListedUser[]; agencies: readonly Agency[] }) {
  const [text, setText] = useState('');
  const [which, setWhich] = useState<Shown>('Active');
  const { person: chosenId }: PeopleSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const drafts = usePeopleDrafts(users);
  const wanted = text.trim().toLowerCase();
  const rows = users.filter(
    ({ FullName, Email, Active }) =>
      (which === 'Everyone' || Active === (which === 'Active')) &&
      `${FullName} ${Email}`.toLowerCase().includes(wanted),
  );
  const chosen = users.find(({ Id }) => Id === chosenId);
  return (
    <div className={styles['split']}>
      <section aria-label="People and their roles">
        <FilterBar>
          <SegmentedControl
            aria-label="Show"
            value={which}
            onChange={setWhich}
            data={shown.map((each) => ({ value: each, label: `${each} ${countOf(users, each)}` }))}
          />
          <FilterText label="Search people" placeholder="Name or e-mail" value={text} onChange={setText} />
        </FilterBar>
        <PeopleTable
          {...{ rows, agencies, drafts, chosenId }}
          onChoose={(person) => void navigate({ to: '.', search: { person }, replace: true })}
        />
      </section>
      <LeaveGuard isUnsaved={() => drafts.changedPeople > 0} warning="You have unsaved role changes." />
      {chosen && <PersonPanel key={chosen.Id} {...{ user: chosen, users, agencies, drafts }} />}
    </div>
  );
}

const countOf = (users: readonly ListedUser[], which: Shown): number =>
  which === 'Everyone' ? users.length : users.filter(({ Active }) => Active === (which === 'Active')).length;
