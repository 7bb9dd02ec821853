import { UnstyledButton } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useAction } from '../../data/send/outbox.ts';
import { useCurrentPerson } from '../../data/current-person.ts';
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../../ui/menu.tsx';
import { usePageKeysSetting } from '../../ui/page-keys.ts';
import styles from './shell.module.css';

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
      <Menu
        width={196}
        renderButton={(opener) => (
          <UnstyledButton
            {...opener}
            className={`${styles['opener']} ${styles['pressed']}`}
            aria-label={`${name}, account`}
          >
            <IconUser size={16} aria-hidden="true" />
            <span className={styles['buttonName']}>{name}</span>
          </UnstyledButton>
        )}
      >
        <MenuLabel>
          <b style={{ color: 'var(--text)' }}>{name}</b>
          <br />
          {email}
          <br />
          {roles.filter((role) => role !== undefined).join(', ')}
        </MenuLabel>
        <MenuDivider />
        <MenuChoice kind="checkbox" isChecked={hasKeys} onClick={() => setKeys(!hasKeys)}>
          Keyboard shortcuts
        </MenuChoice>
        <MenuItem onClick={() => setShowsSessions(true)}>Where you are signed in</MenuItem>
        <MenuItem onClick={signOut}>Sign out</MenuItem>
        <MenuItem onClick={() => void everywhere.run({ body: {} })}>Sign out on all devices</MenuItem>
      </Menu>
      <Suspense>{showsSessions && <SessionsDialog onClose={() => setShowsSessions(false)} />}</Suspense>
    </>
  );
}
