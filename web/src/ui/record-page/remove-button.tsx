import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';

interface RemoveButtonProps {
  label: string;
  title: string;
  /** Explains what is lost. */
  children: ReactNode;
  /** The label of the button in the dialog. */
  sure: string;
  isPending: boolean;
  onRemove: () => void;
}

/** A button whose dialog explains the removal and asks for it. */
export function RemoveButton({ label, sure, title, children, isPending, onRemove }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isDanger
        opened={isAsking}
        title={title}
        confirm={sure}
        isPending={isPending}
        onConfirm={onRemove}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
