import { claimLetters, type ClaimName } from '@handoff/shared/domain/referral/ordering-practitioner';
import { nameZip, type NamedZip } from '../build/zip-document.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';

// Stores practitioners by the letters of their name that a claim compares: they choose the document of an entry, `name-`
// and a number. The document `npi-` and the first three digits of an NPI says in which document its entry is.

const DOCUMENT_BITS = 9;
const NAME_DOCUMENTS = 1 << DOCUMENT_BITS;
/** Above the digits that choose the document of an NPI. */
const LAST_DIGITS = 10_000_000;
/**
 * NPIs begin with 1 or 2. They are stored as their distance from the first one, because a number of 31 bits needs no
 * memory of its own.
 */
export const FIRST_NPI = 1_000_000_000;
const serialOf = (npi: number) => npi - FIRST_NPI;
const MAX_ROWS = 16_000_000;
const ROWS_AT_FIRST = 1 << 16;

/** Digits of six bits in the order of their codes, in which numbers are written with a fixed length. */
const digits = Buffer.from('-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
const NPI_DIGITS = 6;
const REST_DIGITS = 4;
const PLACE_DIGITS = 2;
const ENTRY_END = ';'.charCodeAt(0);
/** Entries are written into pieces of this size, and pieces into slabs. */
const PIECE_BYTES = 1 << 12;
const SLAB_BYTES = 1 << 22;

/** Bits of the rights that matter here. */
export const rights = { homeHealth: 1, hospice: 2 } as const;

export const nextLetter = (hash: number, code: number): number => hash * 27 + (code & 0x1f);

/** The number of the document, of a hash of `claimLetters`. */
const documentOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - DOCUMENT_BITS);

export function nameDocument(name: ClaimName): string {
  const letters = Buffer.from(claimLetters(name));
  return nameCode(documentOf(letters.reduce(nextLetter, 0)));
}

const nameCode = (document: number) => `name-${inDigits(document, PLACE_DIGITS)}`;
export const npiDocument = (npi: number): string => `npi-${Math.floor(npi / LAST_DIGITS)}`;

/** A practitioner whose names, `LAST,FIRST` in UTF-8, are a part of these bytes. */
export interface GivenPractitioner {
  /** The NPI less 1,000,000,000. */
  serial: number;
  /** The hash of the letters of the names. */
  hash: number;
  rights: number;
  bytes: Buffer;
  from: number;
  to: number;
}

export interface PractitionerTable {
  /** The first one of rows with the same NPI counts. */
  add(given: GivenPractitioner): void;
  /** The documents, once all are added, and how many rows had an NPI that was there already. */
  close(): { documents: () => Iterable<NamedZip>; duplicates: number };
}

/**
 * Writes each entry into its document at once: sorting two million rows later would read them from all over the memory,
 * which takes longer than everything else.
 */
export function practitionerTable(): PractitionerTable {
  const documents = Array.from({ length: NAME_DOCUMENTS }, (): Piece[] => []);
  const counts = new Uint32Array(NAME_DOCUMENTS);
  let slab = Buffer.alloc(0);
  let slabUsed = 0;
  let serials = new Int32Array(ROWS_AT_FIRST);
  let places = new Uint16Array(ROWS_AT_FIRST);
  let count = 0;
  let last = -1;
  let duplicates = 0;
  let isSorted = true;

  /** Gives a piece of the document into which so many bytes fit. */
  function pieceFor(document: number, bytes: number): Piece {
    const pieces = documents[document] ?? [];
    const current = pieces.at(-1);
    if (current && current.used + bytes <= current.end) return current;
    const size = Math.max(PIECE_BYTES, bytes);
    if (slabUsed + size > slab.length) {
      slab = Buffer.allocUnsafe(Math.max(SLAB_BYTES, size));
      slabUsed = 0;
    }
    const piece = { slab, start: slabUsed, used: slabUsed, end: slabUsed + size };
    slabUsed += size;
    pieces.push(piece);
    return piece;
  }

  function remember(serial: number, place: number): void {
    if (count === serials.length) {
      if (count >= MAX_ROWS)
        throw new InvalidFileError('The file has more rows than there are practitioners.');
      serials = widened(serials, new Int32Array(2 * count));
      places = widened(places, new Uint16Array(2 * count));
    }
    serials[count] = serial;
    places[count] = place;
    count++;
  }

  return {
    add({ serial, hash, rights: bits, bytes, from, to }) {
      if (serial === last) {
        duplicates++;
        return;
      }
      if (serial < last) isSorted = false;
      last = serial;
      const document = documentOf(hash);
      const piece = pieceFor(document, NPI_DIGITS + 1 + to - from);
      const { slab: text } = piece;
      let end = writeEntryStart(text, piece.used, serial, bits);
      for (let read = from; read < to; read++) text[end++] = bytes[read] ?? 0;
      text[end++] = ENTRY_END;
      piece.used = end;
      counts[document] = (counts[document] ?? 0) + 1;
      remember(serial, document);
    },
    close() {
      const numbers = { serials: serials.subarray(0, count), places: places.subarray(0, count) };
      const index = isSorted ? numbers : sortedNumbers(numbers);
      const repeated = count - index.serials.length;
      return {
        duplicates: duplicates + repeated,
        *documents() {
          for (let document = 0; document < NAME_DOCUMENTS; document++) {
            const pieces = documents[document] ?? [];
            const entries = { n: counts[document] ?? 0, pieces };
            if (entries.n > 0)
              yield nameEntries(document, isSorted ? entries : sortedEntries(document, { entries, index }));
          }
          yield* npiDocuments(index);
        },
      };
    },
  };
}

function widened<T extends Int32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The NPIs in their order, and the document that has the entry of each. */
interface Numbers {
  serials: Int32Array;
  places: Uint16Array;
}

function sortedNumbers({ serials, places }: Numbers): Numbers {
  const serialAt = (row: number) => serials[row] ?? 0;
  const order = Uint32Array.from(serials, (_, row) => row)
    .toSorted((one, other) => serialAt(one) - serialAt(other) || one - other)
    .filter((row, at, all) => at === 0 || serialAt(row) !== serialAt(all[at - 1] ?? 0));
  return {
    serials: Int32Array.from(order, serialAt),
    places: Uint16Array.from(order, (row) => places[row] ?? 0),
  };
}

/** A part of a slab; what is in it ends at `used`. */
interface Piece {
  slab: Buffer;
  start: number;
  used: number;
  end: number;
}

interface Entries {
  n: number;
  pieces: readonly Piece[];
}

const bytesOf = ({ pieces }: Entries): Buffer =>
  Buffer.concat(pieces.map(({ slab, start, used }) => slab.subarray(start, used)));

const nameEntries = (document: number, entries: Entries): NamedZip =>
  nameZip({ code: nameCode(document), city: '', county: '' }, () => ({
    n: entries.n,
    units: 0,
    s: bytesOf(entries),
  }));

/** Drops the entries of NPIs that came before, in this document or in another one. */
function sortedEntries(
  document: number,
  { entries, index: { serials, places } }: { entries: Entries; index: Numbers },
): Entries {
  const known = new Set<number>();
  const own = textsIn(bytesOf(entries).toString()).filter((text) => {
    const { npi } = numbersIn(text.slice(0, NPI_DIGITS));
    const isOwn = !known.has(npi) && places[indexOf(serials, serialOf(npi))] === document;
    known.add(npi);
    return isOwn;
  });
  const slab = Buffer.from(own.toSorted(byCode).join(''));
  return { n: own.length, pieces: [{ slab, start: 0, used: slab.length, end: slab.length }] };
}

const byCode = (one: string, other: string) => (one < other ? -1 : 1);

function indexOf(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Each with its end. */
const textsIn = (text: string): string[] =>
  text
    .split(';')
    .slice(0, -1)
    .map((entry) => `${entry};`);

export interface NameEntry {
  /** The NPI with its rights, as written. */
  code: string;
  lastName: string;
  firstName: string;
}

/** Reads `3s7Q_WSMITH,JOHN;`: the NPI with its rights, and the names. */
export const entriesIn = ({ s }: { s: string }): NameEntry[] =>
  textsIn(s).map((text) => {
    const comma = text.indexOf(',');
    const lastName = text.slice(NPI_DIGITS, comma);
    return { code: text.slice(0, NPI_DIGITS), lastName, firstName: text.slice(comma + 1, -1) };
  });

export function entryOfNpi(content: { s: string }, npi: number): NameEntry | undefined {
  const start = inDigits(serialOf(npi) >>> 4, NPI_DIGITS - 1);
  return entriesIn(content).find(({ code }) => code.startsWith(start) && numbersIn(code).npi === npi);
}

/** A serial has 31 bits, and the rights have two: together one number of six digits. */
function writeEntryStart(text: Buffer, at: number, serial: number, bits: number): number {
  writeDigits(text, at, serial >>> 4, NPI_DIGITS - 1);
  return writeDigits(text, at + NPI_DIGITS - 1, ((serial & 15) << 2) | bits, 1);
}

export function numbersIn(code: string): { npi: number; rights: number } {
  const number = Buffer.from(code).reduce((all, digit) => all * 64 + digits.indexOf(digit), 0);
  return { npi: FIRST_NPI + Math.floor(number / 4), rights: number % 4 };
}

function* npiDocuments({ serials, places }: Numbers): Generator<NamedZip> {
  for (let from = 0, to = 0; from < serials.length; from = to) {
    const first = serials[from] ?? 0;
    to = indexOf(serials, (Math.floor(first / LAST_DIGITS) + 1) * LAST_DIGITS);
    const s = npiEntries({ serials: serials.subarray(from, to), places: places.subarray(from, to) });
    const code = npiDocument(FIRST_NPI + first);
    // An entry counts where its name is.
    yield nameZip({ code, city: '', county: '' }, () => ({ n: 0, units: 0, s }));
  }
}

/** `cR7K3F`: the last digits of the NPI, and the document that has its entry; in the order of the NPIs. */
function npiEntries({ serials, places }: Numbers): Buffer {
  const text = Buffer.allocUnsafe(serials.length * (REST_DIGITS + PLACE_DIGITS));
  let at = 0;
  for (let row = 0; row < serials.length; row++) {
    at = writeDigits(text, at, (serials[row] ?? 0) % LAST_DIGITS, REST_DIGITS);
    at = writeDigits(text, at, places[row] ?? 0, PLACE_DIGITS);
  }
  return text;
}

/** The document that has the entry of an NPI, by the document of its first digits. */
export function documentOfNpi({ s }: { s: string }, npi: number): string | undefined {
  const wanted = inDigits(npi % LAST_DIGITS, REST_DIGITS);
  const width = REST_DIGITS + PLACE_DIGITS;
  let [low, high] = [0, s.length / width];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (s.slice(middle * width, middle * width + REST_DIGITS) < wanted) low = middle + 1;
    else high = middle;
  }
  const found = s.slice(low * width, (low + 1) * width);
  return found.startsWith(wanted) ? `name-${found.slice(REST_DIGITS)}` : undefined;
}

function inDigits(number: number, length: number): string {
  const text = Buffer.alloc(length);
  writeDigits(text, 0, number, length);
  return text.toString('latin1');
}

/** Gives where it ends. */
function writeDigits(text: Buffer, at: number, number: number, length: number): number {
  for (let digit = 0; digit < length; digit++)
    text[at + digit] = digits[(number >>> (6 * (length - 1 - digit))) & 63] ?? 0;
  return at + length;
}
