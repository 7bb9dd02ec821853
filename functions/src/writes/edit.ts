import type { WriteContext } from '../core/context.ts';
import type { Topic } from '@handoff/shared/contract/endpoint';
import { notFound } from '../core/app-error.ts';
import type { RecordKind } from '../core/record-kind.ts';
import type { Loaded } from '../core/unit-of-work.ts';
import { assertCurrentVersion } from '../records/concurrency-check.ts';
import { editedBy } from '../records/edited-by.ts';
import { fieldChanges } from '../records/field-changes.ts';
import { announceChange } from './announce-change.ts';

type Edited = ReturnType<typeof editedBy> & { Id: string };

/** The way in which people edit and remove the records of one kind. */
export interface Editable<T extends { Id: string }> {
  kind: RecordKind<T>;
  /** Its name in messages, such as "this view". */
  what: string;
  /** Its open screens hear of a change: a topic for those of the agency, or a function for others. */
  announce: Topic | ((context: WriteContext, versions: { before: T; after: T }) => void);
  /** The record as people see it; all of it when left out. */
  shown?: (record: T) => { Id: string };
  /** The part of the record that the audit trail shows; all of it when left out. */
  audited?: (record: T) => object;
  /** The audit trail says that these fields changed, and not how. */
  unquoted?: readonly string[];
}

interface Asked {
  Id: string;
  /** The version the person began with; without it the edit is one of the current version. */
  Etag?: string | undefined;
}

interface Check<T> {
  action: string;
  asked: Asked;
  /** Throws when the person may not; it is called before the version is compared. */
  allow?: (record: T) => void;
}

interface EditRequest<T> extends Check<T> {
  /** The fields as the person wants them, where they are others than those asked with. */
  patch?: (before: T) => object;
  /** Gives the record with the edit. */
  change: (before: Loaded<T>) => T | Promise<T>;
}

/** Edits a record as a person asks; an edit that changes nothing leaves no trace. */
export async function edit<T extends Edited>(
  context: WriteContext,
  editable: Editable<T>,
  { action, change, ...request }: EditRequest<T>,
): Promise<T> {
  const { work } = context;
  const { kind, audited = (record: T): object => record, unquoted = [] } = editable;
  const before = await current(context, editable, request);
  const wanted = await change(before);
  const changes = fieldChanges(audited(before), audited(wanted));
  if (changes.length === 0) return before;
  const after = { ...wanted, ...editedBy(context) };
  work.replace(kind, before, after);
  const quoted = changes.map((each) =>
    unquoted.includes(each.field) ? { field: each.field, old: null, new: 'Changed' } : each,
  );
  work.audit({ action, subject: after.Id, changes: quoted });
  announce(context, editable, { before, after });
  return after;
}

/** Removes a record as a person asks; `until` the purge, when what belongs to it goes with it. */
export async function remove<T extends { Id: string }>(
  context: WriteContext,
  editable: Editable<T>,
  { action, until, ...request }: Check<T> & { until?: 'purge' },
): Promise<{ record: T; PurgeAt: string }> {
  const { work } = context;
  const record = await current(context, editable, { ...request, patch: () => ({}) });
  let PurgeAt = '';
  if (until === 'purge') PurgeAt = work.deleteUntilPurged(editable.kind, record);
  else work.softDelete(editable.kind, record);
  work.audit({ action, subject: record.Id });
  announce(context, editable, { before: record, after: record });
  return { record, PurgeAt };
}

/** The record that a person edits. Throws when it is not there, or when others have edited it since. */
export async function current<T extends { Id: string }>(
  { work }: WriteContext,
  { kind, what, shown }: Pick<Editable<T>, 'kind' | 'what' | 'shown'>,
  { asked, allow, patch }: Pick<EditRequest<T>, 'asked' | 'allow' | 'patch'>,
): Promise<Loaded<T>> {
  const record = await work.get(kind, asked.Id);
  if (!record) throw notFound(`T${what.slice(1)}`);
  allow?.(record);
  const { Id: _id, Etag: basedOn, ...fields } = asked;
  await assertCurrentVersion(work, {
    what,
    current: { Etag: '', ...(shown?.(record) ?? record) },
    basedOn,
    patch: patch?.(record) ?? fields,
  });
  return record;
}

function announce<T extends { Id: string }>(
  context: WriteContext,
  { announce: to }: Editable<T>,
  versions: { before: T; after: T },
): void {
  if (typeof to === 'string') announceChange(context, { topic: to, id: versions.after.Id });
  else to(context, versions);
}
