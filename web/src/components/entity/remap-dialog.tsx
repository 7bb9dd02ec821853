import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Modal, Progress, Select } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { formatCount } from '../../lib/format/format.ts';
import { Bones } from '../page-states.tsx';
import styles from './remap-dialog.module.css';

interface RemapDialogProps {
  name: string;
  /** As in "payer". */
  noun: string;
  /** Undefined while it is read. */
  usedIn: readonly UsedIn[] | undefined;
  /** What can take its place. */
  choices: readonly { value: string; label: string }[];
  /** Moves what one call holds: how many uses are left, or nothing after a failure, which has been shown. */
  remove: (to: string | undefined) => Promise<number | undefined>;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes at once what nothing uses. What is used moves first, call by call, and can be stopped between two. */
export function RemapDialog(props: RemapDialogProps) {
  const { name, isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Delete ${name}?`} size={560}>
      <RemapSteps {...props} />
    </Modal>
  );
}

function RemapSteps({ name, noun, usedIn, choices, remove, onClose, onDeleted }: RemapDialogProps) {
  const [to, setTo] = useState<string | null>(null);
  const { uses, total, moved, remaining, isRunning, run, stop } = useRemap(usedIn, remove, onDeleted);
  if (!uses) return <Bones lines={3} />;
  return (
    <div className={styles['steps']}>
      {total === 0 ? (
        <p>Nothing uses this {noun}. Its history is kept.</p>
      ) : (
        <>
          <p>
            <b>{countOf(total, 'record')}</b> {total === 1 ? 'uses' : 'use'} it.{' '}
            {total === 1 ? 'It moves' : 'They move'} to the {noun} you choose, then {name} is deleted.
          </p>
          {!isRunning && (
            <Select
              label="Move to"
              placeholder={`Choose another ${noun}`}
              data={[...choices]}
              value={to}
              onChange={setTo}
              searchable={choices.length > 10}
              withAsterisk
              data-autofocus
            />
          )}
          <UseRows uses={uses} moved={moved} isRunning={isRunning} />
          {remaining !== undefined && <Moved {...{ moved, total, remaining }} />}
          <p className={styles['note']}>
            {isRunning
              ? `${name} stays until the last record has moved. Keep this page open.`
              : 'Each moved record shows this change in its activity.'}
          </p>
        </>
      )}
      {isRunning && total > 0 ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={stop}>
            Stop and keep the {noun}
          </Button>
        </Group>
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={isRunning}
            disabled={total > 0 && to === null}
            onClick={() => void run(to ?? undefined)}
          >
            {total === 0 ? 'Delete' : 'Move and delete'}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** Call by call until nothing is left, one fails, or the person stops. */
function useRemap(
  usedIn: readonly UsedIn[] | undefined,
  remove: RemapDialogProps['remove'],
  onDeleted: () => void,
) {
  const [remaining, setRemaining] = useState<number | undefined>();
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  // The readings go down with every call: what there was at the start is what is counted against.
  const [atStart, setAtStart] = useState<readonly UsedIn[] | undefined>();
  const uses = (atStart ?? usedIn)?.filter(({ count }) => count > 0);
  const total = uses?.reduce((sum, { count }) => sum + count, 0) ?? 0;

  async function run(to: string | undefined) {
    isStopped.current = false;
    setAtStart(uses);
    setRunning(true);
    let left: number | undefined = 1;
    while (left > 0 && !isStopped.current) {
      // Each call begins where the one before it ended.
      // oxlint-disable-next-line no-await-in-loop
      left = await remove(to);
      if (left === undefined) break;
      setRemaining(left);
    }
    setRunning(false);
    if (left === 0) onDeleted();
  }

  const moved = remaining === undefined ? 0 : Math.max(0, total - remaining);
  return { uses, total, moved, remaining, isRunning, run, stop: () => (isStopped.current = true) };
}

function Moved({ moved, total, remaining }: { moved: number; total: number; remaining: number }) {
  return (
    <>
      <div className={styles['counts']}>
        <output>
          {formatCount(moved)} of {formatCount(total)} moved
        </output>
        <span>{formatCount(remaining)} remain</span>
      </div>
      <Progress aria-label="Moved records" value={(100 * moved) / total} />
    </>
  );
}

interface UseRowsProps {
  uses: readonly UsedIn[];
  moved: number;
  isRunning: boolean;
}

/** The server moves them in this order. */
function UseRows({ uses, moved, isRunning }: UseRowsProps) {
  return (
    <ul className={styles['uses']}>
      {uses.map(({ what, count }, index) => {
        const before = uses.slice(0, index).reduce((sum, use) => sum + use.count, 0);
        const done = Math.min(count, Math.max(0, moved - before));
        const Icon = iconOf(done, count, isRunning);
        return (
          <li key={what}>
            <Icon size={16} aria-hidden="true" />
            <b>
              {formatCount(count)} {what}
            </b>
            <span>{progressText(done, count)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function iconOf(done: number, count: number, isRunning: boolean) {
  if (done === count) return IconCircleCheck;
  return done > 0 && isRunning ? IconProgress : IconCircleDashed;
}

function progressText(done: number, count: number): string {
  if (done === 0) return '';
  return done === count ? 'done' : `${formatCount(done)} of ${formatCount(count)}`;
}

const countOf = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
