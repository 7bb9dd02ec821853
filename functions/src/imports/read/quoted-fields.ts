import { parse } from 'csv-parse/sync';

const QUOTE = '"';

/** Cuts a record with quotes into its fields; csv-parse reads those whose quotes are stray. Undefined when it cannot. */
export function quotedFields(record: Buffer, delimiter: string): string[] | undefined {
  // csv-parse compares each byte with each kind of line end it is given.
  const text = record.toString().replaceAll('\r\n', '\n');
  return wellFormed(text.endsWith('\n') ? text.slice(0, -1) : text, delimiter) ?? parsed(text, delimiter);
}

function wellFormed(text: string, delimiter: string): string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    const isQuoted = text[at] === QUOTE;
    const end = isQuoted ? endOfQuotes(text, at + 1) + 1 : endOfPlain(text, at, delimiter);
    if (end === 0 || (end < text.length && text[end] !== delimiter)) return undefined;
    fields.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', QUOTE) : text.slice(at, end));
    at = end;
  }
  return fields;
}

/** Gives the closing quote, or -1. */
function endOfQuotes(text: string, from: number): number {
  let at = text.indexOf(QUOTE, from);
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  const end = text.indexOf(delimiter, from);
  return end < 0 ? text.length : end;
}

function parsed(text: string, delimiter: string): string[] | undefined {
  try {
    const records = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      // Without it the first line end decides for all.
      record_delimiter: '\n',
    });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}
