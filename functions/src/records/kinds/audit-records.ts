import * as z from 'zod';
import { readAs } from '../../core/record-kind.ts';
import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { declareRecord, declareStored, standalone } from '../declare-record.ts';
import { always } from '../retention.ts';

const everywhere = ['agency', 'system', 'person'] as const;

const WrittenEntry = z
  .object({ id: z.string(), entry: z.string() })
  .transform(({ id, entry }) => ({ Id: id, ...AuditEntry.parse(JSON.parse(entry)) }));

/** A link of the audit chain; its `entry` is stored as the exact text that was hashed. */
export const auditKind = declareRecord({
  type: 'audit',
  schema: WrittenEntry,
  holds: 'who changed what',
  levels: ['patient', 'staff'],
  partitions: everywhere,
  retention: always,
  ...standalone,
});

export const viewEntry = declareStored({
  type: 'audit-view',
  holds: 'who saw whom',
  levels: ['patient', 'staff'],
  partitions: everywhere,
  retention: always,
  ...standalone,
});

export const AUDIT_HEAD = 'audit-head';
export const auditHeadKind = declareRecord({
  type: AUDIT_HEAD,
  schema: z
    .object({ id: z.string(), seq: z.number(), hash: z.string(), seal: z.string().optional() })
    .transform(({ id, ...head }) => ({ Id: id, ...head })),
  holds: 'the end of a trail, signed',
  levels: ['staff'],
  partitions: everywhere,
  retention: always,
  ...standalone,
});

/** The links of the chain, and the views of records, which are outside it. */
export const auditTrailKind = readAs(auditKind, WrittenEntry);

/** `@subject`: the id of the record. The query uses `subject` and `seq`, stored beside the sealed `entry`. */
export const activityOfSubject =
  "SELECT * FROM c WHERE c.type = 'audit' AND c.subject = @subject ORDER BY c.type ASC, c.subject ASC, c.seq DESC";

/** Finds this person's list views since then that include any of these records, newest first. */
export function listedTo({
  oid,
  action,
  since,
  ids,
}: {
  oid: string;
  action: string;
  since: Date;
  ids: readonly string[];
}) {
  const shown = ids.map((id, index) => [`shown${index}`, id] as const);
  const isAny = shown.map(([name]) => `ARRAY_CONTAINS(c.shown, @${name})`).join(' OR ');
  return {
    sql:
      "SELECT * FROM c WHERE c.type = 'audit-view' AND c.oid = @oid AND c.action = @action AND c.at >= @since" +
      ` AND (${isAny}) ORDER BY c.at DESC`,
    parameters: { oid, action, since: since.toISOString(), ...Object.fromEntries(shown) },
  };
}

/** `@subjects`: ids of records; `@actions`: only these. */
export const changesOfSubjects =
  "SELECT * FROM c WHERE c.type = 'audit' AND ARRAY_CONTAINS(@subjects, c.subject)" +
  ' AND ARRAY_CONTAINS(@actions, c.action)';

/** `@oid`: the person; newest first. */
export const lastActionOf =
  "SELECT * FROM c WHERE c.type IN ('audit', 'audit-view') AND c.oid = @oid ORDER BY c.at DESC";
