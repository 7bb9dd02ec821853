import * as z from 'zod';

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One line of a record's history: who did what, field by field. */
export const AuditEntry = z.object({
  /** 0 of a view, which is not a link of the chain. */
  seq: z.number().int(),
  at: z.string(),
  oid: z.string(),
  name: z.string(),
  requestId: z.string(),
  /** Of the trace of that request, as operations knows it. */
  traceId: z.string().optional(),
  action: z.string(),
  subject: z.string(),
  /** Ids of all records that a view showed, when the subject alone does not say it. */
  shown: z.array(z.string()).optional(),
  /** Why, as whoever did it chose it. */
  reason: z.string().optional(),
  /** What the record got as its `Etag` when this was an edit of it. */
  etag: z.string().optional(),
  changes: z.array(z.object({ field: z.string(), old: Value, new: Value })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export type FieldChange = AuditEntry['changes'][number];
