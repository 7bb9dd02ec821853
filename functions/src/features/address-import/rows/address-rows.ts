import { normalizeText } from './address-text.ts';
import { newByteTable, type ByteSpan } from './byte-table.ts';

/**
 * The addresses of a scan: spelling of a street in a ZIP code and number of each row, as two integers. Objects per
 * street would cost several times the memory, and rows come in any order.
 */
export interface AddressRows {
  /** -1 for a spelling that is no street. */
  street(spelling: ByteSpan, zip: number): number;
  /** `number` is the number itself, or a text like `12 1/2`. */
  add(street: number, number: number | string): void;
  /** Of each ZIP code, in the order of their indices, without repetitions; can be called once. */
  streetsByZip<Zip>(zips: readonly Zip[]): Generator<{ zip: Zip; streets: ZipStreet[] }>;
}

export interface ZipStreet {
  street: string;
  /** Ascending. */
  plain: readonly number[];
  others: readonly string[];
}

const BLOCK_ROWS = 65_536;
/** House numbers of up to nine digits stay below; from here on they are texts. */
const FIRST_TEXT = 1_000_000_000;
/** How many rows are sorted together: a second copy of all of them would cost more memory than time is saved. */
const SORTED_ROWS = 4_000_000;

export function newAddressRows(): AddressRows {
  const spellings = newByteTable({
    tooMany: 'The file has millions of different streets. This does not look like an address file.',
  });
  const blank = new Set<number>();
  const textIds = new Map<string, number>();
  const texts: string[] = [];
  const full: Int32Array[] = [];
  let block = new Int32Array(2 * BLOCK_ROWS);
  let at = 0;
  let lastStreet = -1;
  let lastNumber = -1;

  function numberId(number: number | string): number {
    if (typeof number === 'number') return number;
    const known = textIds.get(number) ?? texts.push(number) - 1;
    textIds.set(number, known);
    return FIRST_TEXT + known;
  }

  return {
    street(spelling, zip) {
      const known = spellings.size();
      const id = spellings.idOf(spelling, zip);
      if (id === known && !surelyNamed(spelling) && normalizeText(spellings.text(id)) === '') blank.add(id);
      return blank.size > 0 && blank.has(id) ? -1 : id;
    },
    add(street, number) {
      const id = numberId(number);
      // The units of a building stand one after the other.
      if (street === lastStreet && id === lastNumber) return;
      lastStreet = street;
      lastNumber = id;
      if (at === block.length) {
        full.push(block);
        block = new Int32Array(2 * BLOCK_ROWS);
        at = 0;
      }
      block[at] = street;
      block[at + 1] = id;
      at += 2;
    },
    *streetsByZip(zips) {
      const blocks = [...full.splice(0), block.subarray(0, at)];
      block = new Int32Array(0);
      const counts = countsOf(blocks, spellings.size());
      const ofZips = spellingsByZip(zips.length, { counts, zipOf: spellings.key });
      for (let first = 0; first < zips.length;) {
        const next = ofZips.endOfBatch(first);
        const named = zips.slice(first, next).map((zip, index) => ({
          zip,
          spellings: byName(ofZips.spellings(first + index), spellings.text),
        }));
        const sorted = numbersOf(blocks, { spellings: named.flatMap((zip) => zip.spellings), counts });
        for (const zip of named)
          yield { zip: zip.zip, streets: [...streetsOf(zip.spellings, { sorted, counts, texts })] };
        first = next;
      }
    },
  };
}

/** What a source writes for "nothing" begins with a space, an apostrophe, N or U. */
function surelyNamed({ bytes, from, to }: ByteSpan): boolean {
  const letter = (bytes[from] ?? 0) | 0x20;
  return from < to && letter > 0x60 && letter < 0x7b && letter !== 0x6e && letter !== 0x75;
}

/** How many rows each spelling has. */
function countsOf(blocks: readonly Int32Array[], spellings: number): Int32Array {
  const counts = new Int32Array(spellings);
  for (const block of blocks)
    for (let at = 0; at < block.length; at += 2) {
      const spelling = block[at] ?? 0;
      counts[spelling] = (counts[spelling] ?? 0) + 1;
    }
  return counts;
}

/** A counting sort: the spellings ZIP code by ZIP code. */
function spellingsByZip(
  zips: number,
  { counts, zipOf }: { counts: Int32Array; zipOf: (id: number) => number },
) {
  const ends = new Int32Array(zips + 1);
  const rows = new Int32Array(zips);
  for (let id = 0; id < counts.length; id++) {
    const zip = zipOf(id);
    ends[zip + 1] = (ends[zip + 1] ?? 0) + 1;
    rows[zip] = (rows[zip] ?? 0) + (counts[id] ?? 0);
  }
  for (let zip = 0; zip < zips; zip++) ends[zip + 1] = (ends[zip + 1] ?? 0) + (ends[zip] ?? 0);
  const starts = ends.slice();
  const ids = new Int32Array(counts.length);
  for (let id = 0; id < counts.length; id++) {
    const zip = zipOf(id);
    const at = starts[zip] ?? 0;
    ids[at] = id;
    starts[zip] = at + 1;
  }
  return {
    spellings: (zip: number) => ids.subarray(ends[zip], ends[zip + 1]),
    /** One ZIP code at least. */
    endOfBatch(first: number): number {
      let next = first + 1;
      for (let sum = rows[first] ?? 0; next < zips; next++) {
        sum += rows[next] ?? 0;
        if (sum > SORTED_ROWS) break;
      }
      return next;
    },
  };
}

interface Spelling {
  id: number;
  street: string;
}

/** The spellings of one street stand beside each other. */
function byName(ids: Int32Array, textOf: (id: number) => string): Spelling[] {
  return Array.from(ids, (id) => ({ id, street: normalizeText(textOf(id)) })).toSorted((a, b) =>
    a.street < b.street ? -1 : Number(a.street > b.street),
  );
}

interface SortedNumbers {
  numbers: Int32Array;
  /** Where those of a spelling end. */
  ends: Int32Array;
}

/** A counting sort as well: the numbers of these spellings, spelling by spelling. */
function numbersOf(
  blocks: readonly Int32Array[],
  { spellings, counts }: { spellings: readonly Spelling[]; counts: Int32Array },
): SortedNumbers {
  const ends = new Int32Array(counts.length).fill(-1);
  let rows = 0;
  for (const { id } of spellings) {
    ends[id] = rows;
    rows += counts[id] ?? 0;
  }
  const numbers = new Int32Array(rows);
  for (const block of blocks)
    for (let at = 0; at < block.length; at += 2) {
      const id = block[at] ?? 0;
      const end = ends[id] ?? -1;
      if (end < 0) continue;
      numbers[end] = block[at + 1] ?? 0;
      ends[id] = end + 1;
    }
  return { numbers, ends };
}

interface Sorted {
  sorted: SortedNumbers;
  counts: Int32Array;
  texts: readonly string[];
}

function* streetsOf(
  spellings: readonly Spelling[],
  { sorted: { numbers, ends }, counts, texts }: Sorted,
): Generator<ZipStreet> {
  for (let at = 0; at < spellings.length;) {
    const { id, street } = spellings[at] ?? { id: 0, street: '' };
    const from = (ends[id] ?? 0) - (counts[id] ?? 0);
    let to = from;
    for (; spellings[at]?.street === street; at++) to += counts[spellings[at]?.id ?? 0] ?? 0;
    if (from === to) continue;
    sort(numbers, from, to);
    yield { street, ...distinct({ numbers, from, to }, texts) };
  }
}

/** A street has a dozen numbers mostly: calling the built-in sort costs more than sorting them. */
function sort(numbers: Int32Array, from: number, to: number): void {
  if (to - from > 32) {
    numbers.subarray(from, to).sort();
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const number = numbers[at] ?? 0;
    let free = at;
    for (; free > from && (numbers[free - 1] ?? 0) > number; free--) numbers[free] = numbers[free - 1] ?? 0;
    numbers[free] = number;
  }
}

/** Each once, from numbers in order. */
function distinct(
  { numbers, from, to }: { numbers: Int32Array; from: number; to: number },
  texts: readonly string[],
): Pick<ZipStreet, 'plain' | 'others'> {
  const plain: number[] = [];
  const others: string[] = [];
  let before = -1;
  for (let at = from; at < to; at++) {
    const number = numbers[at] ?? 0;
    if (number === before) continue;
    before = number;
    if (number < FIRST_TEXT) plain.push(number);
    else others.push(texts[number - FIRST_TEXT] ?? '');
  }
  return { plain, others };
}
