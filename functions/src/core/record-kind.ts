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

export const idOf = (kind: { type: string }) => readAs(kind, z.object({ Id: z.string() }));

// Every SQL text is a constant of the product. Sorts name the filtered properties first and so match a composite
// index of containers.ts, which then serves the first page without sorting.

/** `@type`: all records of a kind in a partition, for kinds with few records per agency. */
export const recordsOfType = 'SELECT * FROM c WHERE c.type = @type AND c.DeletedAt = null';

/** `@type`: how many there are. */
export const recordsCounted = 'SELECT VALUE COUNT(1) FROM c WHERE c.type = @type AND c.DeletedAt = null';

/** `@type`: the same by name, page by page. */
export const recordsByName = `${recordsOfType} ORDER BY c.type ASC, c.Name ASC`;
