import * as z from 'zod';
import type { AtomicEndpoint, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { UsedIn } from '@handoff/shared/contract/errors';
import { useAction } from '../../lib/api/use-action.ts';
import { useRead } from '../../lib/api/use-read.ts';
import { RemapDialog } from './remap-dialog.tsx';
import type { Entity } from './entity-page.tsx';

interface DeleteDialogProps {
  row: Entity;
  rows: readonly Entity[];
  noun: string;
  calls: { remove: AtomicEndpoint; uses: ReadEndpoint };
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const Removed = z.looseObject({ Remaining: z.number() });
const Uses = z.object({ UsedIn: z.array(UsedIn) });

export function DeleteDialog({ row, rows, calls, onDeleted, ...dialog }: DeleteDialogProps) {
  const uses = useRead(calls.uses, dialog.isOpen ? { query: { id: row.Id } } : null);
  const remove = useAction(calls.remove, { isDone: (answer) => Removed.parse(answer).Remaining === 0 });
  return (
    <RemapDialog
      {...dialog}
      name={row.Name}
      usedIn={uses.data === undefined ? undefined : Uses.parse(uses.data).UsedIn}
      choices={rows.filter(({ Id }) => Id !== row.Id).map(({ Id, Name }) => ({ value: Id, label: Name }))}
      remove={async (to) => {
        const answer = await remove.run({
          body: { Id: row.Id, ...(to !== undefined && { RemapTo: to }) },
        });
        return answer === undefined ? undefined : Removed.parse(answer).Remaining;
      }}
      onDeleted={onDeleted}
    />
  );
}
