import { Button, Group, Select } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import type { Agency, ListedUser } from './people-page.tsx';
import { roleIn } from './use-people-drafts.ts';

interface DeactivateDialogProps {
  user: ListedUser;
  users: readonly ListedUser[];
  agencies: readonly Agency[];
  onClose: () => void;
}

/** Shows the person's open referrals, which can go to a colleague before the access ends. */
export function DeactivateDialog({ user, users, agencies, onClose }: DeactivateDialogProps) {
  const action = useAction(usersApi.remove, { onSuccess: onClose });
  const own = agencies.filter(({ Id }) => roleIn(user, Id) !== null);
  return (
    <ConfirmDialog
      isDanger
      title={`Delete the access of ${user.FullName}?`}
      confirm="Delete access"
      isPending={action.isPending}
      onConfirm={() => void action.run({ body: { Id: user.Id } })}
      onClose={onClose}
    >
      <p>Access ends at once. The name stays in every history, and the person can be activated again.</p>
      {own.map((agency) => (
        <OpenWork key={agency.Id} {...{ user, users, agency }} />
      ))}
    </ConfirmDialog>
  );
}

interface OpenWorkProps {
  user: ListedUser;
  users: readonly ListedUser[];
  agency: Agency;
}

const UNASSIGNED = 'no one';

function OpenWork({ user, users, agency }: OpenWorkProps) {
  const BusinessDomainId = agency.Id;
  const work = useRead(usersApi.openWork, { query: { BusinessDomainId, UserId: user.Id } });
  const [to, setTo] = useState<string | null>(null);
  const action = useAction(usersApi.handOverWork, { silent: true });
  const open = work.data?.OpenReferrals;
  const colleagues = users.filter(
    (each) => each.Active && each.Id !== user.Id && roleIn(each, BusinessDomainId) !== null,
  );

  /** Reassigns forty referrals per call, until none is left. */
  async function handOver(chosen: string) {
    const ToUserId = chosen === UNASSIGNED ? null : chosen;
    let remaining = 1;
    while (remaining > 0) {
      // oxlint-disable-next-line no-await-in-loop -- each call moves what the one before has left
      const moved = await action.run({ body: { BusinessDomainId, FromUserId: user.Id, ToUserId } });
      if (!moved.ok) return;
      remaining = moved.output.Remaining;
    }
    await work.refresh();
  }

  if (open === undefined) return <p className="soft">Looking for open referrals in {agency.Name} …</p>;
  if (open === 0) return <p className="soft">No open referrals in {agency.Name}.</p>;
  return (
    <Group align="end" gap="sm">
      <Select
        style={{ flex: 1 }}
        label={`${open} open ${open === 1 ? 'referral' : 'referrals'} in ${agency.Name}: hand over to`}
        placeholder="Leave them assigned"
        data={[
          ...colleagues.map(({ Id, FullName }) => ({ value: Id, label: FullName })),
          { value: UNASSIGNED, label: 'No one yet (unassigned)' },
        ]}
        value={to}
        onChange={setTo}
      />
      <Button
        disabled={to === null}
        loading={action.isPending}
        onClick={() => to !== null && void handOver(to)}
      >
        Hand over
      </Button>
    </Group>
  );
}
