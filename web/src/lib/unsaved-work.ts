import { createContext } from 'react';

/** A form that is open, as whoever would close it for another reason than a link sees it. */
export interface WorkGuard {
  isUnsaved: () => boolean;
  /** Its question is open. */
  isAsking: () => boolean;
  /** Asks the person before what it is on is left; true: it may be lost. */
  ask: (left: 'page' | 'dialog') => Promise<boolean>;
  /** Asks no more. */
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
  /** So that it knows of the work in it. */
  setWork: (guard: WorkGuard | undefined) => void;
}

/** The dialog that a form is in; undefined on a page. */
export const DialogOfForm = createContext<FormDialog | undefined>(undefined);

export const hasUnsavedWork = (): boolean => unsaved() !== undefined;

/** False: there is typed work, and the person stays with it. */
export async function mayLeaveWork(): Promise<boolean> {
  return (await unsaved()?.ask('page')) ?? true;
}

export function giveUpWork(): void {
  for (const guard of guards) guard.giveUp();
}
