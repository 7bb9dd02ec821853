import { Button, Group, NativeSelect, Select } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useState } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import { AgencyRole } from '@handoff/shared/domain/access/role';
import { plural } from '../../../text/format.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { SelectionDock } from '../../../ui/table/selection-dock.tsx';
import type { Agency, ListedUser } from './people-page.tsx';
import { roleIn } from './use-people-drafts.ts';

interface RolesOfSelectedProps {
  /** The selected people who have access. */
  people: readonly ListedUser[];
  agencies: readonly Agency[];
  /** The agency that the list is filtered by. */
  agency: string;
  onClear: () => void;
}

interface Wanted {
  Id: string;
  Etag: string;
  RoleWithinAgency: AgencyRole | null;
}

interface Done {
  text: string;
  agency: string;
  /** The former roles, on the versions that the change has made. */
  undo: Wanted[];
}

/** The limit of one call. */
const AT_ONCE = 20;
const NO_ROLE = 'No role';

/** Gives the selected people one role in an agency, or takes them out of it, and can undo it. */
export function RolesOfSelected({ people, agencies, agency, onClear }: RolesOfSelectedProps) {
  const [agencyId, setAgencyId] = useState(agency === '' ? (agencies[0]?.Id ?? '') : agency);
  const [chosen, setChosen] = useState<string>('Intake');
  const [done, setDone] = useState<Done>();
  const action = useAction(settingsApi.updateUsersRolesWithinAgencies, { isDone: () => false });
  const role = AgencyRole.safeParse(chosen).data ?? null;
  const name = agencies.find(({ Id }) => Id === agencyId)?.Name ?? '';
  const changing = people.filter((user) => roleIn(user, agencyId) !== role);

  /** Returns the versions after the change, up to the first call that was refused. */
  async function send(BusinessDomainId: string, wanted: readonly Wanted[]): Promise<Map<string, string>> {
    const saved = new Map<string, string>();
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const Users = wanted.slice(from, from + AT_ONCE);
      // oxlint-disable-next-line no-await-in-loop -- what one call takes, then the next
      const answer = await action.run({ body: { BusinessDomainId, Users } });
      if (!answer.ok) break;
      for (const { Id, Etag } of answer.output.UserInfo) saved.set(Id, Etag);
    }
    return saved;
  }

  async function give() {
    const before = new Map(changing.map((user) => [user.Id, roleIn(user, agencyId)]));
    const wanted = changing.map(({ Id, Etag }) => ({ Id, Etag, RoleWithinAgency: role }));
    const saved = await send(agencyId, wanted);
    if (saved.size === 0) return;
    setDone({
      text: `${plural(saved.size, 'person', 'people')}: ${role ?? 'no role'} in ${name}`,
      agency: agencyId,
      undo: [...saved].map(([Id, Etag]) => ({ Id, Etag, RoleWithinAgency: before.get(Id) ?? null })),
    });
    onClear();
  }

  async function undo({ agency: changed, undo: former }: Done) {
    const saved = await send(changed, former);
    const left = former.filter(({ Id }) => !saved.has(Id));
    setDone(left.length === 0 ? undefined : { text: 'Not undone for everyone', agency: changed, undo: left });
  }

  if (people.length === 0)
    return (
      done && (
        <Group component="section" gap="sm" mt="sm" aria-label="Changed roles">
          <output>{done.text}</output>
          <Button loading={action.isPending} onClick={() => void undo(done)}>
            Undo
          </Button>
          <Button variant="subtle" onClick={() => setDone(undefined)}>
            Close
          </Button>
        </Group>
      )
    );
  return (
    <SelectionDock label="Selected people" count={people.length} onClear={onClear}>
      <Select
        aria-label="Agency of the role"
        searchable
        allowDeselect={false}
        value={agencyId}
        data={agencies.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={(id) => setAgencyId(id ?? agencyId)}
      />
      <NativeSelect
        aria-label="Role for the selected people"
        value={chosen}
        data={[...AgencyRole.options, NO_ROLE]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Button
        variant="filled"
        disabled={changing.length === 0}
        loading={action.isPending}
        onClick={() => void give()}
      >
        {role === null ? `Take out ${changing.length}` : `Give to ${changing.length}`}
      </Button>
      <span className="soft small">{consequence({ people, changing, role, name, agencyId })}</span>
    </SelectionDock>
  );
}

interface Consequence extends Pick<RolesOfSelectedProps, 'people'> {
  changing: readonly ListedUser[];
  role: AgencyRole | null;
  name: string;
  agencyId: string;
}

/** "2 get Intake in Harbor, 1 of them instead of another role. 1 has it already." */
function consequence({ people, changing, role, name, agencyId }: Consequence): string {
  const unchanged = people.length - changing.length;
  if (role === null)
    return changing.length === 0
      ? `No one selected works in ${name}.`
      : `${plural(changing.length, 'person loses', 'people lose')} access to ${name}. Open referrals stay assigned.`;
  const replaced = changing.filter((user) => roleIn(user, agencyId) !== null).length;
  return [
    ...(changing.length === 0 ? [] : [`${changing.length} will have ${role} in ${name}`]),
    ...(replaced === 0 ? [] : [`${replaced} of them instead of another role`]),
    ...(unchanged === 0 ? [] : [`${unchanged} already ${unchanged === 1 ? 'has' : 'have'} it`]),
  ].join(', ');
}
