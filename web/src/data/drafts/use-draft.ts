import { useEffect, useSyncExternalStore } from 'react';

/** Kept in memory only: patient data stays out of browser storage. */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps a text across pages until it is emptied; leaving the site asks first. */
export function useDraft(name: string, initial = '') {
  const text = useSyncExternalStore(subscribe, () => drafts.get(name) ?? initial);
  const isUnsaved = text !== initial;

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  function setText(wanted: string | ((former: string) => string)): void {
    const next = typeof wanted === 'string' ? wanted : wanted(drafts.get(name) ?? initial);
    if (next === initial) drafts.delete(name);
    else drafts.set(name, next);
    for (const listener of listeners) listener();
  }

  return [text, setText] as const;
}

export const hasDraft = (name: string): boolean => drafts.has(name);

/** Reads a draft outside of its component. */
export const draftOf = (name: string): string | undefined => drafts.get(name);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
