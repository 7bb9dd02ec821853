import { Button, Group, Modal, Progress, Select, Stack } from '@mantine/core';
import '../theme/dialogs.ts';
import '../theme/form-controls.ts';
import '@mantine/core/styles/Progress.layer.css';
import { useState } from 'react';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { useFocusReturn } from '../focus-return.ts';
import { useRepeated } from '../use-repeated.ts';
import { formatCount, plural } from '../../text/format.ts';
import { Bones } from '../feedback/page-states.tsx';
import { UseCounts } from './entity-facts.tsx';

interface RemapDialogProps {
  name: string;
  /** The singular, such as "payer". */
  noun: string;
  /** Undefined while loading. */
  usedIn: readonly UsedIn[] | undefined;
  /** The records that can replace it. */
  choices: readonly { Id: string; Name: string }[];
  /** Says what the other record takes over in a merge; without it the dialog is about a deletion. */
  merge?: string | undefined;
  /** Moves one batch and returns how many uses are left, or undefined after a failure that has been shown. */
  remove: (to: string | undefined) => Promise<number | undefined>;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes an unused record at once. Otherwise it first moves the uses in batches, and can be stopped between two. */
export function RemapDialog(props: RemapDialogProps) {
  const { name, noun, merge, isOpen, onClose } = props;
  useFocusReturn(isOpen);
  const title = merge === undefined ? `Delete ${name}?` : `Merge ${name} into another ${noun}?`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <RemapSteps {...props} />
    </Modal>
  );
}

function RemapSteps(props: RemapDialogProps) {
  const { name, noun, usedIn, choices, merge, remove, onClose, onDeleted } = props;
  const [to, setTo] = useState<string | null>(null);
  const [remaining, setRemaining] = useState<number | undefined>();
  // The counts fall with every batch, so progress is measured against the counts at the start.
  const [atStart, setAtStart] = useState<readonly UsedIn[] | undefined>();
  const { run, isRunning, stop } = useRepeated(async () => {
    const left = await remove(to ?? undefined);
    if (left !== undefined) setRemaining(left);
    return left;
  });
  const uses = (atStart ?? usedIn)?.filter(({ count }) => count > 0);
  if (!uses) return <Bones lines={3} />;
  const total = uses.reduce((sum, { count }) => sum + count, 0);
  const needsOther = total > 0 || merge !== undefined;
  const words = merge === undefined ? wordsOfDeletion(total) : wordsOfMerge;

  async function start() {
    setAtStart(uses);
    if (await run()) onDeleted();
  }

  return (
    <Stack gap="md">
      {needsOther ? (
        <>
          <p>
            <UseText total={total} noun={noun} /> Then {name} is deleted. {merge}
          </p>
          {!isRunning && (
            <Select
              label={words.choice}
              placeholder={`Choose another ${noun}`}
              data={choices.map(({ Id, Name }) => ({ value: Id, label: Name }))}
              value={to}
              onChange={setTo}
              searchable={choices.length > 10}
              withAsterisk
              data-autofocus
            />
          )}
          <UseCounts of={uses} />
          <Moved {...{ total, remaining }} />
          <p className="soft small">
            {isRunning
              ? `${name} stays until the last record has moved. Keep this page open.`
              : 'Each moved record shows this change in its activity.'}
          </p>
        </>
      ) : (
        <p>Nothing uses this {noun}. Its history is kept.</p>
      )}
      <Group justify="flex-end">
        {isRunning && total > 0 ? (
          <Button onClick={stop}>Stop and keep the {noun}</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="filled"
              color="red"
              loading={isRunning}
              disabled={needsOther && to === null}
              onClick={() => void start()}
            >
              {words.confirm}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

const wordsOfMerge = { choice: 'Merge into', confirm: 'Merge' };
const wordsOfDeletion = (total: number) => ({
  choice: 'Move to',
  confirm: total === 0 ? 'Delete' : 'Move and delete',
});

function UseText({ total, noun }: { total: number; noun: string }) {
  if (total === 0) return 'Nothing uses it, so nothing has to move.';
  return (
    <>
      <b>{plural(total, 'record')}</b> {total === 1 ? 'uses it and moves' : 'use it and move'} to the {noun}{' '}
      you choose.
    </>
  );
}

function Moved({ total, remaining }: { total: number; remaining: number | undefined }) {
  if (remaining === undefined || total === 0) return null;
  return (
    <>
      <Progress aria-label="Moved records" value={100 - (100 * remaining) / total} />
      <output className="small">
        {formatCount(total - remaining)} of {formatCount(total)} moved
      </output>
    </>
  );
}
