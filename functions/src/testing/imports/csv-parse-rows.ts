import { parse } from 'csv-parse/sync';

export type ReadRow = { line: number; fields: string[] } | { line: number; unreadable: string };

class RunawayQuoteError extends Error {}

/**
 * Reads a file by csv-parse alone, and treats records that it cannot read like the import: their first line is
 * rejected. The import's own reader is compared with it.
 */
export function csvParseRows(
  bytes: Buffer,
  { delimiter, width }: { delimiter: string; width: number },
): ReadRow[] {
  const rows: ReadRow[] = [];
  let rest = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  let line = 1;
  while (rest.length > 0) {
    const read = parseUntilBroken(rest, { delimiter, width });
    for (const fields of read.records) {
      if (fields.length > 1 || fields[0] !== '') rows.push({ line, fields });
      line += 1 + lineBreaks(fields);
    }
    rest = rest.subarray(read.end);
    if (!read.broken) break;
    const lineEnd = rest.indexOf('\n');
    const first = lineEnd < 0 ? rest : rest.subarray(0, lineEnd);
    rows.push({ line, unreadable: first.toString() });
    line++;
    rest = rest.subarray(lineEnd < 0 ? rest.length : lineEnd + 1);
  }
  return rows;
}

function parseUntilBroken(bytes: Buffer, { delimiter, width }: { delimiter: string; width: number }) {
  const records: string[][] = [];
  let end = 0;
  try {
    parse(bytes, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: '\n',
      on_record: (fields: string[], { bytes: read }) => {
        const isStray = fields.some((field) => field.startsWith('"') && field.includes('\n'));
        if (lineBreaks(fields) > 0 && (fields.length !== width || isStray)) throw new RunawayQuoteError();
        records.push(fields);
        end = read;
      },
    });
    return { records, end, broken: false };
  } catch {
    return { records, end, broken: true };
  }
}

const lineBreaks = (fields: readonly string[]) => fields.join('').split('\n').length - 1;
