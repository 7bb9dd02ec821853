import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

interface RemoveButtonProps {
  label: string;
  /** The label of the second press, which deletes. */
  sure: string;
  isPending: boolean;
  onRemove: () => void;
}

/** Needs two presses; moving the focus away in between cancels the first one. */
export function RemoveButton({ label, sure, isPending, onRemove }: RemoveButtonProps) {
  const [isSure, setSure] = useState(false);
  return isSure ? (
    <Button color="red" loading={isPending} onBlur={() => setSure(false)} onClick={onRemove}>
      {sure}
    </Button>
  ) : (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => setSure(true)}>
      {label}
    </Button>
  );
}
