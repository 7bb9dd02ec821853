/** A form that is open, as whoever would close it for another reason than a link sees it. */
export interface WorkGuard {
  isUnsaved: () => boolean;
  /** Asks the person; true: it may be lost. */
  ask: () => Promise<boolean>;
  /** Asks no more. */
  giveUp: () => void;
}

const guards = new Set<WorkGuard>();

export function guardWork(guard: WorkGuard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

const unsaved = () => [...guards].find((guard) => guard.isUnsaved());

export const hasUnsavedWork = (): boolean => unsaved() !== undefined;

/** False: there is typed work, and the person stays with it. */
export async function mayLeaveWork(): Promise<boolean> {
  return (await unsaved()?.ask()) ?? true;
}

export function giveUpWork(): void {
  for (const guard of guards) guard.giveUp();
}
