import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './session.module.css';

interface CoverProps {
  title: string;
  trouble: string;
  children: ReactNode;
}

/** Over the whole application, which stays as it is underneath but cannot be seen. */
export function Cover({ title, trouble, children }: CoverProps) {
  const id = useId();
  const dialog = useHiddenApplication();
  return (
    <dialog ref={dialog} open className={styles['cover']} aria-modal="true" aria-labelledby={id}>
      <img src="/handoff.svg" alt="" width="36" height="36" />
      <h1 id={id}>{title}</h1>
      {trouble !== '' && (
        <p role="alert" className={styles['trouble']}>
          {trouble}
        </p>
      )}
      {children}
    </dialog>
  );
}

/** Off the screen and off the keyboard, dialogs included; focus comes back to where it was. */
function useHiddenApplication() {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => {
    const root = document.documentElement;
    const former = before.current;
    const keepKeys = (event: KeyboardEvent) => event.stopImmediatePropagation();
    root.dataset['locked'] = 'true';
    dialog.current?.querySelector('button')?.focus();
    addEventListener('keydown', keepKeys, { capture: true });
    return () => {
      delete root.dataset['locked'];
      removeEventListener('keydown', keepKeys, { capture: true });
      if (former instanceof HTMLElement) former.focus();
    };
  }, []);
  return dialog;
}
