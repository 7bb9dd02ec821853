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
  streetsByZip<Zip>(zips: readonly Zip[]): Generator<{ zip: Zip; streets: Iterable<ZipStreet> }>;
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
      const idsOf = idsByZip(zips.length, { counts, zipOf: spellings.key });
      const numbers = numbersById(blocks, { counts, ids: idsOf.all });
      for (const [index, zip] of zips.entries()) {
        const named = byName(idsOf.zip(index), spellings.text);
        yield { zip, streets: streetsOf(named, { numbers, texts }) };
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
function idsByZip(zips: number, { counts, zipOf }: { counts: Int32Array; zipOf: (id: number) => number }) {
  const ends = new Int32Array(zips + 1);
  for (let id = 0; id < counts.length; id++) ends[zipOf(id) + 1] = (ends[zipOf(id) + 1] ?? 0) + 1;
  for (let zip = 0; zip < zips; zip++) ends[zip + 1] = (ends[zip + 1] ?? 0) + (ends[zip] ?? 0);
  const free = ends.slice();
  const all = new Int32Array(counts.length);
  for (let id = 0; id < counts.length; id++) {
    const zip = zipOf(id);
    const at = free[zip] ?? 0;
    all[at] = id;
    free[zip] = at + 1;
  }
  return { all, zip: (zip: number) => all.subarray(ends[zip], ends[zip + 1]) };
}

/** A counting sort as well: the numbers of each spelling. Takes the blocks away one by one, to have few of both. */
function numbersById(
  blocks: Int32Array[],
  { counts, ids }: { counts: Int32Array; ids: Int32Array },
): (id: number) => Int32Array {
  const ends = new Int32Array(counts.length);
  let rows = 0;
  for (const id of ids) {
    ends[id] = rows;
    rows += counts[id] ?? 0;
  }
  const numbers = new Int32Array(rows);
  for (let block = blocks.pop(); block; block = blocks.pop())
    for (let at = 0; at < block.length; at += 2) {
      const id = block[at] ?? 0;
      const end = ends[id] ?? 0;
      numbers[end] = block[at + 1] ?? 0;
      ends[id] = end + 1;
    }
  return (id) => numbers.subarray((ends[id] ?? 0) - (counts[id] ?? 0), ends[id]);
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

function* streetsOf(
  spellings: readonly Spelling[],
  { numbers: numbersOf, texts }: { numbers: (id: number) => Int32Array; texts: readonly string[] },
): Generator<ZipStreet> {
  for (let at = 0; at < spellings.length;) {
    const { id, street } = spellings[at] ?? { id: 0, street: '' };
    let numbers = numbersOf(id);
    for (at++; spellings[at]?.street === street; at++)
      numbers = united(numbers, numbersOf(spellings[at]?.id ?? 0));
    if (numbers.length === 0) continue;
    sort(numbers);
    yield { street, ...distinct(numbers, texts) };
  }
}

function united(one: Int32Array, other: Int32Array): Int32Array {
  const both = new Int32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** A street has a dozen numbers mostly: calling the built-in sort costs more than sorting them. */
function sort(numbers: Int32Array): void {
  if (numbers.length > 32) {
    numbers.sort();
    return;
  }
  for (let at = 1; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    let free = at;
    for (; free > 0 && (numbers[free - 1] ?? 0) > number; free--) numbers[free] = numbers[free - 1] ?? 0;
    numbers[free] = number;
  }
}

/** Each once, from numbers in order. */
function distinct(numbers: Int32Array, texts: readonly string[]): Pick<ZipStreet, 'plain' | 'others'> {
  const plain: number[] = [];
  const others: string[] = [];
  let before = -1;
  for (const number of numbers) {
    if (number === before) continue;
    before = number;
    if (number < FIRST_TEXT) plain.push(number);
    else others.push(texts[number - FIRST_TEXT] ?? '');
  }
  return { plain, others };
}
