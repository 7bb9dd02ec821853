import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

interface RemoveButtonProps {
  label: string;
  /** What the second press does, in words. */
  sure: string;
  isPending: boolean;
  onRemove: () => void;
}

/** Takes two presses; looking elsewhere between them takes the first one back. */
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
