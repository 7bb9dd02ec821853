import type * as z from 'zod';

/** A kind of record: its `type` in the store, and the schema of its fields. Its `id` there is its `Id`. */
export interface EntityKind<T extends { Id: string }> {
  type: string;
  schema: z.ZodType<T>;
}
