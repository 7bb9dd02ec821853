import { quotedFields } from './quoted-fields.ts';
import {
  CR,
  endOfRecord,
  isRunaway,
  LF,
  lineBreaksIn,
  MAX_RECORD_BYTES,
  OPEN,
  quoteFrom,
  UNREADABLE,
} from './record-end.ts';

export interface RowSink {
  /** `line` counts physical lines, also inside quotes; `text` is the record itself, unless it has a quote. */
  row(record: { fields: string[]; line: number; text?: string }): void;
  unreadable(text: string, line: number): void;
  /** Awaited between two blocks of the file. */
  pause(): Promise<void> | undefined;
}

export interface LineTaker {
  /** Gives the buffer for the next block. It begins with the content of the one before, which it replaces. */
  room: (length: number) => Buffer;
  /** `line` is the number of the first line. `taken` lines are done, and the row at `at` comes from the reader. */
  take: (from: number, to: number, line: number) => { at: number; taken: number } & RejectingLines;
}

/** Each line is a row that is kept, unless these count others. `report` has the lines of rejected rows. */
interface RejectingLines {
  rows?: number;
  kept?: number;
  report?: string;
}

const BLOCK_BYTES = 512 * 1024;

interface Options {
  delimiter: string;
  width: number;
  sink: RowSink;
  /** Without it every record comes as a row. */
  lines?: LineTaker;
}

/**
 * Reads records one by one, header included, except those that `lines` takes. A quote that never closes, or that closes
 * many lines later and leaves a record of another width, costs its own line only: reading starts again at the next one.
 */
export async function readCsvRows(
  chunks: AsyncIterable<Buffer>,
  { blockBytes = BLOCK_BYTES, lines = noLines(), ...options }: Options & { blockBytes?: number },
): Promise<void> {
  const { sink } = options;
  const reader = blockReader({ ...options, lines });
  let block = lines.room(blockBytes);
  let length = 0;
  const take = (isLast: boolean) => {
    const end = reader.read(block.subarray(0, length), isLast);
    block.copyWithin(0, end, length);
    length -= end;
    block = lines.room(block.length);
  };
  for await (const chunk of chunks) {
    if (length + chunk.length > block.length) block = lines.room(2 * (length + chunk.length));
    length += chunk.copy(block, length);
    if (length < blockBytes) continue;
    take(false);
    await sink.pause();
  }
  take(true);
  await sink.pause();
}

/** Reads the first records after the header as `readCsvRows` does. */
export function firstRows(
  text: string,
  { most, ...options }: Pick<Options, 'delimiter' | 'width'> & { most: number },
): string[][] {
  const rows: string[][] = [];
  const sink: RowSink = {
    row: ({ fields }) => void rows.push(fields),
    unreadable: () => {},
    pause: () => undefined,
  };
  // Some records have more than one line.
  const lines = text.split('\n', 2 * most).join('\n');
  blockReader({ ...options, sink, lines: noLines() }).read(Buffer.from(lines), true);
  return rows.slice(1, most + 1);
}

/** Leaves every row to the reader. */
export function noLines(): LineTaker {
  let block = Buffer.alloc(0);
  return {
    room(length) {
      if (length > block.length) block = Buffer.concat([block], length);
      return block;
    },
    take: (from) => ({ at: from, taken: 0 }),
  };
}

function blockReader({ delimiter, width, sink, lines }: Options & { lines: LineTaker }) {
  const delimiterByte = delimiter.charCodeAt(0);
  let line = 1;
  /** The current line is unreadable and was reported already. */
  let skipping = false;

  /** Gives the start of the part that can only be read together with what follows. */
  function read(bytes: Buffer, isLast: boolean): number {
    let at = skipping ? endOfSkippedLine(bytes) : 0;
    const limit = isLast ? bytes.length : bytes.lastIndexOf(LF) + 1;
    let quote = -1;
    while (at < limit) {
      if (line > 1) at = takeLines(at, limit);
      if (at >= limit) break;
      if (quote < at) quote = quoteFrom(bytes, at);
      const lineEnd = endOfLine(bytes, at);
      const end = quote < lineEnd ? readQuoted(bytes, at, isLast) : readPlain(bytes, at, lineEnd);
      if (end === OPEN) break;
      at = end;
    }
    if (isLast || bytes.length - at <= MAX_RECORD_BYTES || bytes.includes(LF, at)) return at;
    skipRecord(bytes, at);
    return bytes.length;
  }

  function endOfSkippedLine(bytes: Buffer): number {
    const end = bytes.indexOf(LF);
    if (end >= 0) skipping = false;
    return end < 0 ? bytes.length : end + 1;
  }

  function takeLines(from: number, to: number): number {
    const { at, taken } = lines.take(from, to, line);
    line += taken;
    return at;
  }

  /** Gives the start of the next line. */
  function readPlain(bytes: Buffer, from: number, lineEnd: number): number {
    const end = endOfText(bytes, from, lineEnd);
    if (lineEnd - from > MAX_RECORD_BYTES) {
      unreadable(bytes.subarray(from, end));
      return lineEnd + 1;
    }
    if (end > from) {
      const text = bytes.toString('utf8', from, end);
      sink.row({ fields: text.split(delimiter), line, text });
    }
    line++;
    return lineEnd + 1;
  }

  /** Gives the start of the next record. */
  function readQuoted(bytes: Buffer, at: number, isLast: boolean): number {
    const end = endOfRecord(bytes, { at, isLast, delimiter: delimiterByte, width });
    if (end === OPEN) return OPEN;
    const fields = end === UNREADABLE ? undefined : quotedFields(bytes.subarray(at, end), delimiter);
    if (!fields || isRunaway(fields, width)) return skipRecord(bytes, at);
    if (fields.length > 1 || fields[0] !== '') sink.row({ fields, line });
    line += 1 + lineBreaksIn(fields);
    return end;
  }

  function skipRecord(bytes: Buffer, at: number): number {
    const lineEnd = endOfLine(bytes, at);
    if (lineEnd === bytes.length) skipping = true;
    unreadable(bytes.subarray(at, endOfText(bytes, at, lineEnd)));
    return Math.min(bytes.length, lineEnd + 1);
  }

  function unreadable(text: Buffer): void {
    sink.unreadable(text.toString('utf8', 0, Math.min(text.length, MAX_RECORD_BYTES)), line);
    line++;
  }

  return { read };
}

/** The last line of the file may lack its end. */
function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? bytes.length : end;
}

/** A CR without a line end is text. */
function endOfText(bytes: Buffer, at: number, lineEnd: number): number {
  return lineEnd > at && lineEnd < bytes.length && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
}
