import { Readable } from 'node:stream';
import type { NationalList } from '@handoff/shared/domain/address/file-subject';
import type { FileField } from '@handoff/shared/domain/address/state-file-import';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { readSourceText, type SourceText } from '../decode/source-text.ts';
import { listFile, listOfStart } from '../lists/recognize-list.ts';
import type { ColumnMapping } from '../parse/row-fields.ts';
import { firstRows } from '../parse/csv-rows.ts';
import { stateOfStart } from './file-state.ts';
import { recognizeFile } from '../parse/recognize-file.ts';
import { readStateSettings } from '../rules/state-settings.ts';
import type { ImportHandlers } from '../import-ports.ts';

const ROWS = 4;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 60;

const unknown = { State: null, Problem: null, Columns: [], Rows: [] };

/** Recognizes a file before it is uploaded, as the import will. */
export const recognize: ImportHandlers['recognize'] = async ({ body }, { addresses }) => {
  try {
    const source = await readSourceText(Readable.from([Buffer.from(body.Start)]));
    const { start } = source;
    const list = listOfStart(start);
    if (list) return recognizedList(list, source);
    const file = recognizeFile(source);
    const state = stateOfStart(start, { name: body.FileName, file });
    const known = state && (await readStateSettings(addresses(state))).choice;
    const { mapping, delimiter, problem } = known ? recognizeFile(source, known) : file;
    const { header } = mapping;
    const fields = fieldsOfColumns(mapping);
    return {
      State: state ?? null,
      Problem: problem?.message ?? null,
      Columns: shown(header).map((name, index) => ({ name, field: fields.get(index) ?? null })),
      Rows: firstRows(start, { delimiter, width: header.length, most: ROWS }).map(shown),
    };
  } catch (error) {
    // A part of GeoJSON may end within a feature, so only the entire file can be refused.
    if (error instanceof InvalidFileError) return unknown;
    throw error;
  }
};

function recognizedList(list: NationalList, source: SourceText) {
  const { header, hasHeader, delimiter, problem } = listFile(list, source);
  const rows = firstRows(source.start, { delimiter, width: header.length, most: ROWS });
  return {
    State: list,
    Problem: problem?.message ?? null,
    Columns: hasHeader ? shown(header).map((name) => ({ name, field: null })) : [],
    Rows: hasHeader ? rows.map(shown) : [],
  };
}

const shown = (cells: readonly string[]) =>
  cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim().slice(0, MAX_CHARACTERS));

function fieldsOfColumns(mapping: ColumnMapping): ReadonlyMap<number, FileField> {
  const { number, numberParts = [], street, address, city, county, unit, state, zip } = mapping;
  const columns: [FileField, readonly number[]][] = [
    ['number', [...number, ...numberParts]],
    ['street', street],
    ['address', [address]],
    ['city', city],
    ['county', county],
    ['unit', unit],
    ['state', [state]],
    ['zip', [zip]],
  ];
  return new Map(columns.flatMap(([field, indices]) => indices.map((index) => [index, field] as const)));
}
