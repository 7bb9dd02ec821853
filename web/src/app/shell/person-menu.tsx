import { Menu, UnstyledButton } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useAction } from '../../data/send/outbox.ts';
import { useCurrentPerson } from '../../data/current-person.ts';
import { usePageKeysSetting } from '../../ui/page-keys.ts';
import styles from './person-menu.module.css';

const SessionsDialog = lazy(async () => ({
  default: (await import('./sessions-dialog.tsx')).SessionsDialog,
}));

export function PersonMenu() {
  const { name, email, domain, security, signOut } = useCurrentPerson();
  const everywhere = useAction(usersApi.signOut, { onSuccess: signOut });
  const [hasKeys, setKeys] = usePageKeysSetting();
  const [showsSessions, setShowsSessions] = useState(false);
  const roles = [
    domain?.RoleWithinAgency,
    security.SystemRole === 'Administrator' ? 'Administrator' : undefined,
  ];
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton className={styles['button']} aria-label={`${name}, account`}>
            <IconUser size={16} aria-hidden="true" />
            <span className={styles['buttonName']}>{name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <b className={styles['name']}>{name}</b>
            <br />
            {email}
            <br />
            {roles.filter((role) => role !== undefined).join(', ')}
          </Menu.Label>
          <Menu.Divider />
          <Menu.CheckboxItem checked={hasKeys} onChange={setKeys}>
            Keyboard shortcuts
          </Menu.CheckboxItem>
          <Menu.Item onClick={() => setShowsSessions(true)}>Where you are signed in</Menu.Item>
          <Menu.Item onClick={signOut}>Sign out</Menu.Item>
          <Menu.Item onClick={() => void everywhere.run({ body: {} })}>Sign out on all devices</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{showsSessions && <SessionsDialog onClose={() => setShowsSessions(false)} />}</Suspense>
    </>
  );
}
