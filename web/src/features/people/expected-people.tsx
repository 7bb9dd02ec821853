import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { useAction } from '../../lib/api/use-action.ts';
import { useRead } from '../../lib/api/use-read.ts';
import type { Agency } from './people-page.tsx';
import styles from './people.module.css';

interface ExpectedPeopleProps {
  agencies: readonly Agency[];
  isAdding: boolean;
  onClose: () => void;
}

/** Roles prepared by e-mail address: once the person has signed in, access is one click. The address grants nothing. */
export function ExpectedPeople({ agencies, isAdding, onClose }: ExpectedPeopleProps) {
  const { data } = useRead(api.users.expected, {});
  const remove = useAction(api.users.removeExpected);
  const nameOf = (id: string) => agencies.find(({ Id }) => Id === id)?.Name ?? 'another agency';
  const expected = data?.ExpectedUsersInfo ?? [];
  return (
    <>
      {expected.length > 0 && (
        <section className={styles['expected']} aria-label="Expected people">
          <h2>Expected</h2>
          <ul>
            {expected.map(({ Id, Email, RolesWithinAgencies }) => (
              <li key={Id}>
                {Email}
                <span className="soft small">
                  {RolesWithinAgencies.map(
                    (role) => `${role.RoleWithinAgency} in ${nameOf(role.BusinessDomainId)}`,
                  ).join(', ')}
                </span>
                <ActionIcon
                  aria-label={`Expect ${Email} no more`}
                  onClick={() => void remove.run({ body: { Id } })}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isAdding && <ExpectPerson agencies={agencies} onClose={onClose} />}
    </>
  );
}

function ExpectPerson({ agencies, onClose }: Omit<ExpectedPeopleProps, 'isAdding'>) {
  const [Email, setEmail] = useState('');
  const [agency, setAgency] = useState(agencies[0]?.Id ?? '');
  const [role, setRole] = useState<AgencyRole>('Intake');
  const [error, setError] = useState<string | undefined>();
  const action = useAction(api.users.addExpected, {
    onSuccess: onClose,
    handles: ({ fields }) => {
      setError(fields['Email']);
      return fields['Email'] !== undefined;
    },
  });
  const roles = agency === '' ? [] : [{ BusinessDomainId: agency, RoleWithinAgency: role }];
  return (
    <Modal opened onClose={onClose} title="Expect a person">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void action.run({ body: { Email: Email.trim(), SystemRole: 'User', RolesWithinAgencies: roles } });
        }}
      >
        <Stack gap="sm">
          <p className="soft">
            Handoff sends no e-mail. When somebody with this address signs in, they wait above with these
            roles, and you confirm with one click.
          </p>
          <TextInput
            label="E-mail address"
            type="email"
            data-autofocus
            withAsterisk
            value={Email}
            error={error}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <NativeSelect
            label="Agency"
            value={agency}
            data={agencies.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            onChange={({ currentTarget }) => setAgency(currentTarget.value)}
          />
          <NativeSelect
            label="Role"
            value={role}
            data={AgencyRole.exclude(['Integration']).options}
            onChange={({ currentTarget }) => setRole(AgencyRole.parse(currentTarget.value))}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={action.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
