import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { conflictsOf } from './conflicting-fields.ts';
import { activityOf } from './kinds/audit-records.ts';
import { AppError } from '../core/app-error.ts';
import type { Reader } from '../core/unit-of-work.ts';
import type { TokenClaims } from '../platform/ports.ts';
import type { WriteContext } from '../core/context.ts';

/** How many changes to look back for the base version; beyond them every differing field counts. */
const LOOK_BACK = 50;

interface Edit {
  /** The record in words, as in "this referral". */
  what: string;
  /** The current record in the form that its readers see. */
  current: { Id: string; Etag: string };
  /** The version that the person began with; without it the edit applies to the current version. */
  basedOn: string | undefined;
  /** The changed fields; without any, as in a removal, the edit is one of that version only. */
  patch: object;
  /** Fields whose parts belong together: who changes one of them has seen the others. */
  wholes?: readonly string[] | undefined;
  /** A person's own saves do not collide with their edit; those of an application, with its many workers, do. */
  by: Pick<TokenClaims, 'oid' | 'isApplication'>;
}

/** An edit passes if no one else has changed its fields; otherwise `conflict` has the record and those fields. */
export async function assertCurrentVersion(
  find: Reader,
  { what, current, basedOn, patch, wholes = [], by: editor }: Edit,
): Promise<void> {
  if (basedOn === undefined || current.Etag === basedOn) return;
  const recent = await find.list(activityOf(current.Id), { pageSize: LOOK_BACK });
  const base = recent.items.findIndex((entry) => entry.etag === basedOn);
  const ofOthers = recent.items
    .slice(0, Math.max(base, 0))
    .filter((entry) => editor.isApplication || entry.oid !== editor.oid);
  if (base !== -1 && ofOthers.length === 0) return;
  const changedSince = base === -1 ? undefined : ofOthers.toReversed().flatMap((entry) => entry.changes);
  const { isApart, fields } = conflictsOf({ patch, current, changedSince, wholes });
  if (isApart && Object.keys(patch).length > 0) return;
  const by = lastEditor(recent.items, current.Etag);
  throw new AppError('conflict', `${by} has changed ${what} since you opened it.`, {
    current,
    fields: Object.fromEntries(fields.map((field) => [field, `${by} has changed this too`])),
  });
}

function lastEditor(entries: AuditEntry[], etag: string): string {
  return entries.find((entry) => entry.etag === etag)?.name ?? 'Someone';
}

export const editedBy = (context: WriteContext) => ({ Etag: context.work.etag, ...changedBy(context) });

/** What belongs to the record was changed, such as a note: no edit of its fields collides with that. */
export const changedBy = ({ caller, now }: WriteContext) => ({
  UpdatedAt: now.toISOString(),
  UpdatedBy: caller.person,
});
