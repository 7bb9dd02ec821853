import { DASH, DELETE, LETTER_A, ZERO } from './fields';
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

// Stores the practitioners of the file "Order and Referring". Each entry is written into its document at once: sorting two
// million rows later would read them from all over the memory. The number of an NPI is its first nine digits less 100,000,000;
// the documents are numbered, too, by their places.

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

// An entry is `LAST,FIRST` behind the number of the NPI and two bits of rights, together in five digits of six bits.

export const FIRST_NINE_DIGITS: i32 = 100_000_000;
export const ENTRY_END: u8 = 0x3b;
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
