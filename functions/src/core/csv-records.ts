import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod';
import { AppError } from './app-error.ts';

const Records = z.array(
  z.object({ record: z.array(z.string()), info: z.looseObject({ lines: z.number().int() }) }),
);

/** The largest service area, with all its ZIP codes and counties, is shorter. */
const MAX_ROW = 50_000;

/** More than any list has. csv-parse takes about a microsecond per cell; its limit of a row ignores empty cells. */
const MAX_CELLS = 200_000;

/** Other requests are answered between two pieces. */
const PIECE = 50_000;

const MAX_ROWS = 2000;
const MAX_COLUMNS = 200;

export class RejectedRow extends Error {}

interface Rows {
  csv: string;
  /** Columns without which the file is refused, in lower case. */
  needed: readonly string[];
  /** The column that names a row where it is rejected. */
  naming: string;
  /** Takes the cells of a row by their headers in lower case; throws a `RejectedRow`. */
  take: (cells: ReadonlyMap<string, string>, line: number) => void;
}

/** Takes the rows of a CSV text one by one; throws an `AppError` when it is invalid, too large or lacks a column. */
export async function takeRows({ csv, needed, naming, take }: Rows) {
  const [first, ...others] = await csvRecords(csv);
  const headers = (first?.record ?? []).map((header) => header.toLowerCase());
  const missing = needed.find((name) => !headers.includes(name));
  if (missing !== undefined)
    throw invalidFile(`The first line of the file has no column "${capitalized(missing)}".`);
  if (headers.length > MAX_COLUMNS) throw invalidFile(`The file has more than ${MAX_COLUMNS} columns.`);
  if (others.length > MAX_ROWS)
    throw invalidFile(`The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Import it in parts.`);
  const rejected: { Line: number; Name: string; Reason: string }[] = [];
  for (const { record, info } of others) {
    const cells = new Map(headers.map((header, index) => [header, withoutGuard(record[index] ?? '')]));
    try {
      take(cells, info.lines);
    } catch (error) {
      if (!(error instanceof RejectedRow)) throw error;
      rejected.push({ Line: info.lines, Name: cells.get(naming) ?? '', Reason: error.message });
    }
  }
  return { headers, rejected };
}

const capitalized = (header: string) => header.charAt(0).toUpperCase() + header.slice(1);
const invalidFile = (message: string) => new AppError('invalid_request', message);

/** Removes the leading quote with which an export keeps spreadsheets from running a cell. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, '');

/** Reads the records of a CSV text, each with its last line number; throws an `AppError` when it is invalid. */
export async function csvRecords(csv: string): Promise<z.infer<typeof Records>> {
  if (hasMoreCells(csv, MAX_CELLS)) {
    const message = `The file could not be read: it has more than ${MAX_CELLS.toLocaleString('en-US')} cells.`;
    throw new AppError('invalid_request', message);
  }
  const options = {
    bom: true,
    info: true,
    max_record_size: MAX_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
  try {
    const records: unknown[] = [];
    for await (const record of Readable.from(piecesOf(csv)).pipe(parse(options))) records.push(record);
    return Records.parse(records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('invalid_request', `The file could not be read: ${reasonOf(error)}`);
  }
}

const reasonOf = ({ code }: CsvError) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${MAX_ROW.toLocaleString('en-US')} characters.`
    : 'a quote in it is not closed.';

async function* piecesOf(csv: string): AsyncGenerator<string> {
  for (let at = 0; at < csv.length; at += PIECE) {
    yield csv.slice(at, at + PIECE);
    await setImmediate();
  }
}

/** Counts cells by the commas and line ends outside quotes. */
function hasMoreCells(csv: string, most: number): boolean {
  let isQuoted = false;
  let cells = 0;
  for (let at = 0; at < csv.length && cells <= most; at += 1) {
    const character = csv[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ',' || character === '\n' || character === '\r')) cells += 1;
  }
  return cells > most;
}
