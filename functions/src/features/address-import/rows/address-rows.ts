import { normalizeText } from './address-text.ts';
import { InvalidFileError } from '../read/invalid-file.ts';

/**
 * The addresses of a scan: ZIP code, street and number of each row as three integers. Objects per street would cost
 * several times the memory, and rows come in any order, so looking them up again and again most of the time.
 */
export interface AddressRows {
  /** -1 for a text that is no street. */
  street(text: string): number;
  /** `number` is the number itself, or a text like `12 1/2`. */
  add(row: { zip: number; street: number; number: number | string }): void;
  /** Of each ZIP code, in the order of their indices, without repetitions; can be called once. */
  streetsByZip<Zip>(zips: readonly Zip[]): Generator<{ zip: Zip; streets: ZipStreet[] }>;
}

export interface ZipStreet {
  street: string;
  /** Ascending. */
  plain: number[];
  others: string[];
}

const BLOCK_ROWS = 65_536;
/** House numbers of up to nine digits stay below; from here on they are texts. */
const FIRST_TEXT = 1_000_000_000;
/** A street and a number are sorted as one double, whose integers end at 2^53. */
const NUMBER_SPAN = 2 ** 31;
const MAX_STREETS = 2 ** 22;

export function newAddressRows(): AddressRows {
  const spellings = new Map<string, number>();
  const streetIds = new Map<string, number>();
  const streets: string[] = [];
  const textIds = new Map<string, number>();
  const texts: string[] = [];
  const full: Int32Array[] = [];
  let block = new Int32Array(3 * BLOCK_ROWS);
  let at = 0;

  function newSpelling(text: string): number {
    const name = normalizeText(text);
    const id = name === '' ? -1 : idOf(name, { ids: streetIds, names: streets });
    if (id >= MAX_STREETS)
      throw new InvalidFileError(
        'The file has millions of different streets. This does not look like an address file.',
      );
    spellings.set(text, id);
    return id;
  }

  function numberId(number: number | string): number {
    return typeof number === 'number' ? number : FIRST_TEXT + idOf(number, { ids: textIds, names: texts });
  }

  return {
    street: (text) => spellings.get(text) ?? newSpelling(text),
    add({ zip, street, number }) {
      if (at === block.length) {
        full.push(block);
        block = new Int32Array(3 * BLOCK_ROWS);
        at = 0;
      }
      block[at] = zip;
      block[at + 1] = street;
      block[at + 2] = numberId(number);
      at += 3;
    },
    *streetsByZip(zips) {
      const blocks = [...full.splice(0), block.subarray(0, at)];
      block = new Int32Array(0);
      const { keys, ends } = keysByZip(blocks, zips.length);
      spellings.clear();
      for (const [index, zip] of zips.entries()) {
        const own = keys.subarray(ends[index - 1] ?? 0, ends[index]);
        own.sort();
        yield { zip, streets: streetsOf(own, { streets, texts }) };
      }
    },
  };
}

function idOf(name: string, { ids, names }: { ids: Map<string, number>; names: string[] }): number {
  const known = ids.get(name);
  if (known !== undefined) return known;
  ids.set(name, names.length);
  return names.push(name) - 1;
}

/** A counting sort: each row's street and number as one key, beside the others of its ZIP code. */
function keysByZip(blocks: Int32Array[], zips: number): { keys: Float64Array; ends: Int32Array } {
  // Where the next row of each ZIP code goes: in the end, where its rows end.
  const { starts: ends, rows } = startsByZip(blocks, zips);
  const keys = new Float64Array(rows);
  for (const block of blocks)
    for (let at = 0; at < block.length; at += 3) {
      const zip = block[at] ?? 0;
      const next = ends[zip] ?? 0;
      keys[next] = (block[at + 1] ?? 0) * NUMBER_SPAN + (block[at + 2] ?? 0);
      ends[zip] = next + 1;
    }
  return { keys, ends };
}

function startsByZip(blocks: Int32Array[], zips: number): { starts: Int32Array; rows: number } {
  const starts = new Int32Array(zips);
  for (const block of blocks)
    for (let at = 0; at < block.length; at += 3) {
      const zip = block[at] ?? 0;
      starts[zip] = (starts[zip] ?? 0) + 1;
    }
  let rows = 0;
  for (const [zip, count] of starts.entries()) {
    starts[zip] = rows;
    rows += count;
  }
  return { starts, rows };
}

function streetsOf(sorted: Float64Array, names: { streets: string[]; texts: string[] }): ZipStreet[] {
  const found: ZipStreet[] = [];
  let current: ZipStreet | undefined;
  let currentId = -1;
  let before = -1;
  for (let at = 0; at < sorted.length; at++) {
    const key = sorted[at] ?? 0;
    if (key === before) continue;
    before = key;
    const id = Math.floor(key / NUMBER_SPAN);
    const number = key - id * NUMBER_SPAN;
    if (!current || id !== currentId) {
      current = { street: names.streets[id] ?? '', plain: [], others: [] };
      currentId = id;
      found.push(current);
    }
    if (number < FIRST_TEXT) current.plain.push(number);
    else current.others.push(names.texts[number - FIRST_TEXT] ?? '');
  }
  return found;
}
