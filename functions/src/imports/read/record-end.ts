export const LF = 0x0a;
export const CR = 0x0d;
const QUOTE = 0x22;

/** An address never needs as much; the limit bounds what an unclosed quote can swallow. */
export const MAX_RECORD_BYTES = 64 * 1024;

/** The record continues after the bytes that are there. */
export const OPEN = -1;
/** No record begins here: its quote does not close, or closes where it leaves no record of the right width. */
export const UNREADABLE = -2;

interface RecordStart {
  at: number;
  isLast: boolean;
  delimiter: number;
  width: number;
}

/**
 * Finds the end of the record that begins at `at`, including its line end. A quote opens only at the start of a field,
 * and closes only before a delimiter, a line end or the end of the file; anywhere else it is text.
 */
export function endOfRecord(bytes: Uint8Array, record: RecordStart): number {
  const end = findEnd(bytes, record);
  if (end !== RAN_OUT && end !== RAN_OUT_IN_QUOTES) return end;
  if (bytes.length - record.at > MAX_RECORD_BYTES) return UNREADABLE;
  if (!record.isLast) return OPEN;
  return end === RAN_OUT ? bytes.length : UNREADABLE;
}

const RAN_OUT = -3;
const RAN_OUT_IN_QUOTES = -4;

function findEnd(bytes: Uint8Array, { at: start, isLast, delimiter, width }: RecordStart): number {
  const most = Math.min(bytes.length, start + MAX_RECORD_BYTES + 1);
  let fields = 1;
  let crossed = false;
  for (let at = start; at < most; at++) {
    if (bytes[at] === QUOTE) {
      const quoted = endOfQuotes(bytes, { at: at + 1, most, isLast, delimiter });
      if (quoted.end < 0) return RAN_OUT_IN_QUOTES;
      // A stray quote was closed by another one on a later line.
      if (quoted.isText && quoted.crossed) return UNREADABLE;
      crossed ||= quoted.crossed;
      at = quoted.end;
    }
    at = endOfText(bytes, { at, most, delimiter });
    if (at >= most) return RAN_OUT;
    if (bytes[at] === LF) return at + 1;
    if (crossed && fields === width) return UNREADABLE;
    fields++;
  }
  return RAN_OUT;
}

function endOfText(
  bytes: Uint8Array,
  { at: from, most, delimiter }: { at: number; most: number; delimiter: number },
): number {
  let at = from;
  while (at < most && bytes[at] !== delimiter && bytes[at] !== LF) at++;
  return at;
}

interface QuotedPart {
  end: number;
  crossed: boolean;
  /** Text follows the quote that should have closed it, so both quotes are text. */
  isText: boolean;
}

interface QuotedStart {
  at: number;
  most: number;
  isLast: boolean;
  delimiter: number;
}

function endOfQuotes(bytes: Uint8Array, { at: from, most, isLast, delimiter }: QuotedStart): QuotedPart {
  let crossed = false;
  for (let at = from; at < most; at++) {
    const byte = bytes[at];
    if (byte === LF) crossed = true;
    if (byte !== QUOTE) continue;
    const next = bytes[at + 1];
    if (next === QUOTE) {
      at++;
      continue;
    }
    if (!isLast && (next === undefined || (next === CR && at + 2 === bytes.length))) break;
    return { end: at + 1, crossed, isText: !canClose(bytes, { next, at: at + 1, delimiter }) };
  }
  return { end: RAN_OUT_IN_QUOTES, crossed, isText: false };
}

function canClose(
  bytes: Uint8Array,
  { next, at, delimiter }: { next: number | undefined; at: number; delimiter: number },
): boolean {
  // csv-parse takes a NUL for the end of the file here.
  return !next || next === delimiter || next === LF || (next === CR && bytes[at + 1] === LF);
}

/** Whether a stray quote has swallowed line breaks: it begins a field, or the record has another width. */
export function isRunaway(fields: readonly string[], width: number): boolean {
  if (lineBreaksIn(fields) === 0) return false;
  return fields.length !== width || fields.some((field) => field.startsWith('"') && field.includes('\n'));
}

export function lineBreaksIn(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields)
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) count++;
  return count;
}

export function quoteFrom(bytes: Buffer, at: number): number {
  const quote = bytes.indexOf(QUOTE, at);
  return quote < 0 ? Number.POSITIVE_INFINITY : quote;
}
