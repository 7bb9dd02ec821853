import { Button, Group, Modal, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import * as z from 'zod';
import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import type { CallError } from '../../lib/call-error.ts';
import { showSuccess } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import type { Entity } from './entity-page.tsx';

interface DeleteDialogProps {
  row: Entity;
  rows: readonly Entity[];
  noun: string;
  call: AtomicEndpoint;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const Removed = z.looseObject({ Remaining: z.number() });

/** Deletes at once what nothing uses; what is used moves to another one first, in as many calls as that takes. */
export function DeleteDialog({ row, rows, noun, call, isOpen, onClose, onDeleted }: DeleteDialogProps) {
  const [refusal, setRefusal] = useState<CallError | undefined>();
  const [replacement, setReplacement] = useState<string | null>(null);
  const [remaining, setRemaining] = useState<number | undefined>();
  const isStopped = useRef(false);
  const isInUse = refusal?.code === 'in_use';
  const remove = useAction(call, {
    silent: true,
    handles(failure) {
      setRefusal(failure);
      return true;
    },
  });
  const isMoving = remaining !== undefined;

  async function run() {
    isStopped.current = false;
    setRefusal(isInUse ? refusal : undefined);
    for (;;) {
      // Each call moves what one batch holds.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await remove.run({
        body: { Id: row.Id, ...(replacement !== null && { RemapTo: replacement }) },
      });
      if (answer === undefined) return setRemaining(undefined);
      const left = Removed.parse(answer).Remaining;
      if (left === 0) {
        if (call.success !== undefined) showSuccess(call.success);
        return onDeleted();
      }
      setRemaining(left);
      if (isStopped.current) return setRemaining(undefined);
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete ${row.Name}?`} centered>
      {isInUse ? (
        <Select
          label={`Move what uses it to another ${noun}`}
          description={refusal.message}
          data={rows.filter(({ Id }) => Id !== row.Id).map(({ Id, Name }) => ({ value: Id, label: Name }))}
          value={replacement}
          onChange={setReplacement}
          searchable
          disabled={isMoving}
        />
      ) : (
        <p>{refusal ? refusal.message : `This ${noun} is removed from the list. The history keeps it.`}</p>
      )}
      {isMoving && <output>{remaining} still to move…</output>}
      <Group gap="sm" justify="flex-end" mt="md">
        {isMoving ? (
          <Button variant="default" onClick={() => (isStopped.current = true)}>
            Stop
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            Keep
          </Button>
        )}
        <Button
          color="red"
          loading={remove.isPending}
          disabled={isInUse && replacement === null}
          onClick={() => void run()}
        >
          {isInUse ? 'Move and delete' : 'Delete'}
        </Button>
      </Group>
    </Modal>
  );
}
