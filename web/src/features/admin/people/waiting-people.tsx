import { Button, Group, NativeSelect } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import type { Output } from '@handoff/shared/contract/endpoint';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { formatDateTime } from '../../../text/format.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import type { Agency } from './people-page.tsx';
import styles from './people.module.css';

type Waiting = Output<typeof usersApi.waiting>['WaitingUsersInfo'][number];

/** People who have signed in and wait for access: choose an agency and a role, then give access with one click. */
export function WaitingPeople({ agencies }: { agencies: readonly Agency[] | undefined }) {
  const { data } = useRead(usersApi.waiting, {});
  if (!data || !agencies) return null;
  if (data.WaitingCount === 0)
    return (
      <p className="soft">
        No one is waiting for access. Ask new people to sign in once at {location.origin} with their work
        account; they then appear here.
      </p>
    );
  return (
    <section className={`card ${styles['waiting']}`} aria-label="People waiting for access">
      <Group component="header" gap="sm">
        <h2>
          <IconUserQuestion size={16} aria-hidden="true" />{' '}
          {data.WaitingCount === 1 ? '1 person is waiting' : `${data.WaitingCount} people are waiting`} for
          access
        </h2>
        <span className="soft">They have signed in and are waiting for you</span>
      </Group>
      <ul className="rows">
        {data.WaitingUsersInfo.map((person) => (
          <WaitingPerson key={person.Id} person={person} agencies={agencies} />
        ))}
      </ul>
    </section>
  );
}

function WaitingPerson({ person, agencies }: { person: Waiting; agencies: readonly Agency[] }) {
  const { LocalAccountId, FullName, Email, Expected } = person;
  const [prepared, ...others] = Expected?.RolesWithinAgencies ?? [];
  const only = agencies.length === 1 ? agencies[0]?.Id : undefined;
  const [agencyId, setAgency] = useState(prepared?.BusinessDomainId ?? only ?? '');
  const [role, setRole] = useState(prepared?.RoleWithinAgency);
  const give = useAction(usersApi.create);
  const refuse = useAction(usersApi.remove);

  function giveAccess(RoleWithinAgency: AgencyRole) {
    const RolesWithinAgencies = [{ BusinessDomainId: agencyId, RoleWithinAgency }, ...others];
    const SystemRole = Expected?.SystemRole ?? 'User';
    void give.run({ body: { LocalAccountId, FullName, Email, SystemRole, RolesWithinAgencies } });
  }

  return (
    <Group component="li">
      <div className={styles['who']}>
        <b>{FullName}</b> <span className="soft">{Email}</span>
        <br />
        <span className="soft small">{waitingText(person)}</span>
      </div>
      <NativeSelect
        aria-label={`Agency for ${FullName}`}
        value={agencyId}
        data={[
          { value: '', label: 'Choose an agency' },
          ...agencies.map(({ Id, Name }) => ({ value: Id, label: Name })),
        ]}
        onChange={({ currentTarget }) => setAgency(currentTarget.value)}
      />
      <NativeSelect
        aria-label={`Role for ${FullName}`}
        value={role ?? ''}
        data={[{ value: '', label: 'Choose a role' }, ...AgencyRole.options]}
        onChange={({ currentTarget }) => setRole(AgencyRole.safeParse(currentTarget.value).data)}
      />
      <Button
        variant="filled"
        loading={give.isPending}
        disabled={agencyId === '' || role === undefined}
        onClick={() => role && giveAccess(role)}
      >
        Give access
      </Button>
      <Button
        variant="subtle"
        color="gray"
        loading={refuse.isPending}
        aria-label={`Refuse ${FullName}`}
        onClick={() => void refuse.run({ body: { Id: person.Id } })}
      >
        Refuse
      </Button>
    </Group>
  );
}

const waitingText = ({ WaitingSince, Expected }: Waiting): string =>
  [
    WaitingSince ? `since ${formatDateTime(WaitingSince)}` : '',
    Expected ? `invited by ${Expected.CreatedBy.FullName}` : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
