import { parse } from 'csv-parse/sync';
import { CR, endOfRecord, LF, lineBreaksIn, OPEN, quoteFrom, UNREADABLE } from './record-end.ts';

export interface Batch {
  /** The records with a quote, by their start. */
  records: ReadonlyMap<number, { fields: string[]; end: number }>;
  /** Finds the first quote from `at` on. */
  quoteFrom: (at: number) => number;
}

interface Extent {
  from: number;
  limit: number;
  /** Nothing follows these bytes. */
  isLast: boolean;
  /** The first record is wanted without a quote as well. */
  header: boolean;
}

/** Has csv-parse read the records with a quote, many at once: it costs most where it begins. */
export function quotedRecordReader({ delimiter, width }: { delimiter: string; width: number }) {
  function readAll(bytes: Buffer, { from, limit, isLast, header }: Extent): Batch {
    const extents: { start: number; end: number }[] = [];
    const quotes = new Map<number, number>();
    for (let at = from; at < limit;) {
      const quote = quoteFrom(bytes, at);
      quotes.set(at, quote);
      const isHeader = header && extents.length === 0;
      if (quote >= limit && !isHeader) break;
      const start = isHeader ? at : Math.max(at, bytes.lastIndexOf(LF, quote) + 1);
      const end = endOfRecord(bytes, { at: start, isLast, delimiter: delimiter.charCodeAt(0), width });
      if (end === OPEN) break;
      if (end === UNREADABLE) {
        at = bytes.indexOf(LF, start) + 1 || limit;
        continue;
      }
      extents.push({ start, end });
      at = end;
    }
    // When csv-parse finds other records, each is read alone.
    const found = parseRecords(extents.map(({ start, end }) => bytes.subarray(start, end)));
    const records = new Map(
      extents.flatMap(({ start, end }, index) => {
        const fields = found?.[index];
        return fields ? [[start, { fields, end }]] : [];
      }),
    );
    return { records, quoteFrom: (at) => quotes.get(at) ?? quoteFrom(bytes, at) };
  }

  /** Undefined unless csv-parse finds just these records. */
  function parseRecords(records: readonly Buffer[]): string[][] | undefined {
    const texts = records.map(unixLineEnds);
    try {
      const found = parse(Buffer.concat(texts), {
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        // Without it the first line end decides for all.
        record_delimiter: '\n',
      });
      return isEachOf(texts, found) ? found : undefined;
    } catch {
      return undefined;
    }
  }

  return { readAll, read: (record: Buffer) => parseRecords([record])?.[0] };
}

/** A line break is in a field or ends a record, so equal counts in each record leave no other way to divide the text. */
function isEachOf(texts: readonly Buffer[], records: readonly string[][]): boolean {
  return (
    records.length === texts.length &&
    texts.every((text, index) => lineBreaksWithin(text) === lineBreaksIn(records[index] ?? []))
  );
}

function lineBreaksWithin(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LF); at >= 0 && at < text.length - 1; at = text.indexOf(LF, at + 1)) count++;
  return count;
}

/** Leaves one kind of line end, because csv-parse compares every byte with each kind it is given. */
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
