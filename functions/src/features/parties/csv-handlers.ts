import type { ReadContext, WriteContext } from '../../core/context.ts';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { byName } from '@handoff/shared/domain/agency/directory';
import { stringify } from 'csv-stringify/sync';
import { editedBy } from '../../records/concurrency-check.ts';
import { MOVED_AT_ONCE } from '../../records/references.ts';
import { announceChange } from '../../writes/edit.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader, RecordKind } from '../../core/unit-of-work.ts';
import { contractedPayerKind, serviceAreaKind } from '../../records/kinds/agency-records.ts';
import type { Column, DirectoryNames } from './csv-columns.ts';
import { mergedRecord, type Kept, type PartyArea } from './party-handlers.ts';
import { ID_HEADER, planImport } from './plan-import.ts';
import { selectByName } from '../../records/select.ts';

export interface DirectoryFile<Entity> {
  /** Appears in file names such as "payers-2026-11-21.csv". */
  name: string;
  columns: readonly Column<Entity>[];
  /** The fields of a new record that its row leaves out. */
  blank: object;
}

/** A file is planned against the current records, so importing it twice changes nothing. */
export function csvHandlers<Draft extends { Name: string }, Entity extends Draft & Kept>(
  area: Pick<PartyArea<Draft, Entity, object>, 'announce' | 'kind' | 'draft' | 'identity'> & {
    file: DirectoryFile<Entity>;
  },
) {
  const {
    kind,
    file: { name, columns, blank },
  } = area;

  async function exportFile(_input: unknown, { find, now }: ReadContext) {
    const [names, records] = await Promise.all([directoryNames(find), allOf(kind, find)]);
    const rows = records.map((record) => [...columns.map(({ write }) => write(record, names)), record.Id]);
    return {
      name: `${name}-${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      bytes: new TextEncoder().encode(
        stringify([[...columns.map(({ header }) => header), ID_HEADER], ...rows], csvFormat),
      ),
    };
  }

  async function previewImport({ body }: { body: { Csv: string } }, { find }: ReadContext) {
    const { add, change, unchanged, rejected, ignored } = await planOf(body.Csv, find);
    return {
      Added: add.map(({ line, draft }) => ({ Line: line, Name: draft.Name, Changes: [] })),
      Changed: change.map(({ line, after, changes }) => ({ Line: line, Name: after.Name, Changes: changes })),
      Unchanged: unchanged,
      Rejected: rejected,
      IgnoredColumns: ignored,
    };
  }

  async function applyImport({ body }: { body: { Csv: string } }, context: WriteContext) {
    const { work } = context;
    const { add, change } = await planOf(body.Csv, work);
    const added = add.slice(0, MOVED_AT_ONCE);
    const changed = change.slice(0, MOVED_AT_ONCE - added.length);
    for (const { line, draft } of added) {
      const Id = work.newId(kind.type, String(line));
      work.create(kind, kind.schema.parse({ ...draft, Id, ...editedBy(context) }));
      work.audit({ action: `${kind.type}.created`, subject: Id });
    }
    for (const { after, changes } of changed) {
      const before = await work.get(kind, after.Id);
      if (!before) continue;
      work.replace(kind, before, { ...after, ...editedBy(context) });
      work.audit({ action: `${kind.type}.updated`, subject: after.Id, changes });
    }
    const done = added.length + changed.length;
    // Readers look at the whole list again, so one hint is enough.
    if (done > 0) announceChange(context, { topic: area.announce, id: kind.type });
    return { Added: added.length, Changed: changed.length, Remaining: add.length + change.length - done };
  }

  async function planOf(csv: string, find: Reader) {
    const [names, existing] = await Promise.all([directoryNames(find), allOf(kind, find)]);
    return planImport({
      csv,
      columns,
      existing,
      names,
      identity: area.identity ?? byName,
      blank,
      draft: area.draft,
      merged: (before, fields) => mergedRecord(area, before, fields),
    });
  }

  return { exportFile, previewImport, applyImport };
}

async function directoryNames(find: Reader): Promise<DirectoryNames> {
  const [payers, areas] = await Promise.all([allOf(contractedPayerKind, find), allOf(serviceAreaKind, find)]);
  return { payers, areas };
}

const allOf = <T extends { Id: string; Name: string }>(kind: RecordKind<T>, find: Reader): Promise<T[]> =>
  listAll(find, selectByName(kind), 500);
