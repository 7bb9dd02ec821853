import { Button, Group, Modal, Textarea } from '@mantine/core';
import '../../../../ui/theme/dialogs.ts';
import { useEffect, useRef, useState } from 'react';
import { valueAt } from '../../../../data/records/merge.ts';
import { plural } from '../../../../text/format.ts';
import { fieldText } from '../../../../text/labels/change-labels.ts';
import type { IntakeForm } from '../intake-values.ts';
import { takeOver } from '../prefill/use-prefill.ts';
import { inPaperWorker } from '../../documents/in-paper-worker.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';
import { textOfDay } from '@handoff/shared/domain/records/calendar-day';
import styles from './paste-dialog.module.css';

interface PasteDialogProps {
  form: IntakeForm;
  onClose: () => void;
}

/** Proposes the values that are found in a pasted text one by one. Only accepted ones reach the form. */
export function PasteDialog({ form, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [proposals, setProposals] = useState<readonly Proposal[]>();
  const [current, ...others] = proposals ?? [];

  async function look() {
    const found = await inPaperWorker('readText', text);
    setProposals(found.filter(({ path, value }) => valueAt(form.values, path) !== value));
  }

  function decide(isAccepted: boolean) {
    if (!current) return;
    if (isAccepted) takeOver(form, current);
    setProposals(others);
    if (others.length === 0) onClose();
  }

  return (
    <Modal opened centered title="Paste text" onClose={onClose}>
      {current ? (
        <ProposalCard
          key={current.path}
          proposal={current}
          before={textAt(form.values, current.path)}
          left={others.length}
          onDecide={decide}
        />
      ) : (
        <>
          <Textarea
            label="Text of the fax"
            data-autofocus
            autosize
            minRows={6}
            maxRows={12}
            value={text}
            description="Names, dates, phone numbers and patient numbers are found by pattern. You accept or skip each."
            error={proposals && 'Nothing was found that the form does not have already'}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setProposals(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.ctrlKey) void look();
            }}
          />
          <Group gap="sm" justify="flex-end" mt="md">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="filled"
              disabled={text.trim() === ''}
              rightSection={<kbd aria-hidden="true">Ctrl ⏎</kbd>}
              onClick={() => void look()}
            >
              Find values
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function textAt(values: object, path: string): string {
  const value = valueAt(values, path);
  return typeof value === 'string' ? value : '';
}

interface ProposalCardProps {
  proposal: Proposal;
  before: string;
  left: number;
  onDecide: (isAccepted: boolean) => void;
}

function ProposalCard({ proposal: { path, value, line, doubt }, before, left, onDecide }: ProposalCardProps) {
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => accept.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its two buttons
    <div
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 's') onDecide(false);
      }}
    >
      <p className={styles['value']}>
        {fieldText(path)}: <b>{textOfDay(value)}</b>
      </p>
      {before !== '' && <p>It replaces {textOfDay(before)}.</p>}
      {doubt !== undefined && <p>{doubt}.</p>}
      <p className={styles['source']}>{line}</p>
      <Group gap="sm" justify="flex-end" mt="md">
        <span className="small soft">{left === 0 ? 'Last value' : plural(left, 'more value')}</span>
        <Button
          aria-keyshortcuts="S"
          rightSection={<kbd aria-hidden="true">S</kbd>}
          onClick={() => onDecide(false)}
        >
          Skip
        </Button>
        <Button
          variant="filled"
          ref={accept}
          rightSection={<kbd aria-hidden="true">⏎</kbd>}
          onClick={() => onDecide(true)}
        >
          Accept
        </Button>
      </Group>
    </div>
  );
}
