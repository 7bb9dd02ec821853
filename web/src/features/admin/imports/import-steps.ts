import type { ImportProgress, ImportStatus } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';

const running: readonly ImportStatus[] = ['uploading', 'uploaded', 'waiting', 'scanning', 'writing'];
export const isRunning = (status: ImportStatus): boolean => running.includes(status);

/** The file was refused because a column that each address needs was not found: choosing the columns is the way out. */
export function lacksColumns({ FailedBy, Format }: Pick<StateFileImport, 'FailedBy' | 'Format'>): boolean {
  if (FailedBy !== 'file' || !Format || Format.fileColumns.length === 0) return false;
  const { zip, address, number, street } = Format.columns;
  return zip === undefined || (address ?? (number && street)) === undefined;
}

/** Scanning the file takes most of the time, so it gets most of the bar. */
const SCAN_PERCENT = 80;

/** Progress of the complete import, 0 to 100. Rounded down, so that 100 means done. */
export function percentOf(progress: ImportProgress): number {
  const { status, bytesDone, bytesTotal, zipsDone, zipsTotal } = progress;
  if (status === 'scanning') return Math.floor(SCAN_PERCENT * share(bytesDone, bytesTotal));
  if (status === 'writing')
    return Math.floor(SCAN_PERCENT + (100 - SCAN_PERCENT) * share(zipsDone, zipsTotal));
  return isRunning(status) ? 0 : 100;
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}

export type StepState = 'done' | 'current' | 'asked' | 'todo' | 'stopped' | 'not reached' | 'not needed';
export interface Step {
  name: 'Uploaded' | 'Scanning' | 'Writing' | 'Live';
  state: StepState;
}

const names = ['Uploaded', 'Scanning', 'Writing', 'Live'] as const;

/** The steps of an import, and the one that it is at or stopped at. */
export function stepsOf(progress: ImportProgress): Step[] {
  const states = stepStates(progress);
  return names.map((name, index) => ({ name, state: states[index] ?? 'todo' }));
}

function stepStates(progress: ImportProgress): StepState[] {
  const { status } = progress;
  return status === 'failed' || status === 'cancelled' ? stoppedAt(progress) : statesByStatus[status];
}

const statesByStatus: Record<Exclude<ImportStatus, 'failed' | 'cancelled'>, StepState[]> = {
  uploading: ['current', 'todo', 'todo', 'todo'],
  uploaded: ['done', 'todo', 'todo', 'todo'],
  waiting: ['done', 'todo', 'todo', 'todo'],
  scanning: ['done', 'current', 'todo', 'todo'],
  writing: ['done', 'done', 'current', 'todo'],
  needsConfirmation: ['done', 'done', 'done', 'asked'],
  live: ['done', 'done', 'done', 'done'],
  superseded: ['done', 'done', 'done', 'done'],
  removed: ['done', 'done', 'done', 'done'],
  unchanged: ['done', 'done', 'not needed', 'not needed'],
};

// A wrong file is recognized by its first bytes, before anything is counted.
function stoppedAt({ zipsTotal }: ImportProgress): StepState[] {
  return zipsTotal > 0
    ? ['done', 'done', 'stopped', 'not reached']
    : ['done', 'stopped', 'not reached', 'not reached'];
}
