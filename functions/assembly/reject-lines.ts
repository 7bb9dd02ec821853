import {
  COMMA,
  CR,
  cutLine,
  DASH,
  DELETE,
  endOf,
  endOfDigits,
  fieldCount,
  LF,
  POINT,
  SPACE,
  textEnd,
  ZERO,
} from './fields';
import { allocate } from './memory';

// Writes lines of the reject report.

const REPORT_BYTES: usize = 256 * 1024;
/** A line adds the line number, two commas and the line end to the row and its reason. */
const MAX_ADDED_BYTES: usize = 16;

const SEMICOLON: u8 = 0x3b;
const EQUALS: u8 = 0x3d;
const AT: u8 = 0x40;
const PLUS: u8 = 0x2b;

let width: i32 = 0;
let report: usize = 0;
let reportEnd: usize = 0;

export function prepareReport(columns: i32): void {
  width = columns;
  report = allocate(REPORT_BYTES);
  reportEnd = report;
}

export function reportAt(): usize {
  return report;
}

export function reportLength(): usize {
  return reportEnd - report;
}

export function clearReport(): void {
  reportEnd = report;
}

/**
 * Writes the row that begins at `from` with its line number and reason, which stay in their own columns when the row has
 * too few or too many fields. False when there is no room, or the row may not be reported as it is.
 */
export function writeRejected(from: usize, to: usize, line: u32, reason: usize, length: usize): bool {
  cutLine(from, to);
  const end = textEnd;
  const most = end - from + <usize>width + length + MAX_ADDED_BYTES;
  if (reportEnd + most > report + REPORT_BYTES || !staysAsItIs(from, end)) return false;
  const ownEnd = fieldCount > width ? endOf(width - 1) : end;
  write(from, ownEnd);
  for (let missing = width - fieldCount; missing > 0; missing--) writeByte(COMMA);
  writeByte(COMMA);
  writeNumber(line);
  writeByte(COMMA);
  write(reason, reason + length);
  write(ownEnd, end);
  writeByte(CR);
  writeByte(LF);
  return true;
}

/** Agrees with `unsafe` in build/reject-report.ts: no cell needs quotes, trimming or a guard against formulas. */
function staysAsItIs(from: usize, to: usize): bool {
  let last = COMMA;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte < SPACE || byte >= DELETE || byte == SEMICOLON) return false;
    if (byte == COMMA) {
      if (last == SPACE) return false;
    } else if (last == COMMA && !mayBegin(byte, at + 1, to)) return false;
    last = byte;
  }
  return last != SPACE;
}

function mayBegin(byte: u8, rest: usize, to: usize): bool {
  if (byte == DASH || byte == PLUS) return isDecimal(rest, to);
  return byte != SPACE && byte != EQUALS && byte != AT;
}

function isDecimal(from: usize, to: usize): bool {
  let at = endOfDigits(from, to);
  if (at == from) return false;
  if (at < to && load<u8>(at) == POINT) {
    const fraction = at + 1;
    at = endOfDigits(fraction, to);
    if (at == fraction) return false;
  }
  return at == to || load<u8>(at) == COMMA;
}

function write(from: usize, to: usize): void {
  memory.copy(reportEnd, from, to - from);
  reportEnd += to - from;
}

function writeByte(byte: u8): void {
  store<u8>(reportEnd++, byte);
}

function writeNumber(number: u32): void {
  const rest = number / 10;
  if (rest > 0) writeNumber(rest);
  writeByte(<u8>(number - 10 * rest) + ZERO);
}
