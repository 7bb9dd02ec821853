import {
  BLANK,
  countLocality,
  crowdedGroup,
  isUnitStreet,
  numberText,
  plainStreet,
  prepareAddresses,
  UNKNOWN,
} from './addresses';
import {
  COMMA,
  cutRecord,
  eightDigits,
  endOf,
  endOfDigits,
  fieldCount,
  filled,
  hasContent,
  inCapitals,
  isBlankRecord,
  isBlankWord,
  isLetter,
  isListed,
  isNumberText,
  isZero,
  isZipPadded,
  lineCount,
  MALFORMED,
  MAX_RECORD_BYTES,
  NONE,
  setBlankWords,
  setColumns,
  setUnitWords,
  SLASH,
  SPACE,
  startOf,
  UNCLEAR,
  wholeNumber,
  ZERO,
  zipIn,
} from './fields';
import { addRow, ROW_BLOCK_BYTES } from './groups';
import { allocate, BLOCK_BYTES, provide, SLACK } from './memory';
import {
  growSlots,
  hashOf,
  hasTooManyTexts,
  firstEntry,
  isSame,
  LENGTH,
  slotOf,
  slotRoom,
  TEXT,
  textCount,
} from './texts';
import { prepareReport } from './reject-lines';
import { addByte, addBytes, clearScratch, endOfScratch, prepareScratch, scratchLeft } from './scratch';
import {
  giveVerdict,
  markOf,
  markOfSpelling,
  NO_NUMBER,
  NO_STREET,
  NO_ZIP,
  OTHER_COLUMNS,
  prepareVerdicts,
  spellingList,
  UNASSIGNED_NUMBER,
} from './verdicts';

// Takes ordinary rows from their bytes: a known spelling of the state, a ZIP code accepted before, a plain number. Rejects
// rows that lack one of these or have one that was rejected before. Every other row is left to the rules.

const MAX_ZIPS: usize = 100_000;

let width: i32 = 0;
let zip: i32 = NONE;
let state: i32 = NONE;
/** A column with number and street. */
let address: i32 = NONE;
/** Lists of columns; each begins with its length. */
let numbers: usize = 0;
let numberParts: usize = 0;
let streets: usize = 0;
let cities: usize = 0;
let counties: usize = 0;
let units: usize = 0;
/** A count, and for each spelling of the state its address and its length. */
let spellings: usize = 0;
/** Indexed by ZIP code: its group counted from 1, the mark of a verdict, or 0. */
let groups: usize = 0;
let rejectedStates: usize = 0;
let rejectedZips: usize = 0;

export function configure(
  delimiter: i32,
  columns: i32,
  zipColumn: i32,
  stateColumn: i32,
  stateSpellings: usize,
  blankWords: usize,
  unitWords: usize,
  sureUnits: usize,
  addressColumn: i32,
  numberColumns: usize,
  numberPartColumns: usize,
  streetColumns: usize,
  cityColumns: usize,
  countyColumns: usize,
  unitColumns: usize,
): void {
  setColumns(delimiter, columns);
  width = columns;
  zip = zipColumn;
  state = stateColumn;
  spellings = stateSpellings;
  setBlankWords(blankWords);
  setUnitWords(unitWords);
  sureUnitWords = sureUnits;
  address = addressColumn;
  numbers = numberColumns;
  numberParts = numberPartColumns;
  streets = streetColumns;
  cities = cityColumns;
  counties = countyColumns;
  units = unitColumns;
  prepareAddresses();
  prepareVerdicts();
  prepareReport(columns);
  rejectedStates = spellingList();
  rejectedZips = spellingList();
  groups = allocate(4 * MAX_ZIPS);
  prepareScratch();
  batch = allocate(MAX_BATCHED * ROW_BYTES);
}

/** The rules have accepted a row of this ZIP code; from now on ordinary ones are taken from their bytes. */
export function acceptZip(value: i32, group: i32): void {
  const at = groups + ((<usize>value) << 2);
  // Rows that were read ahead do not know the ZIP code yet, so they are read again.
  if (load<i32>(at) == 0) next = batchEnd;
  store<i32>(at, group + 1);
}

export function stateRejects(): usize {
  return rejectedStates;
}

export function zipRejects(): usize {
  return rejectedZips;
}

/** From now on rows with this ZIP code get the verdict. */
export function rejectZip(value: i32, verdict: i32): void {
  store<i32>(groups + ((<usize>value) << 2), markOf(verdict));
}

let input: usize = 0;
let inputBytes: usize = 0;

const MIN_ROW_BYTES: usize = 6;
/** A row may add the spelling and the name of a street, a locality and a house number. */
const MAX_ROW_TEXTS: u32 = 4;
/** Upper case may triple a street, and each block ends unfilled: a byte of the file needs at most this much memory. */
const MAX_KEPT_BYTES: usize = 40;
/** Each ZIP code may begin a block of rows, and a state has fewer than this. */
const MAX_STATE_ZIPS: usize = 10_000;

/** Gives the address for a block of that many bytes. The memory does not grow until the next call. */
export function reserve(bytes: usize): usize {
  next = batchEnd;
  if (bytes > inputBytes) {
    inputBytes = bytes;
    input = allocate(bytes + SLACK);
  }
  const most = bytes / MIN_ROW_BYTES + 1;
  provide(
    MAX_KEPT_BYTES * bytes +
      8 * BLOCK_BYTES +
      min(most, MAX_STATE_ZIPS) * ROW_BLOCK_BYTES +
      slotRoom(textCount() + MAX_ROW_TEXTS * <u32>most),
  );
  return input;
}

/** The table looks up this many rows together, so that their waits for memory overlap. */
const MAX_BATCHED: usize = 64;
const ROW_BYTES: usize = 56;
const LINE: usize = 0;
const GROUP: usize = 4;
/** A house number, the mark of a verdict, or 0 when the rules have to decide. */
const NUMBER: usize = 8;
const STREET: usize = 12;
const STREET_LENGTH: usize = 16;
const STREET_HASH: usize = 20;
const CITY: usize = 24;
const CITY_LENGTH: usize = 28;
const COUNTY: usize = 32;
const COUNTY_LENGTH: usize = 36;
const STREET_ENTRY: usize = 40;
const LINES: usize = 44;
/** 1 for a row that names a unit. */
const UNIT: usize = 48;
/** 1 for a row whose ZIP code has lost its first zeros. */
const PADDED: usize = 52;

/** A row adds its fields to the scratch, its street, and its fields again when it is reported. */
const MAX_RECORD_SCRATCH: usize = 3 * (MAX_RECORD_BYTES + 1);

let batch: usize = 0;
let batchEnd: usize = 0;
/** The first row of the batch that is not stored yet, and the end of the batch's last line. */
let next: usize = 0;
let linesEnd: usize = 0;
let taken: i32 = 0;
let rows: i32 = 0;
let kept: i32 = 0;
let padded: i32 = 0;

/** How many lines the last `takeLines` took or rejected. */
export function linesTaken(): i32 {
  return taken;
}

/** How many rows these lines are; a row with line breaks in quotes has several lines. */
export function rowsTaken(): i32 {
  return rows;
}

/** How many of these rows are addresses. */
export function rowsKept(): i32 {
  return kept;
}

/** How many of these addresses got the first zeros of their ZIP code back. */
export function rowsPadded(): i32 {
  return padded;
}

/**
 * Takes rows until one is left to the rules; gives the start of that row, or the end of the last one. `line` is the number
 * of the first line.
 */
export function takeLines(from: usize, to: usize, line: i32): usize {
  let at = from;
  taken = 0;
  rows = 0;
  kept = 0;
  padded = 0;
  while (at < to && !hasTooManyTexts() && crowdedGroup() < 0) {
    if (next == batchEnd || load<usize>(next + LINE) != at) {
      growSlots(textCount() + MAX_ROW_TEXTS * <u32>MAX_BATCHED);
      readBatch(at, to);
      lookAhead();
    }
    while (next < batchEnd) {
      const row = next;
      next += ROW_BYTES;
      const mark = load<i32>(row + NUMBER) > 0 ? keepRow(row) : load<i32>(row + NUMBER);
      if (mark == 0) return load<usize>(row + LINE);
      if (mark == KEPT) kept++;
      else if (!giveVerdict(mark, load<usize>(row + LINE), to, line + taken)) return load<usize>(row + LINE);
      rows++;
      taken += load<i32>(row + LINES);
    }
    at = linesEnd;
  }
  return at;
}

function readBatch(from: usize, to: usize): void {
  next = batch;
  batchEnd = batch;
  linesEnd = from;
  clearScratch();
  while (linesEnd < to && batchEnd < batch + MAX_BATCHED * ROW_BYTES) {
    const at = linesEnd;
    const end = cutRecord(at, to);
    store<usize>(batchEnd + LINE, at);
    store<i32>(batchEnd + LINES, lineCount);
    const number = end == MALFORMED || end - at > MAX_RECORD_BYTES ? 0 : readRow(batchEnd);
    store<i32>(batchEnd + NUMBER, number);
    if (number <= 0) store<u32>(batchEnd + STREET_HASH, 0);
    batchEnd += ROW_BYTES;
    if (end == MALFORMED) break;
    linesEnd = end + 1;
    if (scratchLeft() < MAX_RECORD_SCRATCH) break;
  }
}

/** Sums up what the lookups read, so that the compiler cannot remove them. */
let seen: usize = 0;

function lookAhead(): void {
  for (let row = batch; row < batchEnd; row += ROW_BYTES)
    seen += load<usize>(slotOf(load<u32>(row + STREET_HASH)));
  for (let row = batch; row < batchEnd; row += ROW_BYTES) {
    const entry = firstEntry(load<u32>(row + STREET_HASH));
    store<usize>(row + STREET_ENTRY, entry);
    if (entry != 0) seen += load<u8>(entry + TEXT + load<usize>(entry + LENGTH));
  }
}

/** Gives the house number, the mark of a verdict, or 0. */
function readRow(row: usize): i32 {
  if (isBlankRecord()) return 0;
  // A stray quote may have swallowed lines.
  if (fieldCount != width) return lineCount > 1 ? 0 : markOf(OTHER_COLUMNS);
  if (state >= 0 && !isOwnState())
    return markOfSpelling(rejectedStates, startOf(state), endOf(state) - startOf(state));
  const group = groupOfZip();
  if (group <= 0) return group;
  store<i32>(row + PADDED, <i32>isZipPadded);
  const number = address < 0 ? numberIn() : numberAhead();
  if (number <= 0) return number;
  const unit = unitIn();
  const city = filled(cities);
  const county = filled(counties);
  if (unit == UNCLEAR || city == UNCLEAR || county == UNCLEAR) return 0;
  store<i32>(row + UNIT, unit);
  store<i32>(row + GROUP, group - 1);
  readStreet(row, group - 1);
  store<usize>(row + CITY, startOf(city));
  store<usize>(row + CITY_LENGTH, endOf(city) - startOf(city));
  store<usize>(row + COUNTY, startOf(county));
  store<usize>(row + COUNTY_LENGTH, endOf(county) - startOf(county));
  return number;
}

/** Gives the group counted from 1, the mark of a verdict, or 0. */
function groupOfZip(): i32 {
  const value = zipIn(zip);
  if (value > 0) return load<i32>(groups + ((<usize>value) << 2));
  const length = endOf(zip) - startOf(zip);
  return length == 0 ? markOf(NO_ZIP) : markOfSpelling(rejectedZips, startOf(zip), length);
}

/** Marks of verdicts are negative. */
const KEPT: i32 = 1;

/** Gives `KEPT`, the mark of a verdict, or 0. */
function keepRow(row: usize): i32 {
  const group = load<i32>(row + GROUP);
  const street = plainStreet(
    load<usize>(row + STREET_ENTRY),
    load<u32>(row + STREET_HASH),
    load<usize>(row + STREET),
    load<usize>(row + STREET_LENGTH),
    group,
  );
  if (street == UNKNOWN) return 0;
  if (street == BLANK) return markOf(NO_STREET);
  addRow(group, street, load<i32>(row + NUMBER), load<i32>(row + UNIT) | <i32>isUnitStreet);
  padded += load<i32>(row + PADDED);
  countLocality(
    group,
    load<usize>(row + CITY),
    load<usize>(row + CITY_LENGTH),
    load<usize>(row + COUNTY),
    load<usize>(row + COUNTY_LENGTH),
  );
  return KEPT;
}

function isOwnState(): bool {
  const from = startOf(state);
  const length = endOf(state) - from;
  if (length == 0) return true;
  const end = spellings + 4 + (load<usize>(spellings) << 3);
  for (let spelling = spellings + 4; spelling < end; spelling += 8)
    if (load<usize>(spelling, 4) == length && isSame(load<usize>(spelling), from, length)) return true;
  return false;
}

/** Reads the house number from one column, or from the middle one of three when the others are empty. */
function numberIn(): i32 {
  const column = filled(numbers);
  if (column >= 0) return wholeNumber(column) || textNumber(column) || zeroNumber(column);
  if (column == UNCLEAR) return 0;
  if (load<i32>(numberParts) == 0) return markOf(NO_NUMBER);
  const prefix = load<i32>(numberParts, 4);
  const middle = load<i32>(numberParts, 8);
  const suffix = load<i32>(numberParts, 12);
  if (hasText(prefix) || hasText(suffix)) return 0;
  return startOf(middle) == endOf(middle) ? markOf(NO_NUMBER) : wholeNumber(middle) || zeroNumber(middle);
}

/** Gives 1 when one of the columns names a unit, otherwise 0. `UNCLEAR` when only the rules can tell. */
function unitIn(): i32 {
  const end = units + 4 + (load<usize>(units) << 2);
  for (let column = units + 4; column < end; column += 4) {
    const content = hasContent(load<i32>(column));
    if (content != 0) return content;
  }
  return 0;
}

function hasText(column: i32): bool {
  const from = startOf(column);
  const to = endOf(column);
  return from != to && !isBlankWord(from, to);
}

function textNumber(column: i32): i32 {
  if (!isNumberText(column)) return 0;
  const length = endOf(column) - startOf(column);
  return numberText(inCapitals(startOf(column), length), length);
}

let streetBehind: usize = 0;
/** A list of words that no street has before a number or a letter at its end. */
let sureUnitWords: usize = 0;
const MAX_UNIT_ID: usize = 8;
/** A direction alone is no street. */
const MIN_STREET: usize = 3;

/**
 * Gives the end of the street before `APT 3` or `UNIT B`, or `to`. Only the rules know what a comma or a word behind the
 * unit means.
 */
function endBeforeUnit(from: usize, to: usize): usize {
  let at = to;
  let hasDigit = false;
  while (at > from && load<u8>(at - 1) != SPACE) {
    const byte = load<u8>(--at);
    const isDigit = <u8>(byte - ZERO) < 10;
    if (!isDigit && !isLetter(byte)) return to;
    hasDigit = hasDigit || isDigit;
  }
  const length = to - at;
  if (length == 0 || length > MAX_UNIT_ID || (!hasDigit && length > 1)) return to;
  const wordEnd = at - 1;
  let word = wordEnd;
  while (word > from && load<u8>(word - 1) != SPACE) word--;
  if (word < from + MIN_STREET + 1 || !isListed(sureUnitWords, word, wordEnd)) return to;
  const end = word - 1;
  for (let each = from; each < end; each++) if (load<u8>(each) == COMMA) return to;
  return end;
}

const MAX_AHEAD: usize = 8;

/** Reads `12` or `12A` at the start of an address, and finds where its street begins. 0 when only the rules can tell. */
function numberAhead(): i32 {
  const from = startOf(address);
  const to = endOf(address);
  if (from == to) return markOf(NO_NUMBER);
  let at = endOfDigits(from, min(to, from + MAX_AHEAD));
  if (at == from || load<u8>(from) == ZERO) return 0;
  const digits = at - from;
  const hasLetter = at < to && isLetter(load<u8>(at));
  if (hasLetter) at++;
  if (at == to || load<u8>(at) != SPACE) return 0;
  while (at < to && load<u8>(at) == SPACE) at++;
  if (at == to) return 0;
  streetBehind = at;
  const first = load<u8>(at);
  if (!isLetter(first) && <u8>(first - ZERO) > 9) return 0;
  // A fraction belongs to the number.
  for (; at < to && load<u8>(at) != SPACE; at++) if (load<u8>(at) == SLASH) return 0;
  return hasLetter ? numberText(inCapitals(from, digits + 1), digits + 1) : eightDigits(from, digits);
}

function zeroNumber(column: i32): i32 {
  return isZero(column) ? markOf(UNASSIGNED_NUMBER) : 0;
}

function readStreet(row: usize, group: i32): void {
  const isJoined = address < 0 && load<i32>(streets) > 1;
  const only = address < 0 ? load<i32>(streets, 4) : address;
  let street = isJoined ? endOfScratch() : startOf(only);
  if (address >= 0) street = streetBehind;
  if (isJoined) joinStreet();
  let end = isJoined ? endOfScratch() : endOf(only);
  if (address >= 0) {
    const before = endBeforeUnit(street, end);
    if (before < end) store<i32>(row + UNIT, 1);
    end = before;
  }
  const length = end - street;
  store<usize>(row + STREET, street);
  store<usize>(row + STREET_LENGTH, length);
  store<u32>(row + STREET_HASH, hashOf(street, length, group));
}

/** Joins the parts of a street that are not blank, or a word for it, with single spaces. */
function joinStreet(): void {
  const begin = endOfScratch();
  const end = streets + 4 + (load<usize>(streets) << 2);
  for (let column = streets + 4; column < end; column += 4) {
    let from = startOf(load<i32>(column));
    let to = endOf(load<i32>(column));
    while (from < to && load<u8>(from) == SPACE) from++;
    while (to > from && load<u8>(to - 1) == SPACE) to--;
    if (from == to || isBlankWord(from, to)) continue;
    if (endOfScratch() > begin) addByte(SPACE);
    addBytes(from, to - from);
  }
}
