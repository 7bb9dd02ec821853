import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { conflictingFields } from './conflicting-fields.ts';
import { activityOfSubject, auditKind } from './kinds/audit-records.ts';
import { AppError } from '../core/app-error.ts';
import type { Reader } from '../core/unit-of-work.ts';

/** How far back it is looked for what others changed; beyond it every differing field counts. */
const LOOK_BACK = 50;

interface Edit {
  /** As in "this referral". */
  what: string;
  /** The record as its readers see it now. */
  current: { Id: string; Etag: string };
  /** The version the person began with; without it the edit is one of the current version. */
  basedOn: string | undefined;
  /** The edit in the record's own fields. */
  patch: object;
}

/**
 * Throws `conflict` when others have edited the record since, with the record and the fields that collide.
 * Nothing is merged here: without collisions the person's screen sends the same fields again, based on `current`.
 */
export async function assertCurrentVersion(
  find: Reader,
  { what, current, basedOn, patch }: Edit,
): Promise<void> {
  if (basedOn === undefined || current.Etag === basedOn) return;
  const recent = await find.list(auditKind, {
    sql: activityOfSubject,
    parameters: { subject: current.Id },
    pageSize: LOOK_BACK,
  });
  const base = recent.items.findIndex((entry) => entry.etag === basedOn);
  const since = base === -1 ? undefined : recent.items.slice(0, base).toReversed();
  const changedSince = since?.flatMap((entry) => entry.changes);
  const by = lastEditor(recent.items, current.Etag);
  const fields = conflictingFields({ patch, current, changedSince });
  throw new AppError('conflict', `${by} has changed ${what} since you opened it.`, {
    current,
    fields: Object.fromEntries(fields.map((field) => [field, `${by} has changed this too`])),
  });
}

function lastEditor(entries: AuditEntry[], etag: string): string {
  return entries.find((entry) => entry.etag === etag)?.name ?? 'Someone';
}
