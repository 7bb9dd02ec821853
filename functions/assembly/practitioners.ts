import { COMMA, CR, DASH, DELETE, eightDigits, LETTER_A, LF, QUOTE, SPACE, ZERO } from './fields';
import {
  allocate,
  appended,
  BLOCK_BYTES,
  CHAIN_BYTES,
  closeChain,
  contentOf,
  endOfContent,
  firstBlock,
  nextBlock,
  provide,
  readContent,
  shorten,
} from './memory';

// Takes ordinary rows of the file "Order and Referring", such as `1003000126,DOE,JANE,Y,Y,Y,Y,Y`, from their bytes. Each entry
// is written into its document at once: sorting two million rows later would read them from all over the memory. The number of
// an NPI is its first nine digits less 100,000,000; the documents are numbered, too, by their places.

const PLACES: i32 = 400;
const PLACE_BITS: i32 = 9;
/** A document has the chain of its entries, their count and the count of their bytes. */
const COUNT: usize = <usize>CHAIN_BYTES;
const BYTES: usize = COUNT + 4;
const DOCUMENT_BYTES: usize = BYTES + 4;
const ENTRY_BLOCK_BYTES: usize = 4 * 1024;

/** In the order of the rows, the number of each NPI in four bytes and the place of its document in two. */
let numbers: usize = 0;
const NUMBERS_BYTES: usize = 6;

let documents: usize = 0;
let count: i32 = 0;
let duplicates: i32 = 0;
let last: i32 = -1;
let isSorted: bool = true;

export function preparePractitioners(): void {
  documents = allocate(<usize>PLACES * DOCUMENT_BYTES);
  numbers = allocate(CHAIN_BYTES);
  prepareDigits();
}

let input: usize = 0;
let inputBytes: usize = 0;
/** Reading a row that begins at the end of the block goes this far. */
const MAX_READ_BYTES: usize = 64;
/** A row is longer than its entry with its number and place, and each block ends unfilled. */
const MAX_KEPT_BYTES: usize = 2;

/** Gives the address for a block of that many bytes. The memory does not grow until the next call. */
export function reservePractitioners(bytes: usize): usize {
  if (bytes > inputBytes) {
    inputBytes = bytes;
    input = allocate(bytes + MAX_READ_BYTES);
  }
  provide(MAX_KEPT_BYTES * bytes + <usize>PLACES * ENTRY_BLOCK_BYTES + 2 * BLOCK_BYTES);
  return input;
}

let taken: i32 = 0;

/** How many rows the last `takePractitioners` took. */
export function practitionersTaken(): i32 {
  return taken;
}

/** How many practitioners the table has. */
export function practitionerCount(): i32 {
  return count;
}

export function duplicatePractitioners(): i32 {
  return duplicates;
}

export function arePractitionersSorted(): bool {
  return isSorted;
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

// An entry is `LAST,FIRST` behind the number of the NPI and two bits of rights, together in five digits of six bits.

const FIRST_NINE_DIGITS: i32 = 100_000_000;
const ENTRY_END: u8 = 0x3b;
const UNDERSCORE: u8 = 0x5f;
const ENTRY_DIGITS: usize = 5;
const NAMES_ROOM: usize = 32;
/** Digits of six bits, in the order of their codes: a dash, numbers, capitals, an underscore and small letters. */
const digits = memory.data(64);

function prepareDigits(): void {
  let value: usize = 0;
  for (let byte: u8 = 0; byte < DELETE; byte++) {
    const isLetter = <u8>((byte | 0x20) - LETTER_A) < 26;
    const isNumber = <u8>(byte - ZERO) < 10;
    if (isLetter || isNumber || byte == DASH || byte == UNDERSCORE) store<u8>(digits + value++, byte);
  }
}

/** `name` is the address of `LAST,FIRST`, and `hashed` the hash of its letters. */
export function addPractitioner(number: i32, hashed: i32, ownRights: i32, name: usize, length: usize): void {
  if (number == last) {
    duplicates++;
    return;
  }
  if (number < last) isSorted = false;
  last = number;
  const place = placeOf(hashed);
  const document = documentAt(place);
  const bytes = ENTRY_DIGITS + length + 1;
  const entry = appended(document, bytes + NAMES_ROOM, ENTRY_BLOCK_BYTES);
  shorten(document, NAMES_ROOM);
  writeDigits(entry, (number << 2) | ownRights, ENTRY_DIGITS);
  const text = entry + ENTRY_DIGITS;
  if (length > NAMES_ROOM) memory.copy(text, name, length);
  else {
    v128.store(text, v128.load(name));
    v128.store(text, v128.load(name, 16), 16);
  }
  store<u8>(text + length, ENTRY_END);
  store<i32>(document + COUNT, load<i32>(document + COUNT) + 1);
  store<usize>(document + BYTES, load<usize>(document + BYTES) + bytes);
  const own = appended(numbers, NUMBERS_BYTES, BLOCK_BYTES);
  store<i32>(own, number);
  store<u16>(own, <u16>place, 4);
  count++;
}

/** The same as in practitioner-table.ts, which finds the document of a name. */
function placeOf(hashed: i32): i32 {
  return <i32>((<u64>(<u32>(hashed * <i32>0x9e3779b1)) * PLACES) >> 32);
}

function documentAt(place: i32): usize {
  return documents + <usize>place * DOCUMENT_BYTES;
}

function writeDigits(at: usize, number: i32, length: usize): void {
  let rest = number;
  for (let digit = length; digit > 0; digit--) {
    store<u8>(at + digit - 1, load<u8>(digits + <usize>(rest & 63)));
    rest >>>= 6;
  }
}

let npis: usize = 0;
let places: usize = 0;
let text: usize = 0;
let end: usize = 0;

/** The number of each NPI, in four bytes. */
export function npisAt(): usize {
  return npis;
}

/** The place of the document of each, in two bytes. */
export function placesAt(): usize {
  return places;
}

/** Numbers of a document have 21 bits, and places nine. */
const MAX_NUMBER_DIGITS: usize = 6;

/** To be called at the end of the file. */
export function closePractitioners(): void {
  npis = allocate(4 * <usize>count);
  places = allocate(2 * <usize>count);
  closeChain(numbers);
  let row: usize = 0;
  for (let block = firstBlock(numbers); block != 0; block = nextBlock(block))
    for (let at = contentOf(block); at < endOfContent(block); at += NUMBERS_BYTES) {
      store<i32>(npis + (row << 2), load<i32>(at));
      store<u16>(places + (row << 1), load<u16>(at, 4));
      row++;
    }
  text = allocate(0);
  let most: usize = MAX_NUMBER_DIGITS * <usize>count;
  for (let place: i32 = 0; place < PLACES; place++) most = max(most, entryBytesOf(place));
  // From now on the memory does not grow, and views of it stay valid.
  provide(most);
}

export function entryCountOf(place: i32): i32 {
  return load<i32>(documentAt(place) + COUNT);
}

export function entryBytesOf(place: i32): usize {
  return load<usize>(documentAt(place) + BYTES);
}

/** Writes the entries of a document and gives their address. They are valid until the next call. */
export function writeEntries(place: i32): usize {
  const document = documentAt(place);
  closeChain(document);
  readContent(document, text, entryBytesOf(place));
  return text;
}

/** Five bits in a digit; the sixth says that another digit follows. */
const CONTINUES: u32 = 32;

/**
 * Writes each of these numbers as its distance from the one before, together with its place, and gives their address.
 * `before` is the number before the first one. They are valid until the next call.
 */
export function writeNumbers(fromRow: usize, toRow: usize, before: i32): usize {
  let at = text;
  let known = before;
  for (let row = fromRow; row < toRow; row++) {
    const number = load<i32>(npis + (row << 2));
    let rest = ((<u32>(number - known)) << PLACE_BITS) | <u32>load<u16>(places + (row << 1));
    known = number;
    for (; rest >= CONTINUES; rest >>>= 5)
      store<u8>(at++, load<u8>(digits + <usize>(CONTINUES | (rest & (CONTINUES - 1)))));
    store<u8>(at++, load<u8>(digits + <usize>rest));
  }
  end = at;
  return text;
}

/** The end of what `writeNumbers` wrote. */
export function endOfNumbers(): usize {
  return end;
}
