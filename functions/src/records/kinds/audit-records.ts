import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import * as z from 'zod';
import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { declareRecord, standalone, standaloneIn } from '../declare-record.ts';
import { always } from '../retention.ts';
import { atLeast, including, oneOf, select, type Where } from '../select.ts';

const everywhere = ['agency', 'system', 'person'] as const;

type Entry = AuditEntry & { Id: string };

/** A view has all of its fields once: it is no link of the chain, whose text would be hashed. */
const View = z
  .object({
    id: z.string(),
    type: z.literal('audit-view'),
    ...AuditEntry.omit({ seq: true, etag: true, changes: true }).shape,
  })
  .transform(({ id, type: _type, ...view }): Entry => ({ Id: id, seq: 0, ...view, changes: [] }));

export const viewKind = declareRecord({
  type: 'audit-view',
  schema: View,
  holds: 'who saw whom',
  levels: ['patient', 'staff'],
  partitions: [...everywhere, 'month'],
  retention: always,
  boundedBy: 'month',
  ...standalone,
});

const Link = z
  .object({ id: z.string(), type: z.literal('audit'), entry: z.string() })
  .transform(({ id, entry }): Entry => ({ Id: id, ...AuditEntry.parse(JSON.parse(entry)) }));

/** A link of the audit chain; its `entry` is stored as the exact text that was hashed. Views are read the same way. */
export const auditKind = declareRecord({
  type: 'audit',
  schema: z.discriminatedUnion('type', [Link, View]),
  holds: 'who changed what',
  levels: ['patient', 'staff'],
  partitions: [...everywhere, 'month'],
  retention: always,
  boundedBy: 'month',
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
  boundedBy: 'one',
  ...standalone,
});

export const TRAIL_MONTHS = 'trail-months';
/** Which entries have left the partition of an agency, whose size is limited. */
export const trailMonthsKind = declareRecord({
  type: TRAIL_MONTHS,
  schema: z.object({
    Id: z.literal(TRAIL_MONTHS),
    /** Oldest first. */
    Moved: z.array(z.object({ Month: z.string(), Seq: z.number().int() })),
    /** How far the next month is copied; readers do not look there yet. */
    Copying: z.object({ Through: z.string() }).nullable(),
  }),
  ...standaloneIn('agency', 'business')('the months of the trail in partitions of their own', always, 'one'),
});

// Queries of the trail use fields that are stored beside the text of an `entry`. No one can delete entries, so they do
// not say that they are not deleted.

export const activityOf = (subject: string) =>
  select(auditKind, {
    withDeleted: true,
    where: { subject },
    order: ['type ASC', 'subject ASC', 'seq DESC'],
  });

/** Finds this person's list views since then that include any of these records, newest first. */
export function listedTo({
  oid,
  action,
  since,
  ids,
}: {
  oid: string;
  action: AuditAction;
  since: Date;
  ids: readonly string[];
}) {
  return select(auditKind, {
    types: [viewKind.type],
    withDeleted: true,
    where: { oid, action, at: atLeast(since.toISOString()), OR: ids.map((id) => ({ shown: including(id) })) },
    order: ['at DESC'],
  });
}

export const changesOf = (subjects: readonly string[], actions: readonly AuditAction[]) =>
  select(auditKind, { withDeleted: true, where: { subject: oneOf(subjects), action: oneOf(actions) } });

/** Newest first: changes, views or both. */
export const trailEntries = (
  where: Where<AuditEntry>,
  types: readonly string[] = [auditKind.type, viewKind.type],
) => select(auditKind, { types, withDeleted: true, where, order: ['at DESC'] });
