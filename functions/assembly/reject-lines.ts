import {
  COMMA,
  CR,
  cutRecord,
  DASH,
  DELETE,
  endOf,
  endOfDigits,
  fieldCount,
  knowsAllFields,
  LF,
  POINT,
  QUOTE,
  SPACE,
  startOf,
  ZERO,
} from './fields';
import { allocate } from './memory';
import { endOfScratch, leaveScratch } from './scratch';

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

/** Writes the row that begins at `from` with its line number and reason. False when it needs the rules, or there is no room. */
export function writeRejected(from: usize, to: usize, line: u32, reason: usize, length: usize): bool {
  const before = endOfScratch();
  const begin = reportEnd;
  const end = cutRecord(from, to);
  const most = end - from + <usize>width + length + MAX_ADDED_BYTES;
  const isWritten =
    knowsAllFields() && reportEnd + most <= report + REPORT_BYTES && writeRow(line, reason, length);
  if (!isWritten) reportEnd = begin;
  leaveScratch(before);
  return isWritten;
}

/** Line and reason stay in their own columns when the row has too few or too many fields. */
function writeRow(line: u32, reason: usize, length: usize): bool {
  for (let column: i32 = 0; column < width; column++) {
    if (column < fieldCount && !writeCell(column)) return false;
    writeByte(COMMA);
  }
  writeNumber(line);
  writeByte(COMMA);
  write(reason, reason + length);
  for (let column = width; column < fieldCount; column++) {
    writeByte(COMMA);
    if (!writeCell(column)) return false;
  }
  writeByte(CR);
  writeByte(LF);
  return true;
}

/**
 * Agrees with imports/read/reject-report.ts, which writes a space for a comma. False when the cell needs quotes, trimming or a
 * guard against formulas.
 */
function writeCell(column: i32): bool {
  const from = startOf(column);
  const to = endOf(column);
  if (from == to) return true;
  if (!mayBegin(load<u8>(from), from + 1, to) || !mayEnd(load<u8>(to - 1))) return false;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte < SPACE || byte >= DELETE || byte == SEMICOLON || byte == QUOTE) return false;
    writeByte(byte == COMMA ? SPACE : byte);
  }
  return true;
}

function mayBegin(byte: u8, rest: usize, to: usize): bool {
  if (byte == DASH || byte == PLUS) return isDecimal(rest, to);
  return mayEnd(byte) && byte != EQUALS && byte != AT;
}

function mayEnd(byte: u8): bool {
  return byte != SPACE && byte != COMMA;
}

function isDecimal(from: usize, to: usize): bool {
  let at = endOfDigits(from, to);
  if (at == from) return false;
  if (at < to && load<u8>(at) == POINT) {
    const fraction = at + 1;
    at = endOfDigits(fraction, to);
    if (at == fraction) return false;
  }
  return at == to;
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
