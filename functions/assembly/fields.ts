import { allocate } from './memory';
import { addByte, endOfScratch } from './scratch';

// Cuts a record at its delimiters, and reads the values of its fields.

export const LF: u8 = 0x0a;
export const CR: u8 = 0x0d;
export const SPACE: u8 = 0x20;
export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const DASH: u8 = 0x2d;
export const POINT: u8 = 0x2e;
export const ZERO: u8 = 0x30;
export const DELETE: u8 = 0x7f;
const MAX_DIGITS: usize = 9;
const MAX_NUMBER_BYTES: usize = 16;
export const SLASH: u8 = 0x2f;
export const LETTER_A: u8 = 0x61;
export const MAX_RECORD_BYTES: usize = 64 * 1024;

const capitals = memory.data(24);

let delimiter: u8 = 0;
let start: usize = 0;
/** Start and end of each field, without its quotes. */
let fields: usize = 0;
let mostFields: i32 = 0;
/** A record may have this many fields more than columns, and all of them are known. */
const MAX_EXCESS: i32 = 16;
const FIELD_BYTES: usize = 8;

export function setColumns(delimiterByte: i32, columns: i32): void {
  delimiter = <u8>delimiterByte;
  mostFields = columns + MAX_EXCESS;
  fields = allocate(FIELD_BYTES * <usize>mostFields);
}

export let fieldCount: i32 = 0;
/** The lines of the record: one, and one more for each line break in quotes. */
export let lineCount: i32 = 0;

/** Only the first fields are known when there are far too many. */
export function knowsAllFields(): bool {
  return fieldCount <= mostFields;
}

export function isBlankRecord(): bool {
  return fieldCount == 1 && startOf(0) == endOf(0);
}

/** The record is left to csv-parse. */
export const MALFORMED: usize = 0;

/**
 * Gives the end of the record that begins at `from`, or `MALFORMED`. A quote opens only at the start of a field, and closes
 * only before a delimiter, a line end or `to`; elsewhere it is text. Reads sixteen bytes at a time, so up to `SLACK` past `to`.
 */
export function cutRecord(from: usize, to: usize): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  const lineFeeds = i8x16.splat(<i8>LF);
  const quotes = i8x16.splat(<i8>QUOTE);
  start = from;
  fieldCount = 0;
  lineCount = 1;
  let field = from;
  let at = from;
  while (at < to) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, lineFeeds));
    let found = i8x16.bitmask(v128.or(ends, i8x16.eq(bytes, quotes)));
    let next = at + 16;
    while (found != 0) {
      const hit = at + <usize>ctz(found);
      if (hit >= to) break;
      const byte = load<u8>(hit);
      if (byte == LF) {
        addField(field, hit > field && load<u8>(hit - 1) == CR ? hit - 1 : hit);
        return hit;
      }
      if (byte != QUOTE) {
        addField(field, hit);
        field = hit + 1;
      } else if (hit == field) {
        const end = cutQuotes(hit + 1, min(to, from + MAX_RECORD_BYTES + 1), to);
        if (end == MALFORMED || end == to) return end;
        if (load<u8>(end) != delimiter) return load<u8>(end) == LF ? end : end + 1;
        field = end + 1;
        next = field;
        break;
      }
      found &= found - 1;
    }
    at = next;
  }
  // The last line of a file may lack its line end; a CR there is text.
  addField(field, to);
  return to;
}

/** Reads a field in quotes up to `most`; gives what follows its closing quote, or `MALFORMED`. */
function cutQuotes(from: usize, most: usize, to: usize): usize {
  const lineFeeds = i8x16.splat(<i8>LF);
  const quotes = i8x16.splat(<i8>QUOTE);
  let isChanged = false;
  let breaks: i32 = 0;
  let at = from;
  while (at < most) {
    const bytes = v128.load(at);
    let found = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, lineFeeds)));
    let next = at + 16;
    while (found != 0) {
      const hit = at + <usize>ctz(found);
      if (hit >= most) return MALFORMED;
      found &= found - 1;
      if (load<u8>(hit) == LF) {
        breaks++;
        if (load<u8>(hit - 1) == CR) isChanged = true;
      } else if (hit + 1 < to && load<u8>(hit + 1) == QUOTE) {
        isChanged = true;
        next = hit + 2;
        break;
      } else {
        // A stray quote may have swallowed the lines up to the next one.
        const isStray = breaks > 0 && load<u8>(from) == QUOTE;
        if (isStray || !mayClose(hit + 1, to)) return MALFORMED;
        lineCount += breaks;
        if (isChanged) addChanged(from, hit);
        else addField(from, hit);
        return hit + 1;
      }
    }
    at = next;
  }
  return MALFORMED;
}

function mayClose(at: usize, to: usize): bool {
  if (at == to) return true;
  const byte = load<u8>(at);
  return byte == delimiter || byte == LF || (byte == CR && at + 1 < to && load<u8>(at + 1) == LF);
}

function addField(from: usize, to: usize): void {
  if (fieldCount < mostFields) {
    const field = fields + <usize>fieldCount * FIELD_BYTES;
    store<usize>(field, from);
    store<usize>(field, to, 4);
  }
  fieldCount++;
}

/** Copies a field with one quote for two, and LF for CR LF. */
function addChanged(from: usize, to: usize): void {
  const copy = endOfScratch();
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte == CR && load<u8>(at + 1) == LF) continue;
    if (byte == QUOTE) at++;
    addByte(byte);
  }
  addField(copy, endOfScratch());
}

/** The field of a missing column is empty. */
export function startOf(column: i32): usize {
  return column < 0 ? start : load<usize>(fields + <usize>column * FIELD_BYTES);
}

export function endOf(column: i32): usize {
  return column < 0 ? start : load<usize>(fields + <usize>column * FIELD_BYTES, 4);
}

export const NONE: i32 = -1;
export const UNCLEAR: i32 = -2;

/** The first column that is not blank. `UNCLEAR` when its first byte may be white space that only the rules know. */
export function filled(columns: usize): i32 {
  const count = load<i32>(columns);
  for (let n: i32 = 1; n <= count; n++) {
    const column = load<i32>(columns + ((<usize>n) << 2));
    const from = startOf(column);
    if (from == endOf(column)) continue;
    const byte = load<u8>(from);
    return byte > SPACE && byte < DELETE ? column : UNCLEAR;
  }
  return NONE;
}

/** Whether the ZIP code that `zipIn` read last has lost its first zeros. */
export let isZipPadded: bool = false;

/** Reads three to five digits, alone or before `-1234` or `.0`; gives 0 for anything else. */
export function zipIn(column: i32): i32 {
  const from = startOf(column);
  const to = endOf(column);
  isZipPadded = false;
  if (to - from == 5) return eightDigits(from, 5);
  let at = endOfDigits(from, min(to, from + 5));
  if (at - from < 3) return 0;
  isZipPadded = at - from < 5;
  const zip = valueOf(from, at);
  if (at == to) return zip;
  const mark = load<u8>(at++);
  if (mark == DASH) return to - at <= 4 && endOfDigits(at, to) == to ? zip : 0;
  if (mark != POINT || at == to) return 0;
  while (at < to && load<u8>(at) == ZERO) at++;
  return at == to ? zip : 0;
}

/** Reads up to nine digits; gives 0 for anything else. */
export function wholeNumber(column: i32): i32 {
  const from = startOf(column);
  const to = endOf(column);
  if (to - from <= 8) return eightDigits(from, to - from);
  if (to - from > MAX_DIGITS || endOfDigits(from, to) != to) return 0;
  return valueOf(from, to);
}

/** Whether a field has only digits, letters, `-`, `/` and single spaces, such as `12A`, `37-14` or `12 1/2`. */
export function isNumberText(column: i32): bool {
  const from = startOf(column);
  const to = endOf(column);
  if (to - from > MAX_NUMBER_BYTES || <u8>(load<u8>(from) - ZERO - 1) > 8) return false;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    const isDigit = <u8>(byte - ZERO) < 10;
    const isInnerSpace = byte == SPACE && at + 1 < to && load<u8>(at + 1) != SPACE;
    if (!isLetter(byte) && !isDigit && byte != DASH && byte != SLASH && !isInnerSpace) return false;
  }
  return true;
}

export function isZero(column: i32): bool {
  const to = endOf(column);
  let at = startOf(column);
  while (at < to && load<u8>(at) == ZERO) at++;
  return at == to;
}

/** A count, and for each word for a blank its address and its length. The words are in upper case. */
let blankWords: usize = 0;

export function setBlankWords(words: usize): void {
  blankWords = words;
}

/** Whether a text without its outer spaces is such a word. */
export function isBlankWord(from: usize, to: usize): bool {
  while (from < to && load<u8>(from) == SPACE) from++;
  while (to > from && load<u8>(to - 1) == SPACE) to--;
  return isListed(blankWords, from, to);
}

/** Whether a text is one of these words, in any case. */
export function isListed(words: usize, from: usize, to: usize): bool {
  const end = words + 4 + (load<usize>(words) << 3);
  for (let word = words + 4; word < end; word += 8)
    if (load<usize>(word, 4) == to - from && isCapital(load<usize>(word), from, to - from)) return true;
  return false;
}

/** A list like that of the words for a blank: those that name a unit. */
let unitWords: usize = 0;

export function setUnitWords(words: usize): void {
  unitWords = words;
}

/** Whether such a word begins here, and at most one letter follows it (`APTB`). */
export function isUnitWord(from: usize, to: usize): bool {
  const first = capitalOf(load<u8>(from));
  const end = unitWords + 4 + (load<usize>(unitWords) << 3);
  for (let word = unitWords + 4; word < end; word += 8) {
    const text = load<usize>(word);
    if (load<u8>(text) != first) continue;
    const next = from + load<usize>(word, 4);
    if (next > to || !isCapital(text, from, next - from)) continue;
    if (next + 1 >= to || !isLetter(load<u8>(next)) || !isLetter(load<u8>(next + 1))) return true;
  }
  return false;
}

export function isLetter(byte: u8): bool {
  return <u8>((byte | 0x20) - LETTER_A) < 26;
}

function isCapital(word: usize, text: usize, length: usize): bool {
  for (let at: usize = 0; at < length; at++)
    if (load<u8>(word + at) != capitalOf(load<u8>(text + at))) return false;
  return true;
}

function capitalOf(byte: u8): u8 {
  return isLetter(byte) ? byte & 0xdf : byte;
}

/** Gives 1 when a field has more than a word for a blank, and 0 when not. `UNCLEAR` when only the rules can tell. */
export function hasContent(column: i32): i32 {
  let from = startOf(column);
  let to = endOf(column);
  while (from < to && load<u8>(from) == SPACE) from++;
  while (to > from && load<u8>(to - 1) == SPACE) to--;
  if (from == to) return 0;
  if (load<u8>(from) < SPACE || load<u8>(to - 1) < SPACE) return UNCLEAR;
  for (let at = from; at < to; at++) if (load<u8>(at) >= DELETE) return UNCLEAR;
  return isBlankWord(from, to) ? 0 : 1;
}

/** Copies the text of a number in upper case, and gives its address. */
export function inCapitals(from: usize, length: usize): usize {
  for (let at: usize = 0; at < length; at++) store<u8>(capitals + at, capitalOf(load<u8>(from + at)));
  return capitals;
}

export function endOfDigits(from: usize, to: usize): usize {
  let at = from;
  while (at < to && <u8>(load<u8>(at) - ZERO) < 10) at++;
  return at;
}

/** Reads one to eight digits at once; gives 0 for anything else. */
export function eightDigits(from: usize, length: usize): i32 {
  let digits = (load<u64>(from) ^ 0x3030303030303030) << (64 - ((<u64>length) << 3));
  if ((((digits + 0x0606060606060606) | digits) & 0xf0f0f0f0f0f0f0f0) != 0) return 0;
  digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffff;
  return <i32>(digits * 10_000 + (digits >> 32));
}

function valueOf(from: usize, to: usize): i32 {
  let value: i32 = 0;
  for (let at = from; at < to; at++) value = value * 10 + <i32>(load<u8>(at) - ZERO);
  return value;
}
