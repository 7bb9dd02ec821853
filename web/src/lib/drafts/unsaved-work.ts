import { createContext } from 'react';

/** A form that is open, as whoever would close it for another reason than a link sees it. */
export interface WorkGuard {
  isUnsaved: () => boolean;
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

/** How a dialog learns of the form that is in it. */
export const DialogWork = createContext((_guard: WorkGuard | undefined) => {});

export const hasUnsavedWork = (): boolean => unsaved() !== undefined;

/** False: there is typed work, and the person stays with it. */
export async function mayLeaveWork(): Promise<boolean> {
  return (await unsaved()?.ask('page')) ?? true;
}

export function giveUpWork(): void {
  for (const guard of guards) guard.giveUp();
}
