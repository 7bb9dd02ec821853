import { ActionIcon, Button, Progress, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import type { ExpectedUser } from '@handoff/shared/domain/access/user';
import { useAction } from '../../../data/send/outbox.ts';
import { formatCount, plural } from '../../../text/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { SelectionDock } from '../../../ui/table/selection-dock.tsx';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { useRepeated } from '../../../ui/use-repeated.ts';
import type { Agency } from './people-page.tsx';
import { RoleChips } from './people-table.tsx';
import { shortDay, shortName } from './short-forms.ts';

interface InvitedPeopleProps {
  rows: readonly ExpectedUser[];
  agencies: readonly Agency[];
  /** The agency that the list is filtered by: its role is the first of each row. */
  agencyFirst: string;
}

/** Addresses with prepared roles, which are canceled one at a time or together. */
export function InvitedPeople({ rows, agencies, agencyFirst }: InvitedPeopleProps) {
  const { selected, selection, clear } = useRowSelection(rows);
  const [asked, setAsked] = useState<readonly ExpectedUser[]>([]);
  usePageKeys({ clear: () => clear() });
  const columns = columnsOf(
    { agencies, agencyFirst },
    selected.length > 0 ? undefined : (invited) => setAsked([invited]),
  );
  return (
    <>
      <DataTable
        label="Invited people"
        {...{ rows, columns, selection }}
        empty={
          <EmptyState title="No one is invited here">
            Invite a person before they sign in, and approve them with one click when they do.
          </EmptyState>
        }
      />
      {selected.length > 0 && (
        <SelectionDock label="Selected invitations" count={selected.length} onClear={clear}>
          <Button color="red" onClick={() => setAsked(selected)}>
            Cancel {plural(selected.length, 'invitation')}…
          </Button>
        </SelectionDock>
      )}
      {asked.length > 0 && <CancelInvitations invited={asked} onClose={() => setAsked([])} />}
    </>
  );
}

const columnsOf = (
  shown: Pick<InvitedPeopleProps, 'agencies' | 'agencyFirst'>,
  /** Undefined while rows are selected, because the bar below them cancels those. */
  onCancel: ((invited: ExpectedUser) => void) | undefined,
): Column<ExpectedUser>[] => [
  { title: 'E-mail', cell: ({ Email }) => Email },
  {
    title: 'Prepared roles',
    cell: (invited) => <RoleChips of={invited} {...shown} />,
    phone: 'labeled',
  },
  {
    title: 'Invited',
    cell: ({ CreatedAt, CreatedBy }) => (
      <span className="soft small">
        {shortDay(CreatedAt)} by {shortName(CreatedBy.FullName)}
      </span>
    ),
    width: 180,
    phone: 'labeled',
  },
  {
    title: 'Cancel',
    head: <VisuallyHidden>Cancel</VisuallyHidden>,
    cell: (invited) =>
      onCancel && (
        <ActionIcon
          aria-label={`Cancel the invitation of ${invited.Email}`}
          onClick={() => onCancel(invited)}
        >
          <IconX size={16} />
        </ActionIcon>
      ),
    width: 48,
    align: 'end',
    phone: 'corner',
  },
];

interface CancelInvitationsProps {
  invited: readonly ExpectedUser[];
  onClose: () => void;
}

/** One call after the other, because all of them are in one audit trail. */
function CancelInvitations({ invited, onClose }: CancelInvitationsProps) {
  const [canceled, setCanceled] = useState(0);
  const left = useRef(invited);
  const remove = useAction(usersApi.removeExpected, { isDone: () => left.current.length === 1 });
  const { run, isRunning, stop } = useRepeated(async () => {
    const [next, ...others] = left.current;
    if (!next) return 0;
    const { ok } = await remove.run({ body: { Id: next.Id } });
    if (!ok) return undefined;
    left.current = others;
    setCanceled(invited.length - others.length);
    return others.length;
  });
  const [one] = invited;
  const isOne = invited.length === 1;
  return (
    <ConfirmDialog
      isDanger
      title={isOne ? `Cancel the invitation of ${one?.Email}?` : `Cancel ${invited.length} invitations?`}
      confirm={isOne ? 'Cancel the invitation' : `Cancel ${invited.length} invitations`}
      cancel={isRunning ? 'Stop' : isOne ? 'Keep it' : 'Keep them'}
      isPending={isRunning}
      onConfirm={() => void run().then(onClose)}
      onCancel={isRunning ? stop : onClose}
      onClose={() => !isRunning && onClose()}
    >
      <p>
        The prepared roles are removed. {isOne ? 'This person' : 'These people'} can still sign in and wait
        for access.
      </p>
      {isRunning && !isOne && (
        <>
          <Progress aria-label="Canceled invitations" value={(100 * canceled) / invited.length} />
          <output className="small">
            {formatCount(canceled)} of {formatCount(invited.length)} canceled
          </output>
        </>
      )}
    </ConfirmDialog>
  );
}
