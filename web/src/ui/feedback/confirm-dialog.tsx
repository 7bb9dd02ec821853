import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import '../theme/dialogs.ts';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../focus-return.ts';

interface ConfirmDialogProps extends Pick<ModalProps, 'onExitTransitionEnd'> {
  /** Defaults to open, for callers that render the dialog only when needed. */
  opened?: boolean;
  title: ReactNode;
  /** Explains what follows. */
  children: ReactNode;
  confirm: ReactNode;
  onConfirm: () => void;
  /** True while the confirmed action runs. */
  isPending?: boolean;
  isDanger?: boolean;
  cancel?: string;
  /** A third way, between the other two. */
  between?: { text: string; onClick: () => void } | undefined;
  /** Escape, the close button and a click outside; also the cancel button unless `onCancel` is given. */
  onClose: () => void;
  onCancel?: () => void;
  /** The button that has the focus first. */
  focus?: 'cancel' | 'confirm';
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened = true, title, onClose, onExitTransitionEnd, focus = 'cancel' } = props;
  useFocusReturn(opened);
  return (
    <Modal
      centered
      opened={opened}
      title={title}
      onClose={onClose}
      {...(onExitTransitionEnd && { onExitTransitionEnd })}
    >
      <Stack gap="md">
        {props.children}
        <Group gap="sm" justify="flex-end">
          <Button data-autofocus={focus === 'cancel' || undefined} onClick={props.onCancel ?? onClose}>
            {props.cancel ?? 'Cancel'}
          </Button>
          {props.between && <Button onClick={props.between.onClick}>{props.between.text}</Button>}
          <Button
            variant="filled"
            {...(props.isDanger === true && { color: 'red' })}
            loading={props.isPending ?? false}
            data-autofocus={focus === 'confirm' || undefined}
            onClick={props.onConfirm}
          >
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
