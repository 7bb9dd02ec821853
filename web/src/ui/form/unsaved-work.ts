import { createContext } from 'react';

/** An open form, as seen by code that closes it without following a link. */
export interface WorkGuard {
  isUnsaved: () => boolean;
  /** True while its question is open. */
  isAsking: () => boolean;
  /** Asks the person before the form is left; resolves to true when the changes may be lost. */
  ask: (left: 'page' | 'dialog') => Promise<boolean>;
  /** Discards the changes without asking. */
  giveUp: () => void;
}

const guards = new Set<WorkGuard>();

export function guardWork(guard: WorkGuard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

const unsaved = () => [...guards].find((guard) => guard.isUnsaved());

interface FormDialog {
  /** Closes it at once. */
  cancel: () => void;
  /** Lets the dialog know about the unsaved changes in it. */
  setWork: (guard: WorkGuard | undefined) => void;
}

/** The dialog around a form; undefined on a page. */
export const DialogOfForm = createContext<FormDialog | undefined>(undefined);

export const hasUnsavedWork = (): boolean => unsaved() !== undefined;

/** Resolves to false when the person stays with unsaved changes. */
export async function mayLeaveWork(): Promise<boolean> {
  return (await unsaved()?.ask('page')) ?? true;
}

export function giveUpWork(): void {
  for (const guard of guards) guard.giveUp();
}
