import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { effectiveRights, type Right } from '@handoff/shared/domain/access/role';
import { IconCircleCheck, IconMinus, IconPlus } from '@tabler/icons-react';
import { SessionList } from '../../../ui/session-list.tsx';
import { useAction } from '../../../data/send/use-action.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import type { Agency, ListedUser } from './people-page.tsx';
import { rightGroups, rightWords } from '../../../text/labels/permission-labels.ts';
import { type PeopleDrafts, type RoleDraft, roleIn } from './use-people-drafts.ts';
import styles from './people.module.css';

interface PersonPanelProps {
  user: ListedUser;
  users: readonly ListedUser[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
}

/** A person's permissions and the role that each comes from, including unsaved changes. */
export function PersonPanel({ user, users, agencies, drafts }: PersonPanelProps) {
  const draft = drafts.draftOf(user);
  const own = agencies.filter(({ Id }) => roleIn(user, Id) !== null || roleIn(draft, Id) !== null);
  const [wanted, setWanted] = useState<string | undefined>();
  const agency = own.find(({ Id }) => Id === wanted) ?? own[0];
  const changes = drafts.changes(user);
  return (
    <section className={styles['panel']} aria-label={`What ${user.FullName} may do`}>
      <header>
        <h2 className={styles['title']}>{user.FullName}</h2>
        <p className="soft small">{user.Email}</p>
      </header>
      {own.length > 1 && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Agency"
          value={agency?.Id ?? ''}
          onChange={setWanted}
          data={own.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        />
      )}
      <Preview before={user} after={draft} agency={agency} />
      <Rights before={rightsIn(user, agency)} after={rightsIn(draft, agency)} />
      {changes > 0 && <SaveRoles {...{ user, draft, drafts, changes }} />}
      {user.Active && (
        <section aria-label={`Sessions of ${user.FullName}`}>
          <h3 className={styles['group']}>Signed in</h3>
          <SessionList userId={user.Id} />
        </section>
      )}
      {changes === 0 && <Access user={user} users={users} agencies={agencies} />}
    </section>
  );
}

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
    <output className={styles['preview']} data-changed={texts.length > 0 || undefined}>
      {texts.length > 0
        ? `After saving: ${texts.join(', ')} ${where}`
        : `${has.length} of ${Object.keys(rightWords).length} rights ${where}.`}
    </output>
  );
}

export function Rights({ before, after }: { before: readonly Right[]; after: readonly Right[] }) {
  return rightGroups.map((group) => {
    const lines = [...after, ...before.filter((right) => !isIn(after, right))].filter(
      ({ Permission }) => rightWords[Permission].group === group,
    );
    if (lines.length === 0) return null;
    return (
      <div key={group}>
        <h3 className={styles['group']}>{group}</h3>
        <ul className={styles['rights']}>
          {lines.map((right) => (
            <li key={right.Permission} data-state={stateOf(right, before, after)}>
              <Mark state={stateOf(right, before, after)} />
              <span>{rightWords[right.Permission].text}</span>
              <span className="soft small">from {right.GrantedBy}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

type State = 'kept' | 'added' | 'lost';
const isIn = (rights: readonly Right[], { Permission }: Right) =>
  rights.some((right) => right.Permission === Permission);
function stateOf(right: Right, before: readonly Right[], after: readonly Right[]): State {
  if (!isIn(after, right)) return 'lost';
  return isIn(before, right) ? 'kept' : 'added';
}

const marks = {
  added: { icon: IconPlus, text: 'New:' },
  lost: { icon: IconMinus, text: 'Taken away:' },
  kept: { icon: IconCircleCheck, text: 'Yes:' },
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
    <footer className={styles['foot']}>
      <span className="soft small">
        {changes} unsaved {changes === 1 ? 'change' : 'changes'}. Their open referrals stay assigned.
      </span>
      <Button variant="default" onClick={() => drafts.undo(Id)}>
        Undo
      </Button>
      <Button
        loading={action.isPending}
        onClick={() => void action.run({ body: { Id, Etag, SystemRole, RolesWithinAgencies } })}
      >
        Save
      </Button>
    </footer>
  );
}

function Access({ user, users, agencies }: Pick<PersonPanelProps, 'user' | 'users' | 'agencies'>) {
  const [isLeaving, setLeaving] = useState(false);
  const { Id, Etag, Active } = user;
  const back = useAction(usersApi.update);
  const signOut = useAction(usersApi.signOut);
  return (
    <footer className={styles['foot']}>
      {Active ? (
        <>
          <Button
            variant="default"
            loading={signOut.isPending}
            onClick={() => void signOut.run({ body: { Id } })}
          >
            Sign out on all devices
          </Button>
          <Button variant="default" onClick={() => setLeaving(true)}>
            Delete access…
          </Button>
        </>
      ) : (
        <Button loading={back.isPending} onClick={() => void back.run({ body: { Id, Etag, Active: true } })}>
          Activate again
        </Button>
      )}
      {isLeaving && <DeactivateDialog {...{ user, users, agencies }} onClose={() => setLeaving(false)} />}
    </footer>
  );
}
