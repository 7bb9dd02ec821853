import { npiOf } from '@handoff/shared/domain/person/identifiers';
import { claimLetters, type ClaimName } from '@handoff/shared/domain/referral/ordering-practitioner';
import { nameZip, type NamedZip } from '../build/zip-document.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { LineTaker } from '../parse/csv-rows.ts';
import { startTable } from '../table/table-memory.ts';

// Stores practitioners by the letters of their name that a claim compares: they choose the document of an entry, `name-`
// and a place. The document `npi-` and the first number of its NPIs says in which document the entry of each is.
// functions/assembly/practitioners.ts writes what is read here.

/** With more documents an import takes longer, and with fewer a search. */
const PLACES = 400;
const PLACE_BITS = 9;
/** The number of an NPI is its first nine digits less 100,000,000, because NPIs begin with 1 or 2. */
const FIRST_NINE_DIGITS = 100_000_000;
const numberOf = (npi: number) => Math.floor(npi / 10) - FIRST_NINE_DIGITS;
/** The numbers of a document of NPIs. */
const NUMBERS_TOGETHER = 2_000_000;
const MAX_ROWS = 16_000_000;
/** A record has at most 64 KB. */
const MAX_NAME_BYTES = 64 * 1024;

/** Digits of six bits in the order of their codes. */
const digits = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
/** The number of an NPI and two bits of rights. */
const CODE_DIGITS = 5;
const PLACE_DIGITS = 2;
/** Five bits in a digit; the sixth says that another digit follows. */
const CONTINUES = 32;

/** Bits of the rights that matter here. */
export const rights = { homeHealth: 1, hospice: 2 } as const;

const hashOf = (name: ClaimName): number =>
  Buffer.from(claimLetters(name)).reduce((hash, code) => hash * 27 + (code & 0x1f), 0);

/** The same as in functions/assembly/practitioners.ts. */
const placeOf = (hash: number) => Math.floor(((Math.imul(hash, 0x9e3779b1) >>> 0) * PLACES) / 2 ** 32);

export const nameDocument = (name: ClaimName): string => nameCode(placeOf(hashOf(name)));

const nameCode = (place: number) => `name-${inDigits(place, PLACE_DIGITS)}`;
const npiCode = (group: number) => `npi-${FIRST_NINE_DIGITS + group * NUMBERS_TOGETHER}`;
const groupOf = (number: number) => Math.floor(number / NUMBERS_TOGETHER);
export const npiDocument = (npi: number): string => npiCode(groupOf(numberOf(npi)));

export interface GivenPractitioner {
  npi: number;
  name: ClaimName;
  rights: number;
}

export interface PractitionerTable {
  /** Takes rows like `1003000126,DOE,JANE,Y,Y,Y,Y,Y` up to the first one that is otherwise. */
  lines: LineTaker;
  /** The first one of rows with the same NPI counts. */
  add(given: GivenPractitioner): void;
  /** The documents, once all are added, and how many rows had an NPI that was there already. */
  close(): { documents: () => Iterable<NamedZip>; duplicates: number };
}

export function practitionerTable(): PractitionerTable {
  const { table, memory, numbers, shortNumbers, inputBlock } = startTable();
  table.preparePractitioners();
  const scratch = table.allocate(MAX_NAME_BYTES);
  const input = inputBlock(table.reservePractitioners, table.takePractitioners);

  /** The bytes are valid until the next call. */
  function entriesAt(place: number): Entries {
    const at = table.writeEntries(place);
    return { n: table.entryCountOf(place), s: memory().subarray(at, at + table.entryBytesOf(place)) };
  }

  /** An entry counts where its name is. The bytes are valid until the next call. */
  function numbersIn({ group, from, to }: Group): Entries {
    const at = table.writeNumbers(from, to, group * NUMBERS_TOGETHER);
    return { n: 0, s: memory().subarray(at, table.endOfNumbers()) };
  }

  return {
    lines: {
      room(length) {
        if (table.practitionerCount() > MAX_ROWS)
          throw new InvalidFileError('The file has more rows than there are practitioners.');
        return input.room(length);
      },
      take: (from, to, line) => ({ at: input.take(from, to, line), taken: table.practitionersTaken() }),
    },
    add({ npi, name, rights: bits }) {
      const length = memory().write(`${name.last},${name.first}`, scratch, MAX_NAME_BYTES);
      table.addPractitioner(numberOf(npi), hashOf(name), bits, scratch, length);
    },
    close() {
      table.closePractitioners();
      const count = table.practitionerCount();
      const added = {
        npis: numbers(table.npisAt(), count),
        places: shortNumbers(table.placesAt(), count),
      };
      const isSorted = Boolean(table.arePractitionersSorted());
      const index = isSorted ? added : sortIndex(added);
      return {
        duplicates: table.duplicatePractitioners() + count - index.npis.length,
        *documents() {
          for (let place = 0; place < PLACES; place++) {
            if (table.entryCountOf(place) === 0) continue;
            const sorted = isSorted ? undefined : sortedEntries(place, { ...entriesAt(place), index });
            yield listDocument(nameCode(place), () => sorted ?? entriesAt(place));
          }
          for (const group of groupsOf(index.npis))
            yield listDocument(npiCode(group.group), () => numbersIn(group));
        },
      };
    },
  };
}

interface Entries {
  n: number;
  s: Buffer;
}

const listDocument = (code: string, entries: () => Entries): NamedZip =>
  nameZip({ code, city: '', county: '' }, () => ({ ...entries(), units: 0 }));

/** The numbers of the NPIs, and the place of the document that has the entry of each. */
interface Index {
  npis: Int32Array;
  places: Uint16Array;
}

/** Sorts both where they are, and gives them without the later rows of the same NPI. */
function sortIndex({ npis, places }: Index): Index {
  const npiAt = (row: number) => npis[row] ?? 0;
  const order = Uint32Array.from(npis, (_, row) => row)
    .toSorted((one, other) => npiAt(one) - npiAt(other) || one - other)
    .filter((row, at, all) => at === 0 || npiAt(row) !== npiAt(all[at - 1] ?? 0));
  const sorted = Int32Array.from(order, npiAt);
  places.set(Uint16Array.from(order, (row) => places[row] ?? 0));
  npis.set(sorted);
  return { npis: npis.subarray(0, sorted.length), places: places.subarray(0, sorted.length) };
}

/** Drops the entries of NPIs that came before, in this document or in another one. */
function sortedEntries(place: number, { s, index: { npis, places } }: Entries & { index: Index }): Entries {
  const known = new Set<number>();
  const own = textsIn(s.toString()).filter((text) => {
    const number = codedNumber(text.slice(0, CODE_DIGITS)) >>> 2;
    const isOwn = !known.has(number) && places[indexOf(npis, number)] === place;
    known.add(number);
    return isOwn;
  });
  return { n: own.length, s: Buffer.from(own.toSorted(byCode).join('')) };
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

/** The rows of the NPIs in a document. */
interface Group {
  group: number;
  from: number;
  to: number;
}

function* groupsOf(npis: Int32Array): Generator<Group> {
  for (let from = 0, to = 0; from < npis.length; from = to) {
    const group = groupOf(npis[from] ?? 0);
    to = indexOf(npis, (group + 1) * NUMBERS_TOGETHER);
    yield { group, from, to };
  }
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

/** Reads `3s7Q_SMITH,JOHN;`: the NPI with its rights, and the names. */
export const entriesIn = ({ s }: { s: string }): NameEntry[] =>
  textsIn(s).map((text) => {
    const comma = text.indexOf(',');
    const lastName = text.slice(CODE_DIGITS, comma);
    return { code: text.slice(0, CODE_DIGITS), lastName, firstName: text.slice(comma + 1, -1) };
  });

export function entryOfNpi(content: { s: string }, npi: number): NameEntry | undefined {
  const start = inDigits(numberOf(npi) >>> 4, CODE_DIGITS - 1);
  return entriesIn(content).find(({ code }) => code.startsWith(start) && practitionerIn(code).npi === npi);
}

export function practitionerIn(code: string): { npi: number; rights: number } {
  const number = codedNumber(code);
  return { npi: Number(npiOf(FIRST_NINE_DIGITS + (number >>> 2))), rights: number & 3 };
}

const codedNumber = (code: string): number =>
  code.split('').reduce((all, digit) => all * digits.length + digits.indexOf(digit), 0);

/**
 * The document that has the entry of an NPI, by the document of its group: its numbers in their order, each as the distance
 * from the one before and its place.
 */
export function documentOfNpi({ s }: { s: string }, npi: number): string | undefined {
  const wanted = numberOf(npi);
  let number = groupOf(wanted) * NUMBERS_TOGETHER;
  let value = 0;
  let bits = 0;
  for (const byte of Buffer.from(s)) {
    const digit = valueOfByte[byte] ?? 0;
    value |= (digit & (CONTINUES - 1)) << bits;
    bits += 5;
    if (digit >= CONTINUES) continue;
    number += value >>> PLACE_BITS;
    if (number >= wanted) return number === wanted ? nameCode(value & ((1 << PLACE_BITS) - 1)) : undefined;
    value = 0;
    bits = 0;
  }
  return undefined;
}

const valueOfByte = Uint8Array.from({ length: 128 }, (_, byte) =>
  Math.max(0, digits.indexOf(String.fromCodePoint(byte))),
);

const inDigits = (number: number, length: number): string =>
  Array.from({ length }, (_, place) => digits[(number >>> (6 * (length - 1 - place))) & 63]).join('');
