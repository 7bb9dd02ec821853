import type { RecordKind } from '../core/unit-of-work.ts';
import type { StoredDocument } from '../platform/ports.ts';
import type { Retention } from './retention.ts';
import type { Where } from './select.ts';

/** Fields of sealed texts, or of hashes to find them by: a new version of the keys writes them again. */
export type SealedField = 'Sealed' | 'Webhooks' | 'SearchKeys' | 'DuplicateKeys' | 'MbiHash' | 'ListHash';

/** The record that another one is a part of, and what becomes of the part together with it. */
interface Belonging {
  kind: { type: string };
  by: 'ReferralId' | 'SubjectId' | 'CheckId' | 'BatchId';
  atPurge: 'removed' | 'stays';
  atMerge: 'moved' | 'stays';
  /** Its name where a purge counts it and a merge lists it. */
  counted: string | null;
}

interface RecordFiles {
  container: 'documents' | 'payer-exchanges';
  names: (domainId: string, record: StoredDocument) => string[];
}

/** Text about a referral inside a record of something else: a purge removes the text and leaves the record. */
interface Mentions {
  where(referralId: string): Where<{ Rows: object[] }>;
  without(record: StoredDocument, referralId: string): StoredDocument;
}

/** `setup` is what people enter by hand; `file` the newest versions of a file; `years` what the agency sets. */
export type Bound = 'time' | 'one' | 'setup' | 'file' | 'referral' | 'years' | 'month' | 'nothing';

/** Everything that the server must know of a kind of record besides its fields. Nothing has a default to forget. */
export interface RecordFacts {
  type: string;
  /** Printed in `infra/docs/protection.md`, with the levels and the retention. */
  holds: string;
  levels: readonly ('numbers' | 'patient' | 'staff' | 'business')[];
  partitions: readonly ('agency' | 'system' | 'person' | 'state' | 'month')[];
  retention: Retention;
  /** Why the records of this kind cannot fill a partition; printed in `infra/docs/data-model.md`. */
  boundedBy: Bound;
  belongsTo: Belonging | null;
  files: RecordFiles | null;
  sealed: readonly SealedField[];
  mentions: Mentions | null;
}

export const declareRecord = <T extends { Id: string }, Type extends string>(
  declared: RecordKind<T> & RecordFacts & { type: Type },
) => declared;

/** A kind that one part of the server writes and reads by itself, with a schema of its own. */
export const declareStored = (declared: RecordFacts) => declared;

/** Facts of a record without parent, files, sealed texts and words about a referral. */
export const standalone = { belongsTo: null, files: null, sealed: [], mentions: null } as const;

/** The same of a part of a referral, by its field `ReferralId`. */
export const inReferral = (kind: { type: string }, fate: Omit<Belonging, 'kind' | 'by'>) => ({
  ...standalone,
  partitions: ['agency'] as const,
  belongsTo: { kind, by: 'ReferralId', ...fate } as const,
  boundedBy: fate.atPurge === 'removed' ? ('referral' as const) : ('nothing' as const),
});

/** Facts of such a record in one kind of partition. */
export const standaloneIn =
  (partition: RecordFacts['partitions'][number], level: RecordFacts['levels'][number]) =>
  (holds: string, retention: Retention, boundedBy: Bound) => ({
    ...standalone,
    holds,
    levels: [level],
    partitions: [partition],
    retention,
    boundedBy,
  });
