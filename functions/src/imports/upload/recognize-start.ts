import { Readable } from 'node:stream';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { addressStates } from '@handoff/shared/domain/address/us-state';
import { AppError, invalidField } from '../../core/app-error.ts';
import type { FileKind, FilePreview } from '../read/file-kind.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../decode/source-text.ts';
import { firstRows } from '../read/csv-rows.ts';
import type { ImportHandlers } from '../import-ports.ts';

const ROWS = 4;
const MAX_COLUMNS = 100;
const MAX_CHARACTERS = 60;

const unknown = { State: null, Problem: null, Columns: [], Rows: [] };

/** Recognizes a file before it is uploaded, as the import will. */
export const recognizeStart =
  (kinds: readonly FileKind[]): ImportHandlers['recognize'] =>
  async ({ body: { FileName: name, Start } }, { addresses }) => {
    try {
      const source = await readSourceText(Readable.from([Buffer.from(Start)]));
      for (const kind of kinds) {
        // oxlint-disable-next-line no-await-in-loop -- the first kind that knows the file counts
        const found = await kind.preview(source, { name, addresses });
        if (found) return shownStart(source.start, found);
      }
      return unknown;
    } catch (error) {
      // A part of GeoJSON may end within a feature, so only the entire file can be refused.
      if (error instanceof InvalidFileError) return unknown;
      throw error;
    }
  };

function shownStart(start: string, { subject, problem, delimiter, fields, ...file }: FilePreview) {
  const header = file.hasHeader ? file.header : [];
  const rows = file.hasHeader ? firstRows(start, { delimiter, width: header.length, most: ROWS }) : [];
  return {
    State: subject ?? null,
    Problem: problem?.message ?? null,
    Columns: shown(header).map((name, index) => ({ name, field: fields?.get(index) ?? null })),
    Rows: rows.map(shown),
  };
}

const shown = (cells: readonly string[]) =>
  cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim().slice(0, MAX_CHARACTERS));

/** Finds the state or list of a file that was uploaded without one. */
export async function subjectOfFile(
  kinds: readonly FileKind[],
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<FileSubject> {
  try {
    const start = await startOf(bytes);
    for (const kind of kinds) {
      const subject = kind.subjectOf(start, name);
      if (subject) return subject;
    }
  } catch (error) {
    if (error instanceof InvalidFileError) throw new AppError('unsupported_file', error.message);
    throw error;
  }
  const message = `state is missing: the file does not say which of ${addressStates.join(', ')} it is of`;
  throw invalidField('state', message);
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
