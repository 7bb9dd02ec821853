import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useCallback, useRef } from 'react';
import { DialogOfForm, type WorkGuard } from '../../lib/unsaved-work.ts';

interface FormDialogProps extends Pick<ModalProps, 'size' | 'onExitTransitionEnd'> {
  /** Left out: whoever renders it opens it. */
  opened?: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog with a form, whose Cancel closes it at once. Escape, the cross and a click beside it may be slips: they ask
 * before what was typed is lost.
 */
export function FormDialog({ opened = true, onClose, children, ...props }: FormDialogProps) {
  const work = useRef<WorkGuard>(undefined);
  const setWork = useCallback((guard: WorkGuard | undefined) => void (work.current = guard), []);

  async function closeIfWanted() {
    const form = work.current;
    // The question hears the same Escape, and answers it itself.
    if (form?.isAsking()) return;
    if (!form?.isUnsaved()) return onClose();
    // It is not to hear the one that it is asked for.
    await new Promise((resolve) => setTimeout(resolve));
    if (await form.ask('dialog')) onClose();
  }

  return (
    <Modal {...props} opened={opened} onClose={() => void closeIfWanted()}>
      <DialogOfForm value={{ cancel: onClose, setWork }}>{children}</DialogOfForm>
    </Modal>
  );
}
