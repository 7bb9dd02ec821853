import { Readable } from 'node:stream';
import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { AddressState, addressStates, stateCode, stateInName } from '@handoff/shared/domain/address/us-state';
import { parse } from 'csv-parse/sync';
import { AppError, invalidField } from '../../../core/app-error.ts';
import { mapColumns } from './column-mapping.ts';
import { recognizeHeader } from '../decode/file-start.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../decode/source-text.ts';

/** A few rows may be beyond the border. */
const MAX_ROWS = 0.9;

/** Finds the state of a file by its first rows, or else by its name. Throws when neither says it. */
export async function stateOfFile({
  name,
  bytes,
}: {
  name: string;
  bytes: Uint8Array;
}): Promise<AddressState> {
  const found = stateInRows(await firstRows(bytes)) ?? stateInName(name);
  const state = AddressState.safeParse(found);
  if (state.success) return state.data;
  const message = `state is missing: the file does not say which of ${addressStates.join(', ')} it is of`;
  throw invalidField('state', message);
}

interface Row {
  state: string;
  zip: string;
}

async function firstRows(bytes: Uint8Array): Promise<Row[]> {
  try {
    const text = await startOf(bytes);
    const { header, delimiter } = recognizeHeader(text);
    const columns = mapColumns(header);
    const records: string[][] = parse(wholeLines(text), {
      delimiter,
      from: 2,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_error: true,
    });
    return records.map((row) => ({ state: row[columns.state] ?? '', zip: row[columns.zip] ?? '' }));
  } catch (error) {
    if (error instanceof InvalidFileError) throw new AppError('unsupported_file', error.message);
    throw error;
  }
}

async function startOf(bytes: Uint8Array): Promise<string> {
  const read = async (options: Parameters<typeof readSourceText>[1]) => {
    const source = await readSourceText(
      Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)], { objectMode: true }),
      options,
    );
    // The import reads the rest.
    for await (const _ of source.chunks) break;
    return source.start;
  };
  try {
    return await read({});
  } catch (error) {
    if (error instanceof NotUtf8Error) return read({ encoding: 'windows-1252' });
    throw error;
  }
}

/** Drops the line that the start was cut through, unless it is the only one below the header. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.indexOf('\n') ? text.slice(0, end + 1) : text;
}

function stateInRows(rows: readonly Row[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { state, zip } of rows) {
    const found = stateCode(state) ?? stateOfZip(normalizeFileZip(zip) ?? '');
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => count >= all * MAX_ROWS)?.[0];
}
