import type { CommitResult, Operation, PartitionReads, PlacedDocument } from '../platform/ports.ts';

/** The outcome of a batch that was sent until it was known. */
export type Committed =
  /** `wasLost`: its first answer was, and others may have written since; the etags are those of now. */
  | { outcome: 'applied'; etags: string[]; writeId: string; wasLost: boolean }
  | Extract<CommitResult, { outcome: 'refused' }>;

/** A partition whose only write repeats itself until its outcome is known. */
export interface RetriedPartition extends PartitionReads {
  write(operations: readonly Operation[]): Promise<Committed>;
}

export interface EachCreation {
  documents: readonly PlacedDocument[];
  /** Checked before every try; its reason ends the work. */
  signal: AbortSignal;
}
