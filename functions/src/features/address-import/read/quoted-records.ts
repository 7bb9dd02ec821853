import { parse } from 'csv-parse/sync';
import { CR, endOfRecord, LF, OPEN, quoteFrom, UNREADABLE } from './record-end.ts';

/** The fields of records with a quote, by where they begin. */
export type Batch = ReadonlyMap<number, string[]>;

interface Extent {
  from: number;
  limit: number;
  /** Nothing comes behind these bytes. */
  isLast: boolean;
  /** The first record is wanted without a quote as well. */
  header: boolean;
}

/** Has csv-parse read the records with a quote, many at once: it costs most where it begins. */
export function quotedRecordReader({ delimiter, width }: { delimiter: string; width: number }) {
  function readAll(bytes: Buffer, { from, limit, isLast, header }: Extent): Batch {
    const starts: number[] = [];
    const records: Buffer[] = [];
    for (let at = from; at < limit;) {
      const quote = quoteFrom(bytes, at);
      const isHeader = header && starts.length === 0;
      if (quote >= limit && !isHeader) break;
      const start = isHeader ? at : Math.max(at, bytes.lastIndexOf(LF, quote) + 1);
      const end = endOfRecord(bytes, { at: start, isLast, delimiter: delimiter.charCodeAt(0), width });
      if (end === OPEN) break;
      if (end === UNREADABLE) {
        at = bytes.indexOf(LF, start) + 1 || limit;
        continue;
      }
      starts.push(start);
      records.push(bytes.subarray(start, end));
      at = end;
    }
    // Without an agreement each is read alone.
    const fields = parseRecords(records) ?? [];
    return new Map(fields.map((each, index) => [starts[index] ?? 0, each]));
  }

  /** Undefined unless csv-parse finds just these records. */
  function parseRecords(records: readonly Buffer[]): string[][] | undefined {
    const texts = records.map(unixLineEnds);
    const ends: number[] = [];
    try {
      const found = parse(Buffer.concat(texts), {
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        // Without it the first line end decides for all.
        record_delimiter: '\n',
        on_record: (fields: string[], { bytes }) => {
          ends.push(bytes);
          return fields;
        },
      });
      let end = 0;
      const agrees = texts.every((text, index) => ends[index] === (end += text.length));
      return agrees && found.length === texts.length ? found : undefined;
    } catch {
      return undefined;
    }
  }

  return { readAll, read: (record: Buffer) => parseRecords([record])?.[0] };
}

/** One kind of line end: csv-parse compares every byte with each kind it is told of. */
function unixLineEnds(bytes: Buffer): Buffer {
  let cr = bytes.indexOf(CR);
  if (cr < 0) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  for (; cr >= 0; cr = bytes.indexOf(CR, cr + 1)) {
    if (bytes[cr + 1] !== LF) continue;
    length += bytes.copy(kept, length, from, cr);
    from = cr + 1;
  }
  length += bytes.copy(kept, length, from);
  return kept.subarray(0, length);
}
