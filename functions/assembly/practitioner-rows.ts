import { COMMA, CR, DELETE, eightDigits, LETTER_A, LF, QUOTE, SPACE, ZERO } from './fields';
import { addPractitioner, ENTRY_END, FIRST_NINE_DIGITS } from './practitioners';

// Takes ordinary rows of the file "Order and Referring", such as `1003000126,DOE,JANE,Y,Y,Y,Y,Y`, from their bytes.

let taken: i32 = 0;

/** How many rows the last `takePractitioners` took. */
export function practitionersTaken(): i32 {
  return taken;
}

/** Takes rows up to the first one that is otherwise, and gives its start. */
export function takePractitioners(from: usize, to: usize): usize {
  let at = from;
  taken = 0;
  while (at < to) {
    const end = takeRow(at, to);
    if (end == OTHERWISE) break;
    at = end;
    taken++;
  }
  return at;
}

const OTHERWISE: usize = 0;
const NPI_LENGTH: usize = 10;
const HOME_HEALTH: i32 = 1;
const HOSPICE: i32 = 2;
const LAST_LETTERS: i32 = 4;
const FIRST_LETTERS: i32 = 1;

/** Gives the start of the next row, or `OTHERWISE`. */
function takeRow(from: usize, to: usize): usize {
  const number = readNpi(from);
  if (number < 0) return OTHERWISE;
  const name = from + NPI_LENGTH + 1;
  const length = readNames(name);
  if (length == 0) return OTHERWISE;
  const end = endOfFlags(name + length);
  if (end == OTHERWISE || end > to) return OTHERWISE;
  addPractitioner(number, hash, rights, name, length);
  return end;
}

const NPI_BYTES: i32 = 0x3ff;
/** Reads the digits of an NPI as if they followed 80840, the code of the United States (45 CFR 162.406). */
const PREFIX_SUM: u32 = 24;

/** Gives the number of a valid NPI before a comma, otherwise -1. */
function readNpi(at: usize): i32 {
  const bytes = v128.load(at);
  const values = i8x16.sub(bytes, i8x16.splat(<i8>ZERO));
  const isDigit = i8x16.lt_u(values, i8x16.splat(10));
  const isRead = i8x16.bitmask(isDigit) & NPI_BYTES;
  if (isRead != NPI_BYTES || load<u8>(at + NPI_LENGTH) != COMMA) return -1;
  const first = load<u8>(at) - ZERO;
  if (first != 1 && first != 2) return -1;
  // Digits at even places are doubled, and the digits of the result are added.
  const twice = i8x16.add(values, values);
  const over = v128.and(i8x16.gt_u(twice, i8x16.splat(9)), i8x16.splat(9));
  const doubled = v128.and(i8x16.sub(twice, over), i16x8.splat(0xff));
  const plain = v128.and(values, i16x8.splat(<i16>0xff00));
  const parts = v128.and(v128.or(doubled, plain), i32x4(-1, -1, 0xffff, 0));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(parts));
  const sum =
    <u32>i32x4.extract_lane(sums, 0) + <u32>i32x4.extract_lane(sums, 1) + <u32>i32x4.extract_lane(sums, 2);
  if ((sum + PREFIX_SUM) % 10 != 0) return -1;
  return eightDigits(at, 8) * 10 + <i32>(load<u8>(at, 8) - ZERO) - FIRST_NINE_DIGITS;
}

/** The letters of the names that a claim compares, as digits to the base of 27. */
let hash: i32 = 0;

/**
 * Gives the length of `LAST,FIRST` in 32 bytes before another comma; 0 for names that are longer, that have other bytes than
 * those of ASCII or the end of an entry, or whose spaces the rules would change.
 */
function readNames(from: usize): usize {
  const low = v128.load(from);
  const high = v128.load(from + 16);
  const commas = maskOf(low, high, COMMA);
  const afterLast = commas & (commas - 1);
  if (afterLast == 0) return 0;
  const lastEnd = ctz(commas);
  const firstEnd = ctz(afterLast);
  const upToEnd = ((<u32>2) << firstEnd) - 1;
  const between = (commas | maskOf(low, high, SPACE)) & upToEnd;
  const refused =
    refusedIn(low) | (refusedIn(high) << 16) | maskOf(low, high, QUOTE) | maskOf(low, high, ENTRY_END);
  if ((between & ((between << 1) | 1)) != 0 || (refused & upToEnd) != 0) return 0;
  const letters = lettersIn(low) | (lettersIn(high) << 16);
  hash = 0;
  addLetters(from, letters & (((<u32>1) << lastEnd) - 1), LAST_LETTERS);
  hash *= 27;
  addLetters(from, letters & upToEnd & ~(((<u32>1) << lastEnd) - 1), FIRST_LETTERS);
  return firstEnd;
}

function maskOf(low: v128, high: v128, byte: u8): u32 {
  const wanted = i8x16.splat(<i8>byte);
  return i8x16.bitmask(i8x16.eq(low, wanted)) | (i8x16.bitmask(i8x16.eq(high, wanted)) << 16);
}

function refusedIn(bytes: v128): u32 {
  const isNoText = v128.or(
    i8x16.lt_s(bytes, i8x16.splat(<i8>SPACE)),
    i8x16.eq(bytes, i8x16.splat(<i8>DELETE)),
  );
  return i8x16.bitmask(isNoText);
}

function lettersIn(bytes: v128): u32 {
  const places = i8x16.sub(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(<i8>LETTER_A));
  return i8x16.bitmask(i8x16.lt_u(places, i8x16.splat(26)));
}

function addLetters(from: usize, letters: u32, most: i32): void {
  let left = letters;
  for (let n = 0; n < most && left != 0; n++) {
    hash = hash * 27 + <i32>(load<u8>(from + <usize>ctz(left)) & 0x1f);
    left &= left - 1;
  }
}

const FLAGS: usize = 10;
const COMMA_PLACES: i32 = 0x155;
const FLAG_PLACES: i32 = 0x2aa;
const HHA_PLACE: i32 = 1 << 5;
const HOSPICE_PLACE: i32 = 1 << 9;
const YES: i8 = 0x59;
const NO: i8 = 0x4e;

let rights: i32 = 0;

/** Gives the start of the next row after five flags, each after a comma, or `OTHERWISE`. */
function endOfFlags(from: usize): usize {
  const bytes = v128.load(from);
  const commas = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>COMMA)));
  const yes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(YES)));
  const no = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(NO)));
  if ((commas & COMMA_PLACES) != COMMA_PLACES || ((yes | no) & FLAG_PLACES) != FLAG_PLACES) return OTHERWISE;
  rights = ((yes & HHA_PLACE) != 0 ? HOME_HEALTH : 0) | ((yes & HOSPICE_PLACE) != 0 ? HOSPICE : 0);
  const end = from + FLAGS;
  if (load<u8>(end) == LF) return end + 1;
  return load<u8>(end) == CR && load<u8>(end + 1) == LF ? end + 2 : OTHERWISE;
}
