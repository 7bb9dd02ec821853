import * as z from 'zod';

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One entry in a record's history: who did what, field by field. */
export const AuditEntry = z.object({
  /** 0 for a view, which is not part of the chain. */
  seq: z.number().int(),
  at: z.string(),
  oid: z.string(),
  name: z.string(),
  requestId: z.string(),
  /** The trace of that request in the operations log. */
  traceId: z.string().optional(),
  action: z.string(),
  subject: z.string(),
  /** Ids of all records that a view showed, when the subject alone does not say it. */
  shown: z.array(z.string()).optional(),
  reason: z.string().optional(),
  /** The `Etag` that the record got, when this was an edit. */
  etag: z.string().optional(),
  changes: z.array(z.object({ field: z.string(), old: Value, new: Value })),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export type FieldChange = AuditEntry['changes'][number];
