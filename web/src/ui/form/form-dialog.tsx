import { Modal, type ModalProps } from '@mantine/core';
import '../theme/dialogs.ts';
import { type ReactNode, useCallback, useRef } from 'react';
import { useFocusReturn } from '../focus-return.ts';
import { DialogOfForm, type WorkGuard } from './unsaved-work.ts';

interface FormDialogProps extends Pick<ModalProps, 'size' | 'onExitTransitionEnd'> {
  /** Defaults to open, for callers that render the dialog only when needed. */
  opened?: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with a form. Cancel closes it at once; Escape, the close button and a click outside may be slips, so they
 * ask before typed text is lost.
 */
export function FormDialog({ opened = true, onClose, children, ...props }: FormDialogProps) {
  useFocusReturn(opened);
  const work = useRef<WorkGuard>(undefined);
  const setWork = useCallback((guard: WorkGuard | undefined) => void (work.current = guard), []);

  async function closeIfWanted() {
    const form = work.current;
    // The question itself handles Escape.
    if (form?.isAsking()) return;
    if (!form?.isUnsaved()) return onClose();
    // Ignores the key press that opened the question.
    await new Promise((resolve) => setTimeout(resolve));
    if (await form.ask('dialog')) onClose();
  }

  return (
    <Modal {...props} opened={opened} onClose={() => void closeIfWanted()}>
      <DialogOfForm value={{ cancel: onClose, setWork }}>{children}</DialogOfForm>
    </Modal>
  );
}
