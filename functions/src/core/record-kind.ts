import * as z from 'zod';

/** A kind of record: its `type` in the store, and the schema of its fields. Its `id` there is its `Id`. */
export interface RecordKind<T extends { Id: string }> {
  type: string;
  schema: z.ZodType<T>;
  /** Derives index fields that are stored with every write for queries, and never read back. */
  derivedFields?(entity: T): object;
}

/** The same records with the fields that one query reads. */
export const readAs = <T extends { Id: string }>(
  { type }: { type: string },
  schema: z.ZodType<T>,
): RecordKind<T> => ({ type, schema });
