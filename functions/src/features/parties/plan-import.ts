import { csvCell } from '@handoff/shared/domain/records/csv';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { fieldChanges } from '../../records/field-changes.ts';
import { identityOf } from '@handoff/shared/domain/agency/directory';
import * as z from 'zod';
import { AppError } from '../../core/app-error.ts';
import { RejectedRow, takeRows } from '../../core/csv-records.ts';
import { UnreadableCell, type Column, type DirectoryNames } from './csv-columns.ts';
import { existsAlready } from './party-handlers.ts';

export const ID_HEADER = 'Id';

interface Known {
  Id: string;
  Name: string;
}

interface ImportQuestion<Draft, Entity> {
  csv: string;
  columns: readonly Column<Entity>[];
  existing: readonly Entity[];
  names: DirectoryNames;
  identity: readonly string[];
  /** The fields of a new record that its row leaves out. */
  blank: object;
  draft: z.ZodType<Draft>;
  /** Merges the fields into the record and applies the rules between them; throws as an update would. */
  merged(before: Entity, fields: object): Entity;
}

export interface ImportPlan<Draft, Entity> {
  add: { line: number; draft: Draft }[];
  change: { line: number; before: Entity; after: Entity; changes: FieldChange[] }[];
  unchanged: number;
  rejected: { Line: number; Name: string; Reason: string }[];
  ignored: string[];
}

interface Row {
  line: number;
  /** By header, in lower case. */
  cells: ReadonlyMap<string, string>;
}

/**
 * Plans the effect of a file: a row is the record with its Id, otherwise the one with its identity, or a new one. A cell
 * equal to the record's own export changes nothing, so details that the format cannot express survive a round trip, and
 * an empty cell leaves the value unchanged.
 */
export async function planImport<Draft extends { Name: string }, Entity extends Known>(
  question: ImportQuestion<Draft, Entity>,
): Promise<ImportPlan<Draft, Entity>> {
  const { columns, existing, names, identity, blank, draft } = question;
  const known = new Map(columns.map((column) => [column.header.toLowerCase(), column]));
  const plan: Omit<ImportPlan<Draft, Entity>, 'rejected' | 'ignored'> = {
    add: [],
    change: [],
    unchanged: 0,
  };
  const seen = new Map<string, number>();
  const { headers, rejected } = await takeRows({
    csv: question.csv,
    needed: ['name'],
    naming: 'name',
    take: (cells, line) => planRow({ cells, line }),
  });
  const ignored = headers.filter((header) => !known.has(header) && header !== ID_HEADER.toLowerCase());
  return { ...plan, rejected, ignored };

  function planRow(row: Row): void {
    const before = recordOf(row);
    const key = before?.Id ?? identityIn(row);
    const earlier = seen.get(key);
    if (earlier !== undefined) throw new RejectedRow(`Line ${earlier} is about the same record`);

    const fields = givenFields(row, before);
    if (before) {
      const after = checked(() => question.merged(before, fields));
      if (identityOf(after, identity) !== identityOf(before, identity)) checkIdentity(after);
      const changes = fieldChanges(before, after);
      if (changes.length === 0) plan.unchanged += 1;
      else plan.change.push({ line: row.line, before, after, changes });
    } else
      plan.add.push({
        line: row.line,
        draft: checked(() => draft.parse({ Name: '', ...blank, ...fields })),
      });
    seen.set(key, row.line);
  }

  function checkIdentity(after: Entity): void {
    const other = sameAs(identityOf(after, identity)).find(({ Id }) => Id !== after.Id);
    if (other) throw new RejectedRow(existsAlready(other));
  }

  function sameAs(wanted: string): Entity[] {
    return existing.filter((record) => identityOf(record, identity) === wanted);
  }

  function identityIn(row: Row): string {
    const naming = columns.filter(({ field }) => identity.includes(field));
    const cells = naming.map((column) => readCell(column, row.cells.get(column.header.toLowerCase()) ?? ''));
    return identityOf(Object.assign({}, ...cells), identity);
  }

  function recordOf(row: Row): Entity | undefined {
    const id = row.cells.get(ID_HEADER.toLowerCase()) ?? '';
    if (id !== '') {
      const found = existing.find((record) => record.Id === id);
      if (!found) throw new RejectedRow('No record has this Id; leave it empty to add one');
      return found;
    }
    const same = sameAs(identityIn(row));
    if (same.length > 1) throw new RejectedRow('More than one record has this name; give the Id');
    return same[0];
  }

  function givenFields(row: Row, before: Entity | undefined): object {
    let fields: object = {};
    for (const [header, cell] of row.cells) {
      const column = known.get(header);
      if (!column || cell === '' || (before && csvCell(column.write(before, names)) === csvCell(cell)))
        continue;
      fields = { ...fields, ...withParts(readCell(column, cell), fields, before ?? blank) };
    }
    return fields;
  }

  /** Runs a check of the fields, and reports errors by column. */
  function checked<T>(check: () => T): T {
    try {
      return check();
    } catch (error) {
      if (error instanceof z.ZodError) {
        const [issue] = error.issues;
        throw new RejectedRow(
          inColumn(issue?.path.join('.') ?? '', issue?.message ?? 'The row is not valid'),
        );
      }
      if (error instanceof AppError) {
        const [first] = Object.entries(error.details.fields ?? {});
        throw new RejectedRow(first ? inColumn(...first) : error.message);
      }
      throw error;
    }
  }

  function inColumn(path: string, message: string): string {
    const field = path.split('.')[0];
    const column = columns.find((each) => each.field === field);
    return column ? `${column.header}: ${message}` : message;
  }

  function readCell({ header, read }: Column<Entity>, cell: string): object {
    try {
      return read(cell, names);
    } catch (error) {
      if (error instanceof UnreadableCell) throw new RejectedRow(`${header}: ${error.message}`);
      throw error;
    }
  }
}

const PlanParts = z.record(z.string(), z.unknown());

/** A column may provide part of a field, such as the city of an address: the other parts stay. */
function withParts(given: object, fields: object, before: object): object {
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => {
      const part = PlanParts.safeParse(value).data;
      const whole = { ...before, ...fields };
      return [field, part ? { ...PlanParts.safeParse(Reflect.get(whole, field)).data, ...part } : value];
    }),
  );
}
