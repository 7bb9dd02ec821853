import { ActionIcon, Button, Group, NativeSelect, Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import {
  effectiveRights,
  type Permission,
  permissions,
  type Right,
} from '@handoff/shared/domain/access/role';
import { IconCircleCheck, IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { plural } from '../../../text/format.ts';
import { SessionList } from '../../../ui/session-list.tsx';
import { useAction } from '../../../data/send/outbox.ts';
import { showSuccess } from '../../../data/toasts.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import type { Agency, ListedUser, OpenReferrals } from './people-page.tsx';
import { rightGroups, rightWords, rolesWith } from '../../../text/labels/permission-labels.ts';
import { RoleFields } from './role-fields.tsx';
import { type PeopleDrafts, type RoleDraft, roleIn } from './use-people-drafts.ts';
import styles from './people.module.css';

interface PersonPanelProps {
  user: ListedUser;
  users: readonly ListedUser[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  open: OpenReferrals | undefined;
  onClose: () => void;
}

/** A person's roles, and the permissions that each brings, including unsaved changes. */
export function PersonPanel({ user, users, agencies, drafts, open, onClose }: PersonPanelProps) {
  const draft = drafts.draftOf(user);
  const [wanted, setWanted] = useState<string | undefined>();
  const own = agencies.filter(
    ({ Id }) => Id === wanted || roleIn(user, Id) !== null || roleIn(draft, Id) !== null,
  );
  const agency = own.find(({ Id }) => Id === wanted) ?? own[0];
  const changes = drafts.changes(user);
  return (
    <Stack
      component="section"
      gap={0}
      className={`card ${styles['panel']}`}
      aria-label={`What ${user.FullName} may do`}
    >
      <Group component="header" gap="sm" wrap="nowrap" className={styles['head'] ?? ''}>
        <span aria-hidden="true">
          <Avatar person={user} />
        </span>
        <div className={styles['whose']}>
          <h2>{user.FullName}</h2>
          <p className="soft small">{user.Email}</p>
        </div>
        <ActionIcon size="lg" aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <Stack component="section" className={styles['body'] ?? ''} tabIndex={0} aria-label="Roles and rights">
        <RoleFields
          {...{ user, users, own, agencies, drafts, open }}
          isLastAdministrator={isLastAdministrator(user, users)}
          onAgency={setWanted}
        />
        {own.length > 1 && (
          <NativeSelect
            label="Rights in"
            value={agency?.Id ?? ''}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            data={own.map(({ Id, Name }) => ({ value: Id, label: Name }))}
          />
        )}
        <Preview before={user} after={draft} agency={agency} />
        <Rights before={rightsIn(user, agency)} after={rightsIn(draft, agency)} />
        {user.Active && (
          <section aria-label={`Sessions of ${user.FullName}`}>
            <h3 className="label soft small">Signed in</h3>
            <SessionList userId={user.Id} />
          </section>
        )}
      </Stack>
      {changes > 0 ? (
        <SaveRoles {...{ user, draft, drafts, changes }} />
      ) : (
        <Access user={user} users={users} agencies={agencies} />
      )}
    </Stack>
  );
}

const isLastAdministrator = (user: ListedUser, users: readonly ListedUser[]): boolean =>
  user.SystemRole === 'Administrator' &&
  users.filter(({ SystemRole, Active }) => Active && SystemRole === 'Administrator').length === 1;

const rightsIn = (roles: RoleDraft, agency: Agency | undefined): Right[] =>
  effectiveRights({
    SystemRole: roles.SystemRole,
    RoleWithinAgency: (agency && roleIn(roles, agency.Id)) ?? undefined,
  });

interface PreviewProps {
  before: RoleDraft;
  after: RoleDraft;
  agency: Agency | undefined;
}

function Preview({ before, after, agency }: PreviewProps) {
  const [had, has] = [rightsIn(before, agency), rightsIn(after, agency)];
  const added = has.filter((right) => !had.some(({ Permission }) => Permission === right.Permission)).length;
  const lost = had.filter((right) => !has.some(({ Permission }) => Permission === right.Permission)).length;
  const where = agency ? `in ${agency.Name}` : 'without an agency';
  const texts = [
    added > 0 ? `${added} more ${added === 1 ? 'right' : 'rights'}` : '',
    lost > 0 ? `${lost} fewer` : '',
  ].filter((text) => text !== '');
  return (
    <output className={`message ${styles['preview']}`} data-changed={texts.length > 0}>
      {texts.length > 0
        ? `After saving: ${texts.join(', ')} ${where}`
        : `${has.length} of ${Object.keys(rightWords).length} rights ${where}.`}
    </output>
  );
}

export function Rights({ before, after }: { before: readonly Right[]; after: readonly Right[] }) {
  return rightGroups.map((group) => (
    <div key={group}>
      <h3 className="label soft small">{group}</h3>
      <ul className={styles['rights']}>
        {permissions
          .filter((permission) => rightWords[permission].group === group)
          .map((permission) => {
            const state = stateOf(permission, before, after);
            return (
              <li key={permission} data-state={state}>
                <Mark state={state} />
                <span>{rightWords[permission].text}</span>
                {state === 'missing' && <span className="soft small">needs {rolesWith(permission)}</span>}
              </li>
            );
          })}
      </ul>
    </div>
  ));
}

type State = 'kept' | 'added' | 'lost' | 'missing';

function stateOf(permission: Permission, before: readonly Right[], after: readonly Right[]): State {
  const [had, has] = [before, after].map((rights) =>
    rights.some(({ Permission: each }) => each === permission),
  );
  if (has) return had ? 'kept' : 'added';
  return had ? 'lost' : 'missing';
}

const marks = {
  added: { icon: IconPlus, text: 'New:' },
  lost: { icon: IconMinus, text: 'Taken away:' },
  kept: { icon: IconCircleCheck, text: 'Yes:' },
  missing: { icon: IconMinus, text: 'No:' },
} as const;

function Mark({ state }: { state: State }) {
  const { icon: Icon, text } = marks[state];
  return (
    <span>
      <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}

interface SaveRolesProps {
  user: ListedUser;
  draft: RoleDraft;
  drafts: PeopleDrafts;
  changes: number;
}

function SaveRoles({ user, draft, drafts, changes }: SaveRolesProps) {
  const { Id, Etag } = user;
  const { SystemRole, RolesWithinAgencies } = draft;
  const action = useAction(usersApi.update, { onSuccess: () => drafts.undo(Id) });
  return (
    <Group component="footer" gap="sm" justify="flex-end" className={styles['foot'] ?? ''}>
      <span className="soft small">{plural(changes, 'change')}</span>
      <Button onClick={() => drafts.undo(Id)}>Undo</Button>
      <Button
        variant="filled"
        loading={action.isPending}
        onClick={() => void action.run({ body: { Id, Etag, SystemRole, RolesWithinAgencies } })}
      >
        Save
      </Button>
    </Group>
  );
}

function Access({ user, users, agencies }: Pick<PersonPanelProps, 'user' | 'users' | 'agencies'>) {
  const [isLeaving, setLeaving] = useState(false);
  const { Id, Etag, Active } = user;
  const back = useAction(usersApi.update);
  const [isSigningOut, setSigningOut] = useState(false);
  const signOut = useAction(usersApi.signOut, {
    onSuccess() {
      setSigningOut(false);
      showSuccess(`${user.FullName} was signed out on all devices`);
    },
  });
  return (
    <Group component="footer" gap="sm" justify="flex-end" className={styles['foot'] ?? ''}>
      {Active ? (
        <>
          <Button onClick={() => setSigningOut(true)}>Sign out everywhere…</Button>
          <Button onClick={() => setLeaving(true)}>Delete access…</Button>
        </>
      ) : (
        <Button
          variant="filled"
          loading={back.isPending}
          onClick={() => void back.run({ body: { Id, Etag, Active: true } })}
        >
          Activate again
        </Button>
      )}
      {isSigningOut && (
        <ConfirmDialog
          title={`Sign ${user.FullName} out on all devices?`}
          confirm="Sign out on all devices"
          isPending={signOut.isPending}
          onConfirm={() => void signOut.run({ body: { Id } })}
          onClose={() => setSigningOut(false)}
        >
          <p>
            Their open pages close within seconds, and text that they have not saved is lost. They can sign in
            again.
          </p>
        </ConfirmDialog>
      )}
      {isLeaving && <DeactivateDialog {...{ user, users, agencies }} onClose={() => setLeaving(false)} />}
    </Group>
  );
}
