import { claimLetters, type ClaimName } from '@handoff/shared/domain/referral/ordering-practitioner';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import type { ListDocument } from './list-kind.ts';

// A practitioner is a line of the document of the letters that a claim compares. Another document says for NPIs which one
// that is: the line in both would double what an import writes.

/** Of each kind. A prime, so that numbers and letters spread evenly. */
const DOCUMENTS = 401;

const placeOfNpi = (npi: number): number => Math.floor(npi / 10) % DOCUMENTS;
const placeOfName = (hash: number): number => (hash >>> 0) % DOCUMENTS;
const nameCode = (place: number): string => `name-${place}`;

/** Adds a letter that a claim compares, or the space before the first name. More than 32 bits would be kept on the heap. */
export const addLetter = (hash: number, letter: number): number => (Math.imul(hash, 31) + letter) | 0;

const hashOf = (name: ClaimName): number => Buffer.from(claimLetters(name)).reduce(addLetter, 0);

export const npiDocument = (npi: string): string => `npi-${placeOfNpi(Number(npi))}`;
export const nameDocument = (name: ClaimName): string => nameCode(placeOfName(hashOf(name)));

export interface PractitionerRow extends Pick<Practitioner, 'MayOrderHomeHealth' | 'MayCertifyHospice'> {
  npi: number;
  /** Of the letters of the name. */
  hash: number;
  /** Has the line of the row, `1003000126,DOE,JANE,YN\n` without the rights and the line end. */
  bytes: Buffer;
  from: number;
  to: number;
}

export interface PractitionerList {
  count(): number;
  /** The first one of rows with the same NPI counts. */
  add(row: PractitionerRow): void;
  addPractitioner(practitioner: Practitioner): void;
  close(): { documents: () => Generator<ListDocument>; duplicates: number };
}

export function practitionerList(): PractitionerList {
  const byName = Array.from({ length: DOCUMENTS }, newLines);
  const byNpi = Array.from({ length: DOCUMENTS }, (): number[] => []);
  const isNew = npiSet();
  let count = 0;
  let duplicates = 0;
  let last = 0;
  let isSorted = true;

  function add(row: PractitionerRow): void {
    const { npi, hash } = row;
    count++;
    if (!isNew(npi)) {
      duplicates++;
      return;
    }
    isSorted &&= npi > last;
    last = npi;
    // At once, because two million lines would be gathered from all over the memory later.
    const place = placeOfName(hash);
    byName[place]?.add(row);
    byNpi[placeOfNpi(npi)]?.push(npi * PLACES + place);
  }

  return {
    count: () => count,
    add,
    addPractitioner({ Npi, LastName, FirstName, ...rights }) {
      const bytes = Buffer.from(`${Npi},${LastName},${FirstName},`);
      const hash = hashOf({ last: LastName, first: FirstName });
      add({ npi: Number(Npi), hash, bytes, from: 0, to: bytes.length, ...rights });
    },
    close: () => ({
      duplicates,
      *documents() {
        for (const [place, own] of byName.entries())
          if (own.count() > 0)
            yield {
              code: nameCode(place),
              n: own.count(),
              lines: () => (isSorted ? own.bytes() : sorted(own.bytes())),
            };
        // An entry counts where its name is.
        for (const [place, own] of byNpi.entries())
          if (own.length > 0) yield { code: `npi-${place}`, n: 0, lines: () => inBase64(own) };
      },
    }),
  };
}

/** An NPI and the place of its name are one number. */
const PLACES = 512;

const inBase64 = (numbers: readonly number[]): Buffer =>
  Buffer.from(Buffer.from(Float64Array.from(numbers).toSorted().buffer).toString('base64'));

/** The document that has the name of an NPI, by the document of the NPI. */
export function documentOfNpi(content: string, npi: string): string | undefined {
  const numbers = new Float64Array(new Uint8Array(Buffer.from(content, 'base64')).buffer);
  const found = numbers.find((number) => Math.floor(number / PLACES) === Number(npi));
  return found === undefined ? undefined : nameCode(found % PLACES);
}

const LOWEST_NPI = 1_000_000_000;
const NPIS = 2_000_000_000;

/** Tells whether an NPI comes for the first time. Each has a bit; its check digit says nothing more. */
function npiSet(): (npi: number) => boolean {
  const bits = new Uint8Array(NPIS / 10 / 8);
  return (npi) => {
    const number = Math.floor((npi - LOWEST_NPI) / 10);
    const bit = 1 << (number & 7);
    const byte = bits[number >> 3] ?? 0;
    bits[number >> 3] = byte | bit;
    return (byte & bit) === 0;
  };
}

interface Lines {
  add(row: PractitionerRow): void;
  count(): number;
  bytes(): Buffer;
}

const [YES, NO, LF] = [0x59, 0x4e, 0x0a] as const;

const BLOCK_BYTES = 8 * 1024;

/** Lines are kept as bytes, because millions of texts would burden the garbage collector. */
function newLines(): Lines {
  const full: Buffer[] = [];
  let block: Buffer = Buffer.alloc(0);
  let length = 0;
  let count = 0;
  return {
    add({ bytes, from, to, MayOrderHomeHealth, MayCertifyHospice }) {
      const lineLength = to - from + 3;
      if (length + lineLength > block.length) {
        full.push(block.subarray(0, length));
        block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, lineLength));
        length = 0;
      }
      // A call of `copy` takes longer than so few bytes.
      for (let at = from; at < to; at++) block[length++] = bytes[at] ?? 0;
      block[length++] = MayOrderHomeHealth ? YES : NO;
      block[length++] = MayCertifyHospice ? YES : NO;
      block[length++] = LF;
      count++;
    },
    count: () => count,
    bytes: () => Buffer.concat([...full, block.subarray(0, length)]),
  };
}

/** In the order of their NPIs, which all have ten digits. */
const sorted = (lines: Buffer): Buffer => Buffer.from(`${linesIn(lines.toString()).toSorted().join('\n')}\n`);

export const linesIn = (content: string): string[] => content.split('\n').slice(0, -1);

export function practitionerIn(line: string): Practitioner {
  const [Npi = '', LastName = '', FirstName = '', rights = ''] = line.split(',');
  return {
    Npi,
    LastName,
    FirstName,
    MayOrderHomeHealth: rights.startsWith('Y'),
    MayCertifyHospice: rights.endsWith('Y'),
  };
}
