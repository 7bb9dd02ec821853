import { Button, Group, Modal, Progress, Select, Stack } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { useState } from 'react';
import type { UsedIn } from '@handoff/shared/contract/errors';
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
  /** Moves one batch and returns how many uses are left, or undefined after a failure that has been shown. */
  remove: (to: string | undefined) => Promise<number | undefined>;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes an unused record at once. Otherwise it first moves the uses in batches, and can be stopped between two. */
export function RemapDialog(props: RemapDialogProps) {
  const { name, isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete ${name}?`}>
      <RemapSteps {...props} />
    </Modal>
  );
}

function RemapSteps({ name, noun, usedIn, choices, remove, onClose, onDeleted }: RemapDialogProps) {
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

  async function start() {
    setAtStart(uses);
    if (await run()) onDeleted();
  }

  return (
    <Stack gap="md">
      {total === 0 ? (
        <p>Nothing uses this {noun}. Its history is kept.</p>
      ) : (
        <>
          <p>
            <b>{plural(total, 'record')}</b> {total === 1 ? 'uses it. It moves' : 'use it. They move'} to the{' '}
            {noun} you choose, then {name} is deleted.
          </p>
          {!isRunning && (
            <Select
              label="Move to"
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
      )}
      <Group justify="flex-end">
        {isRunning && total > 0 ? (
          <Button variant="default" onClick={stop}>
            Stop and keep the {noun}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              color="red"
              loading={isRunning}
              disabled={total > 0 && to === null}
              onClick={() => void start()}
            >
              {total === 0 ? 'Delete' : 'Move and delete'}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

function Moved({ total, remaining }: { total: number; remaining: number | undefined }) {
  if (remaining === undefined) return null;
  return (
    <>
      <Progress aria-label="Moved records" value={100 - (100 * remaining) / total} />
      <output className="small">
        {formatCount(total - remaining)} of {formatCount(total)} moved
      </output>
    </>
  );
}
