import { allocate } from './memory';

// Cuts a line without quotes at its delimiters, and reads the values of its fields.

export const LF: u8 = 0x0a;
export const CR: u8 = 0x0d;
export const SPACE: u8 = 0x20;
export const COMMA: u8 = 0x2c;
export const DASH: u8 = 0x2d;
export const POINT: u8 = 0x2e;
export const ZERO: u8 = 0x30;
export const DELETE: u8 = 0x7f;
const MAX_DIGITS: usize = 9;
const MAX_NUMBER_BYTES: usize = 16;
const SLASH: u8 = 0x2f;
export const LETTER_A: u8 = 0x61;

const capitals = memory.data(24);

let delimiter: u8 = 0;
let width: i32 = 0;
let start: usize = 0;
/** The end of each field; the next one begins after the delimiter. */
let ends: usize = 0;

export function setColumns(delimiterByte: i32, columns: i32): void {
  delimiter = <u8>delimiterByte;
  width = columns;
  ends = allocate(4 * <usize>columns);
}

/** The number of fields, which may exceed the number of columns; then the ends of the excess ones are unknown. */
export let fieldCount: i32 = 0;
/** The end of the last field. */
export let textEnd: usize = 0;

/** Gives the end of the line that begins at `from`. Reads sixteen bytes at a time, so up to `SLACK` past `to`. */
export function cutLine(from: usize, to: usize): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  const lineFeeds = i8x16.splat(<i8>LF);
  start = from;
  fieldCount = 0;
  for (let at = from; at < to; at += 16) {
    const bytes = v128.load(at);
    let found = i8x16.bitmask(v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, lineFeeds)));
    while (found != 0) {
      const hit = at + <usize>ctz(found);
      if (hit >= to) return endLast(to);
      if (load<u8>(hit) == LF) return endLine(hit);
      endField(hit);
      found &= found - 1;
    }
  }
  return endLast(to);
}

function endField(at: usize): void {
  if (fieldCount < width) store<usize>(ends + ((<usize>fieldCount) << 2), at);
  fieldCount++;
}

function endLine(end: usize): usize {
  textEnd = end > start && load<u8>(end - 1) == CR ? end - 1 : end;
  endField(textEnd);
  return end;
}

/** The last line of a file may lack its line end; a CR there is text. */
function endLast(end: usize): usize {
  textEnd = end;
  endField(end);
  return end;
}

/** The field of a missing column is empty. */
export function startOf(column: i32): usize {
  return column > 0 ? load<usize>(ends + ((<usize>(column - 1)) << 2)) + 1 : start;
}

export function endOf(column: i32): usize {
  return column < 0 ? start : load<usize>(ends + ((<usize>column) << 2));
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

/** Reads three to five digits, alone or before `-1234` or `.0`; gives 0 for anything else. */
export function zipIn(column: i32): i32 {
  const from = startOf(column);
  const to = endOf(column);
  if (to - from == 5) return eightDigits(from, 5);
  let at = endOfDigits(from, min(to, from + 5));
  if (at - from < 3) return 0;
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
    const isLetter = <u8>((byte | 0x20) - LETTER_A) < 26;
    const isDigit = <u8>(byte - ZERO) < 10;
    const isInnerSpace = byte == SPACE && at + 1 < to && load<u8>(at + 1) != SPACE;
    if (!isLetter && !isDigit && byte != DASH && byte != SLASH && !isInnerSpace) return false;
  }
  return true;
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
  const end = blankWords + 4 + (load<usize>(blankWords) << 3);
  for (let word = blankWords + 4; word < end; word += 8)
    if (load<usize>(word, 4) == to - from && isCapital(load<usize>(word), from, to - from)) return true;
  return false;
}

function isCapital(word: usize, text: usize, length: usize): bool {
  for (let at: usize = 0; at < length; at++)
    if (load<u8>(word + at) != capitalOf(load<u8>(text + at))) return false;
  return true;
}

function capitalOf(byte: u8): u8 {
  return <u8>((byte | 0x20) - LETTER_A) < 26 ? byte & 0xdf : byte;
}

/** Copies the number text of a field in upper case, and gives its address. */
export function inCapitals(column: i32): usize {
  const from = startOf(column);
  const length = endOf(column) - from;
  for (let at: usize = 0; at < length; at++) store<u8>(capitals + at, capitalOf(load<u8>(from + at)));
  return capitals;
}

export function endOfDigits(from: usize, to: usize): usize {
  let at = from;
  while (at < to && <u8>(load<u8>(at) - ZERO) < 10) at++;
  return at;
}

/** Reads one to eight digits at once; gives 0 for anything else. */
function eightDigits(from: usize, length: usize): i32 {
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
