import { Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { formatDateTime } from '../../lib/format/format.ts';
import type { Agency, ListedUser } from './people-page.tsx';
import { type PeopleDrafts, roleIn } from './use-people-drafts.ts';
import styles from './people.module.css';

interface PeopleTableProps {
  rows: readonly ListedUser[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

/** Everybody by agency; what is chosen here is previewed beside the table and saved there. */
export function PeopleTable({ rows, agencies, drafts, chosenId, onChoose }: PeopleTableProps) {
  const administrators = rows.filter(({ SystemRole, Active }) => Active && SystemRole === 'Administrator');
  return (
    <>
      <div className={styles['scroller']}>
        <table className={styles['table']} aria-label="People and their roles">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Last sign-in</th>
              {agencies.map(({ Id, Name, Color }) => (
                <th key={Id} scope="col">
                  <span className="domain-mark" data-color={Color} /> {Name}
                </th>
              ))}
              <th scope="col">Administrator</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((user) => (
              <PersonRow
                key={user.Id}
                {...{ user, agencies, drafts }}
                isChosen={user.Id === chosenId}
                isLastAdministrator={administrators.length === 1 && administrators[0]?.Id === user.Id}
                onChoose={() => onChoose(user.Id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {administrators.length === 1 && (
        <p className="soft small">
          {administrators[0]?.FullName} is the last administrator: make somebody else one first.
        </p>
      )}
    </>
  );
}

interface PersonRowProps {
  user: ListedUser;
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  isChosen: boolean;
  isLastAdministrator: boolean;
  onChoose: () => void;
}

function PersonRow({ user, agencies, drafts, isChosen, isLastAdministrator, onChoose }: PersonRowProps) {
  const { FullName, Email, Active, LastSignInAt } = user;
  const draft = drafts.draftOf(user);
  return (
    <tr data-current={isChosen || undefined} data-changed={drafts.isChanged(user) || undefined}>
      <th scope="row">
        <button type="button" className={styles['name']} aria-pressed={isChosen} onClick={onChoose}>
          {FullName}
        </button>
        {!Active && <span className={styles['pill']}>inactive</span>}
        <br />
        <span className="soft small">{Email}</span>
      </th>
      <td className="soft small">{LastSignInAt ? formatDateTime(LastSignInAt) : 'never'}</td>
      {agencies.map(({ Id, Name }) => (
        <td key={Id}>
          <NativeSelect
            aria-label={`Role of ${FullName} in ${Name}`}
            size="xs"
            disabled={!Active}
            value={roleIn(draft, Id) ?? ''}
            data={[{ value: '', label: 'No role' }, ...AgencyRole.options]}
            onChange={({ currentTarget }) => {
              onChoose();
              drafts.setAgencyRole(user, Id, AgencyRole.safeParse(currentTarget.value).data ?? null);
            }}
          />
        </td>
      ))}
      <td>
        <Checkbox
          aria-label={`${FullName} is an administrator`}
          disabled={!Active || isLastAdministrator}
          checked={draft.SystemRole === 'Administrator'}
          onChange={({ currentTarget }) => {
            onChoose();
            drafts.setSystemRole(user, currentTarget.checked ? 'Administrator' : 'User');
          }}
        />
      </td>
    </tr>
  );
}
