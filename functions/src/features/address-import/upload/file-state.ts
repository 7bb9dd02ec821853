import { Readable } from 'node:stream';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { AddressState, addressStates, stateCode, stateInName } from '@handoff/shared/domain/address/us-state';
import { parse } from 'csv-parse/sync';
import { AppError, invalidField } from '../../../core/app-error.ts';
import { listOfStart } from '../lists/recognize-list.ts';
import { lastLine, normalizeText } from '../parse/address-text.ts';
import { recognizeFile, type RecognizedFile } from '../parse/recognize-file.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../decode/source-text.ts';

/** A few rows may be beyond the border. */
const NEARLY_ALL = 0.9;

/** Finds the state or list of a file by its first rows. The name decides only where they leave it open. */
export async function subjectOfFile({
  name,
  bytes,
}: {
  name: string;
  bytes: Uint8Array;
}): Promise<FileSubject> {
  try {
    const start = await startOf(bytes);
    const list = listOfStart(start);
    if (list) return list;
    const file = recognizeFile({ start, kind: 'csv', encoding: 'utf-8' });
    if (file.problem) throw file.problem;
    const state = stateOfStart(start, { name, file });
    if (state) return state;
  } catch (error) {
    if (error instanceof InvalidFileError) throw new AppError('unsupported_file', error.message);
    throw error;
  }
  const message = `state is missing: the file does not say which of ${addressStates.join(', ')} it is of`;
  throw invalidField('state', message);
}

/** The same by the first characters of its text; undefined where they and the name leave it open. */
export function stateOfStart(
  start: string,
  { name, file }: { name: string; file: RecognizedFile },
): AddressState | undefined {
  const counts = statesInRows(rowsOf(start, file));
  const named = stateInName(name);
  const isPossible = counts.size === 0 || (named !== undefined && counts.has(named));
  return AddressState.safeParse(nearlyAll(counts) ?? (isPossible ? named : undefined)).data;
}

interface Row {
  state: string;
  zip: string;
}

function rowsOf(start: string, { mapping, delimiter }: RecognizedFile): Row[] {
  const records: string[][] = parse(wholeLines(start), {
    delimiter,
    from: 2,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
  });
  return records.map((row) => ({ state: row[mapping.state] ?? '', zip: row[mapping.zip] ?? '' }));
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

function statesInRows(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { state, zip } of rows) {
    const found =
      stateCode(state) ?? stateOfZip(normalizeFileZip(zip) ?? lastLine(normalizeText(zip))?.zip ?? '');
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function nearlyAll(counts: ReadonlyMap<string, number>): string | undefined {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => count >= all * NEARLY_ALL)?.[0];
}
