import { quotedRecordReader, type Batch } from './quoted-records.ts';
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
  /** `line` is the physical line the record begins at; line breaks inside quotes count. */
  row(fields: string[], line: number): void;
  /** A record without quotes, still as bytes: it comes as a row when the answer is false. */
  plain?(record: PlainRecord): boolean;
  /** A line that no record could be read from. */
  unreadable(text: string, line: number): void;
  /** Awaited again and again while the file is read. */
  pause(): Promise<void> | undefined;
}

/** The same object each time: to be read at once. */
export interface PlainRecord {
  bytes: Buffer;
  start: number;
  /** Where each field ends; the next one begins behind it. */
  ends: Int32Array;
  count: number;
}

/** Read at once: csv-parse costs most where it begins. */
const BLOCK_BYTES = 256 * 1024;

interface Options {
  delimiter: string;
  /** How many fields a record should have. */
  width: number;
  /** How much is read at once; smaller in tests. */
  blockBytes?: number;
}

/**
 * Reads records one by one, header included. Lines without a quote are cut at their delimiters here; csv-parse reads
 * the header and every record with a quote. A quote that never closes, or that closes many lines later and leaves a
 * record of another width, costs its own line only: reading starts again at the next one.
 */
export async function readCsvRows(
  chunks: AsyncIterable<Buffer>,
  { delimiter, width, sink, blockBytes = BLOCK_BYTES }: Options & { sink: RowSink },
): Promise<void> {
  const reader = blockReader({ delimiter, width, sink });
  let waiting: Buffer[] = [];
  let length = 0;
  const take = (isLast: boolean) => {
    const rest = reader.read(Buffer.concat(waiting), isLast);
    waiting = [rest];
    length = rest.length;
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < blockBytes) continue;
    take(false);
    await sink.pause();
  }
  take(true);
  await sink.pause();
}

function blockReader({ delimiter, width, sink }: Options & { sink: RowSink }) {
  const delimiterByte = delimiter.charCodeAt(0);
  const quoted = quotedRecordReader({ delimiter, width });
  const record: PlainRecord = {
    bytes: Buffer.alloc(0),
    start: 0,
    ends: new Int32Array(MAX_RECORD_BYTES + 1),
    count: 0,
  };
  let line = 1;
  /** The line that is being read was given up already. */
  let skipping = false;

  /** Gives back what can only be read together with what follows. */
  function read(bytes: Buffer, isLast: boolean): Buffer {
    let at = skipping ? endOfSkippedLine(bytes) : 0;
    const limit = isLast ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const batch = quoted.readAll(bytes, { from: at, limit, isLast, header: line === 1 });
    let quote = -1;
    while (at < limit) {
      if (line > 1) {
        if (quote < at) quote = quoteFrom(bytes, at);
        const plainEnd = quote < limit ? bytes.lastIndexOf(LF, quote) + 1 : limit;
        if (plainEnd > at) {
          readPlain(bytes, at, plainEnd);
          at = plainEnd;
          continue;
        }
      }
      const end = readQuoted({ bytes, at, isLast, batch });
      if (end === OPEN) break;
      at = end;
    }
    const rest = bytes.subarray(at);
    if (isLast || rest.length <= MAX_RECORD_BYTES || rest.includes(LF)) return rest;
    giveUp(bytes, at);
    return Buffer.alloc(0);
  }

  function endOfSkippedLine(bytes: Buffer): number {
    const end = bytes.indexOf(LF);
    if (end >= 0) skipping = false;
    return end < 0 ? bytes.length : end + 1;
  }

  /** Whole lines without a quote; the last one of the file may lack its end. */
  function readPlain(bytes: Buffer, from: number, to: number): void {
    record.bytes = bytes;
    for (let at = from; at < to;) {
      record.start = at;
      at = cutLine(record, { to, delimiter: delimiterByte });
      plainLine(at - record.start);
      at++;
    }
  }

  function plainLine(length: number): void {
    const { bytes, start } = record;
    const last = record.count - 1;
    if (length > MAX_RECORD_BYTES) {
      unreadable(bytes.subarray(start, record.ends[last]));
      return;
    }
    if (last > 0 || record.ends[0] !== start) {
      if (!sink.plain?.(record)) sink.row(fieldsOf(record), line);
    }
    line++;
  }

  /** Where the next record begins. */
  function readQuoted({ bytes, at, isLast, batch }: QuotedRecord): number {
    const end = endOfRecord(bytes, { at, isLast, delimiter: delimiterByte, width });
    if (end === OPEN) return OPEN;
    const fields = end === UNREADABLE ? undefined : (batch.get(at) ?? quoted.read(bytes.subarray(at, end)));
    if (!fields || isRunaway(fields, width)) return giveUp(bytes, at);
    if (fields.length > 1 || fields[0] !== '') sink.row(fields, line);
    line += 1 + lineBreaksIn(fields);
    return end;
  }

  function giveUp(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LF, at);
    if (end < 0) skipping = true;
    unreadable(bytes.subarray(at, endOfText(bytes, end)));
    return end < 0 ? bytes.length : end + 1;
  }

  function unreadable(text: Buffer): void {
    sink.unreadable(text.toString('utf8', 0, Math.min(text.length, MAX_RECORD_BYTES)), line);
    line++;
  }

  return { read };
}

/** Finds the fields of the line that begins at `record.start`, and gives back where it ends. */
function cutLine(record: PlainRecord, { to, delimiter }: { to: number; delimiter: number }): number {
  const { bytes, ends, start } = record;
  const highest = Math.max(delimiter, LF);
  let count = 0;
  let at = start;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > highest) continue;
    if (byte === delimiter) ends[count++] = at;
    else if (byte === LF) break;
  }
  ends[count] = at < to && at > start && bytes[at - 1] === CR ? at - 1 : at;
  record.count = count + 1;
  return at;
}

interface QuotedRecord {
  bytes: Buffer;
  at: number;
  isLast: boolean;
  batch: Batch;
}

/** Without the line end; -1 stands for the end of the file. */
function endOfText(bytes: Buffer, lineEnd: number): number {
  if (lineEnd < 0) return bytes.length;
  return bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
}

function fieldsOf({ bytes, start, ends, count }: PlainRecord): string[] {
  const fields: string[] = [];
  let from = start;
  for (let field = 0; field < count; field++) {
    const end = ends[field] ?? from;
    fields.push(bytes.toString('utf8', from, end));
    from = end + 1;
  }
  return fields;
}
