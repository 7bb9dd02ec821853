import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import type { WriteContext } from '../core/context.ts';
import type { Topic } from '@handoff/shared/contract/endpoint';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { notFound } from '../core/app-error.ts';
import type { Loaded, RecordKind } from '../core/unit-of-work.ts';
import { assertCurrentVersion, editedBy } from '../records/concurrency-check.ts';
import { fieldChanges } from '../records/field-changes.ts';
import { domainGroup, type RealtimeMessage } from '@handoff/shared/contract/realtime';

interface Rules<T extends { Id: string }> {
  /** Its name in messages, such as "this view". */
  what: string;
  /** Its name where one of several is refused. */
  nameOf?: (record: T) => string;
  /** Fields whose parts belong together, such as a decision and its reason. */
  wholes?: readonly string[];
  /** Its open screens hear of a change: a topic for those of the agency, or a function for others. */
  announce: Topic | ((context: WriteContext, versions: { before: T; after: T }) => void);
  /** The record as people see it; all of it when left out. */
  shown?: (record: T) => { Id: string };
  /** The part of the record that the audit trail shows; all of it when left out. */
  audited?: (record: T) => object;
  /** The audit trail says that these fields changed, and not how. */
  unquoted?: readonly string[];
}

/** The way in which people edit and remove the records of one kind. */
export interface Editable<T extends { Id: string }> extends Rules<T> {
  kind: RecordKind<T>;
}

/** The same for entries that are stored within a record, such as one list of several. */
export interface EditableEntry<T extends { Id: string }> extends Rules<T> {
  find(context: WriteContext, id: string): Promise<T | undefined>;
  /** Stores the entry, or removes it when it is left out. */
  store(context: WriteContext, id: string, entry?: T): Promise<void>;
}

interface Asked<T> {
  /** With the version that the person began with; without it the edit is one of the current version. */
  asked: { Id: string; Etag?: string | undefined };
  /** Throws when the person may not; it is called before the version is compared. */
  allow?: (record: T) => void;
  /** The fields as the person wants them, where they are others than those asked with. */
  patch?: (before: T) => object;
}

/** Edits a record as a person asks; an edit that changes nothing leaves no trace. */
export async function edit<T extends { Id: string; Etag: string }>(
  context: WriteContext,
  editable: Editable<T> | EditableEntry<T>,
  { action, change, ...request }: Asked<T> & { action: AuditAction; change: (before: T) => T | Promise<T> },
): Promise<T> {
  const { record: before, store } = await opened(context, editable, request);
  return saveEdit(context, editable, { action, before, wanted: await change(before), store });
}

/** The last steps of an edit whose record has been read and checked. */
export async function saveEdit<T extends { Id: string; Etag: string }>(
  context: WriteContext,
  rules: Rules<T>,
  {
    action,
    before,
    wanted,
    store,
  }: { action: AuditAction; before: T; wanted: T; store: (after: T) => unknown },
): Promise<T> {
  const { work } = context;
  const { audited = (record: T): object => record, unquoted = [] } = rules;
  const changes = fieldChanges(audited(before), audited(wanted));
  if (changes.length === 0) return before;
  const after = { ...wanted, ...('UpdatedAt' in wanted ? editedBy(context) : { Etag: work.etag }) };
  await store(after);
  const quoted = changes.map((each) =>
    unquoted.includes(each.field) ? { field: each.field, old: null, new: 'Changed' } : each,
  );
  work.audit({ action, subject: after.Id, changes: quoted });
  announce(context, rules, { before, after });
  return after;
}

/** Kept with what belongs to it until the purge; `changes` stay in the audit trail. */
export async function remove<T extends { Id: string }>(
  context: WriteContext,
  editable: Editable<T> | EditableEntry<T>,
  {
    action,
    until,
    changes,
    ...request
  }: Asked<T> & { action: AuditAction; until?: 'purge'; changes?: (record: T) => FieldChange[] },
): Promise<{ record: T; PurgeAt: string }> {
  const { record, store } = await opened(context, editable, { ...request, until, patch: () => ({}) });
  const PurgeAt = (await store()) ?? '';
  context.work.audit({ action, subject: record.Id, ...(changes && { changes: changes(record) }) });
  announce(context, editable, { before: record, after: record });
  return { record, PurgeAt };
}

/** Without a record after the edit, `store` removes it. */
async function opened<T extends { Id: string }>(
  context: WriteContext,
  editable: Editable<T> | EditableEntry<T>,
  { until, ...request }: Asked<T> & { until?: 'purge' | undefined },
): Promise<{ record: T; store: (after?: T) => Promise<string | void> }> {
  const { work } = context;
  const { Id } = request.asked;
  if ('find' in editable) {
    const record = checked(context, editable, { ...request, found: await editable.find(context, Id) });
    return { record: await record, store: (after) => editable.store(context, Id, after) };
  }
  const { kind } = editable;
  const record = await current(context, editable, request);
  const dropped = () => (until ? work.deleteUntilPurged(kind, record) : work.softDelete(kind, record));
  return { record, store: async (after) => (after ? work.replace(kind, record, after) : dropped()) };
}

/** The record that a person edits. Throws when it is not there, or when others have edited it since. */
export async function current<T extends { Id: string }>(
  context: WriteContext,
  editable: Omit<Editable<T>, 'announce'>,
  request: Asked<T>,
): Promise<Loaded<T>> {
  const found = await context.work.get(editable.kind, request.asked.Id);
  return checked(context, editable, { ...request, found });
}

async function checked<T extends { Id: string }, Found extends T>(
  { work, caller }: WriteContext,
  { what, nameOf, wholes, shown }: Omit<Rules<T>, 'announce'>,
  { asked, allow, patch, found }: Asked<T> & { found: Found | undefined },
): Promise<Found> {
  if (!found) throw notFound(`T${what.slice(1)}`);
  allow?.(found);
  const { Id: _id, Etag: basedOn, ...fields } = asked;
  await assertCurrentVersion(work, {
    what: nameOf?.(found) ?? what,
    current: { Etag: '', ...(shown?.(found) ?? found) },
    basedOn,
    patch: patch?.(found) ?? fields,
    wholes,
    by: caller.claims,
  });
  return found;
}

function announce<T extends { Id: string }>(
  context: WriteContext,
  { announce: to }: Rules<T>,
  versions: { before: T; after: T },
): void {
  if (typeof to === 'string') announceChange(context, { topic: to, id: versions.after.Id });
  else to(context, versions);
}

export function announceChange(
  { work, caller }: WriteContext,
  hint: Pick<RealtimeMessage, 'topic' | 'id'>,
): void {
  work.notify({ group: domainGroup(caller.businessDomainId) }, { ...hint, by: caller.person.Id });
}
