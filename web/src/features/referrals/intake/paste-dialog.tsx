import { Button, Group, Modal, Textarea } from '@mantine/core';
import '../../../ui/theme/dialogs.ts';
import { useState } from 'react';
import { inPaperWorker } from '../documents/in-paper-worker.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';

interface PasteDialogProps {
  /** Gets what was found, to be reviewed like the values of a document; returns how many values are new. */
  onFound: (proposals: readonly Proposal[]) => number;
  onClose: () => void;
}

/** Takes a text, such as that of an e-mail. */
export function PasteDialog({ onFound, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);

  async function look() {
    if (onFound(await inPaperWorker('readText', text)) > 0) onClose();
    else setEmpty(true);
  }

  return (
    <Modal opened centered title="Paste text" onClose={onClose}>
      <Textarea
        label="Text of the fax"
        data-autofocus
        autosize
        minRows={6}
        maxRows={12}
        value={text}
        description="Names, dates, phone numbers and patient numbers are found by pattern. You review each."
        error={isEmpty && 'Nothing was found that the form does not have already'}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setEmpty(false);
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
    </Modal>
  );
}
