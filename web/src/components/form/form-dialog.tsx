import { Modal, type ModalProps } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { DialogWork, type WorkGuard } from '../../lib/drafts/unsaved-work.ts';

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
  const [isAsking, setAsking] = useState(false);

  async function closeIfWanted() {
    const form = work.current;
    if (!form?.isUnsaved()) return onClose();
    setAsking(true);
    // The question closes by Escape, too: it is not to hear the key that it is asked for.
    await new Promise((resolve) => setTimeout(resolve));
    const mayClose = await form.ask('dialog');
    setAsking(false);
    if (mayClose) onClose();
  }

  return (
    <Modal {...props} opened={opened} closeOnEscape={!isAsking} onClose={() => void closeIfWanted()}>
      <DialogWork value={setWork}>
        <CancelDialog value={onClose}>{children}</CancelDialog>
      </DialogWork>
    </Modal>
  );
}

const CancelDialog = createContext<(() => void) | undefined>(undefined);

/** Of the dialog that the form is in. */
export const useCancelDialog = () => useContext(CancelDialog);
