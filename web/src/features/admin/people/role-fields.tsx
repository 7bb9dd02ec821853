import { Checkbox, NativeSelect, Select, Stack } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { plural } from '../../../text/format.ts';
import { DomainMark } from '../../../ui/status-mark.tsx';
import type { Agency, ListedUser, OpenReferrals } from './people-page.tsx';
import { type PeopleDrafts, roleIn } from './use-people-drafts.ts';
import styles from './people.module.css';

interface RoleFieldsProps {
  user: ListedUser;
  users: readonly ListedUser[];
  /** The agencies with a role, saved or not, and the one that was chosen last. */
  own: readonly Agency[];
  agencies: readonly Agency[];
  drafts: PeopleDrafts;
  open: OpenReferrals | undefined;
  isLastAdministrator: boolean;
  /** The agency whose rights are to be shown. */
  onAgency: (id: string) => void;
}

/** One row for each agency of the person, and a choice of the others: forty agencies take no more space than two. */
export function RoleFields(props: RoleFieldsProps) {
  const { user, users, own, agencies, drafts, open, isLastAdministrator, onAgency } = props;
  const draft = drafts.draftOf(user);
  const others = agencies.filter((agency) => !own.includes(agency));
  return (
    <Stack component="section" gap="sm" aria-label={`Roles of ${user.FullName}`}>
      {own.map(({ Id, Name, Color }) => (
        <div key={Id} className={styles['role']}>
          <span>
            <DomainMark color={Color} /> {Name}
            <StaysAssigned
              count={open?.find((each) => each.UserId === user.Id && each.BusinessDomainId === Id)}
            />
          </span>
          <NativeSelect
            aria-label={`Role of ${user.FullName} in ${Name}`}
            disabled={!user.Active}
            value={roleIn(draft, Id) ?? ''}
            data={[{ value: '', label: 'No role' }, ...AgencyRole.options]}
            onChange={({ currentTarget }) => {
              onAgency(Id);
              drafts.setAgencyRole(user, Id, AgencyRole.safeParse(currentTarget.value).data ?? null);
            }}
          />
        </div>
      ))}
      {others.length > 0 && user.Active && (
        <Select
          aria-label={`Another agency for ${user.FullName}`}
          placeholder="Add an agency…"
          searchable
          nothingFoundMessage="No agency of this name"
          value={null}
          data={others.map(({ Id, Name }) => ({ value: Id, label: Name }))}
          onChange={(id) => id !== null && onAgency(id)}
        />
      )}
      {user.Active && (
        <Select
          aria-label={`Copy the roles of a colleague to ${user.FullName}`}
          placeholder="Copy the roles of a colleague…"
          searchable
          nothingFoundMessage="No one of this name"
          value={null}
          data={users
            .filter((each) => each.Id !== user.Id && each.Active && each.RolesWithinAgencies.length > 0)
            .map(({ Id, FullName }) => ({ value: Id, label: FullName }))}
          onChange={(id) => {
            const colleague = users.find((each) => each.Id === id);
            if (colleague) drafts.copyRoles(user, colleague, agencies);
          }}
        />
      )}
      <Checkbox
        label="Administrator"
        aria-label={`${user.FullName} is an administrator`}
        description={
          isLastAdministrator ? 'The only administrator: add another before removing this role.' : undefined
        }
        disabled={!user.Active || isLastAdministrator}
        checked={draft.SystemRole === 'Administrator'}
        onChange={({ currentTarget }) =>
          drafts.setSystemRole(user, currentTarget.checked ? 'Administrator' : 'User')
        }
      />
    </Stack>
  );
}

/** The work that stays assigned when the role changes. */
const StaysAssigned = ({ count }: { count: OpenReferrals[number] | undefined }) =>
  count && <span className="soft small">{plural(count.OpenReferrals, 'open referral')}</span>;
