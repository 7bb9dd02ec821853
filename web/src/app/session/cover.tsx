import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './session.module.css';

interface CoverProps {
  title: string;
  trouble: string;
  children: ReactNode;
}

/** Replaces the complete application, which leaves the document, so that no one finds a patient behind it. */
export function Cover({ title, trouble, children }: CoverProps) {
  const id = useId();
  const dialog = useWithdrawnApplication();
  return (
    <dialog ref={dialog} open data-cover className={styles['cover']} aria-modal="true" aria-labelledby={id}>
      <img src="/handoff.svg" alt="" width="36" height="36" />
      <h1 id={id} className="page-title">
        {title}
      </h1>
      {trouble !== '' && (
        <p role="alert" className="wrong">
          {trouble}
        </p>
      )}
      {children}
    </dialog>
  );
}

/**
 * Takes the application, dialogs included, out of the document and the tab order. Typed text and focus return with it.
 */
function useWithdrawnApplication() {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => {
    const root = document.documentElement;
    const former = before.current;
    const keepKeys = (event: KeyboardEvent) => event.stopImmediatePropagation();
    root.dataset['locked'] = 'true';
    const putBack = withdraw();
    dialog.current?.querySelector('button')?.focus();
    addEventListener('keydown', keepKeys, { capture: true });
    return () => {
      putBack();
      delete root.dataset['locked'];
      removeEventListener('keydown', keepKeys, { capture: true });
      if (former instanceof HTMLElement) former.focus();
    };
  }, []);
  return dialog;
}

/** The elements stay in memory with the text typed in them; a marker keeps the place of each. */
function withdraw(): () => void {
  const shown = [...document.body.children].filter((each) => !each.matches('[data-cover], script'));
  const places = shown.map((element) => ({ element, place: document.createComment('') }));
  // Mantine keeps its colors within the application.
  const rules = shown.flatMap((element) => [...element.querySelectorAll('style')]);
  const copies = rules.map((style) => style.cloneNode(true));
  document.head.append(...copies);
  for (const { element, place } of places) element.replaceWith(place);
  return () => {
    for (const { element, place } of places) place.replaceWith(element);
    for (const copy of copies) copy.parentNode?.removeChild(copy);
  };
}
