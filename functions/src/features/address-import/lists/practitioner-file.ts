import { Npi } from '@handoff/shared/domain/person/identifiers';
import { claimLetters } from '@handoff/shared/domain/referral/ordering-practitioner';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { SourceText } from '../decode/source-text.ts';
import { recognizeHeader } from '../decode/file-start.ts';
import { firstRows } from '../parse/csv-rows.ts';
import type { ListFile, ListRows } from './list-scan.ts';
import {
  FIRST_NPI,
  nextLetter,
  practitionerTable,
  rights,
  type GivenPractitioner,
  type PractitionerTable,
} from './practitioner-table.ts';

/** The columns of the CMS file "Order and Referring", in its order. */
const columns = ['NPI', 'LAST_NAME', 'FIRST_NAME', 'PARTB', 'DME', 'HHA', 'PMD', 'HOSPICE'] as const;
const needed = ['NPI', 'LAST_NAME', 'FIRST_NAME', 'HHA', 'HOSPICE'] as const;

/** In the words of the report on an import. */
const meanings: Record<(typeof needed)[number], string> = {
  NPI: 'NPI',
  LAST_NAME: 'Last name',
  FIRST_NAME: 'First name',
  HHA: 'Home health',
  HOSPICE: 'Hospice',
};
const SAMPLE_ROWS = 20;
const SAMPLES = 3;

export const isPractitionerHeader = (header: readonly string[]): boolean =>
  ['NPI', 'LAST_NAME', 'FIRST_NAME', 'HHA'].every((name) => named(header).includes(name));

const named = (header: readonly string[]) => header.map((name) => name.trim().toUpperCase());

export function practitionerFile({ start, encoding }: Pick<SourceText, 'start' | 'encoding'>): ListFile {
  const { header, delimiter } = recognizeHeader(start);
  const names = named(header);
  const missing = needed.filter((name) => !names.includes(name));
  const rows = firstRows(start, { delimiter, width: header.length, most: SAMPLE_ROWS });
  const found = needed.flatMap((name) => {
    const at = names.indexOf(name);
    return at < 0 ? [] : [{ name, at, means: meanings[name] }];
  });
  return {
    format: {
      name: 'CMS Order and Referring',
      kind: 'csv',
      encoding,
      delimiter,
      columns: Object.fromEntries(found.map(({ name, means }) => [means, name])),
      samples: Object.fromEntries(
        found.map(({ at, means }) => [
          means,
          [...new Set(rows.map((row) => row[at] ?? ''))].slice(0, SAMPLES),
        ]),
      ),
      fileColumns: [],
      guessed: [],
      isZipFromTown: false,
      choice: null,
    },
    header,
    hasHeader: true,
    delimiter,
    problem:
      missing.length === 0
        ? undefined
        : new InvalidFileError(
            `The file has no column ${missing.join(', ')}. Download the newest Order and Referring file of CMS.`,
          ),
    open: () => practitionerRows(names, delimiter),
  };
}

function practitionerRows(names: readonly string[], delimiter: string): ListRows {
  const table = practitionerTable();
  const at = Object.fromEntries(needed.map((name) => [name, names.indexOf(name)]));
  const isUsual = delimiter === ',' && names.join() === columns.join();
  return {
    take(fields) {
      if (fields.length !== names.length) return 'columns';
      const cell = (name: (typeof needed)[number]) => (fields[at[name] ?? -1] ?? '').trim();
      const npi = Npi.safeParse(cell('NPI'));
      if (!npi.success) return 'bad-npi';
      const [last, first] = [plainName(cell('LAST_NAME')), plainName(cell('FIRST_NAME'))];
      if (last === '' || first === '') return 'no-name';
      const flags = [cell('HHA'), cell('HOSPICE')].map((flag) => ['N', 'Y'].indexOf(flag.toUpperCase()));
      const [homeHealth = -1, hospice = -1] = flags;
      if (homeHealth < 0 || hospice < 0) return 'bad-flag';
      const bytes = Buffer.from(`${last},${first}`);
      table.add({
        serial: Number(npi.data) - FIRST_NPI,
        hash: Buffer.from(claimLetters({ last, first })).reduce(nextLetter, 0),
        rights: homeHealth * rights.homeHealth + hospice * rights.hospice,
        bytes,
        from: 0,
        to: bytes.length,
      });
      return 'taken';
    },
    ...(isUsual && { takeLines: (block, from, to) => takeLines(table, { block, from, to }) }),
    close: () => table.close(),
  };
}

/** The characters that separate the parts of an entry are none of a name. */
const plainName = (name: string) => name.replaceAll(/[\s,;"]+/g, ' ').trim();

const [LF, CR, COMMA, SPACE] = [0x0a, 0x0d, 0x2c, 0x20] as const;
const [Y, N, ZERO] = [0x59, 0x4e, 0x30] as const;
const NPI_LENGTH = 10;
const FLAGS = 5;
/** From the comma after the first name. */
const HHA_AT = 5;
const HOSPICE_AT = 9;
/** Reads the digits of an NPI as if they followed 80840, the code of the United States (45 CFR 162.406). */
const PREFIX_SUM = 24;

/** Kinds of bytes in a name; names with others than those of ASCII are read by `take`. */
const [REFUSED, LETTER, OTHER, SPACE_KIND, COMMA_KIND] = [0, 1, 2, 3, 4] as const;
const kindsOfBytes = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(String.fromCodePoint(byte)));

function kindOf(character: string): number {
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (character === ' ') return SPACE_KIND;
  if (character === ',') return COMMA_KIND;
  return /[!-~]/.test(character) && !/[";]/.test(character) ? OTHER : REFUSED;
}

/** The part of each digit in the sum of the check digit: doubled at an even place, plain at an odd one. */
const weights = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

/**
 * Takes rows like `1003000126,DOE,JANE,Y,Y,Y,Y,Y` up to the first one that is otherwise, without making a text of them.
 * It gives what `take` gives; a test compares both.
 */
function takeLines(
  table: PractitionerTable,
  { block, from, to }: { block: Buffer; from: number; to: number },
): { at: number; taken: number } {
  // One object for all rows, because millions of them would keep the garbage collector busy.
  const row: GivenPractitioner = { serial: 0, hash: 0, rights: 0, bytes: block, from: 0, to: 0 };
  let hash = 0;
  let taken = 0;
  let at = from;

  /** Adds the letters of a name to the hash, and gives where its comma is; -1 if `take` has to read it. */
  function name(begin: number, letters: number): number {
    let left = letters;
    let before: number = SPACE_KIND;
    for (let read = begin; read < to; read++) {
      const byte = block[read] ?? 0;
      const kind = kindsOfBytes[byte] ?? REFUSED;
      if (kind === COMMA_KIND) return before === SPACE_KIND ? -1 : read;
      if (kind === REFUSED || (kind === SPACE_KIND && before === SPACE_KIND)) return -1;
      before = kind;
      if (kind === LETTER && left-- > 0) hash = nextLetter(hash, byte);
    }
    return -1;
  }

  for (;;) {
    const serial = serialAt(block, at, to);
    if (serial < 0) break;
    hash = 0;
    const nameStart = at + NPI_LENGTH + 1;
    const lastEnd = name(nameStart, 4);
    if (lastEnd < 0) break;
    hash = nextLetter(hash, SPACE);
    const firstEnd = name(lastEnd + 1, 1);
    const end = firstEnd < 0 ? -1 : flagsEnd(block, firstEnd, to);
    if (end < 0) break;
    const homeHealth = block[firstEnd + HHA_AT] === Y ? rights.homeHealth : 0;
    const hospice = block[firstEnd + HOSPICE_AT] === Y ? rights.hospice : 0;
    row.serial = serial;
    row.hash = hash;
    row.rights = homeHealth | hospice;
    row.from = nameStart;
    row.to = firstEnd;
    table.add(row);
    at = end;
    taken++;
  }
  return { at, taken };
}

/** The serial of an NPI that a comma follows; otherwise -1. */
function serialAt(block: Buffer, at: number, to: number): number {
  if (at + NPI_LENGTH >= to || block[at + NPI_LENGTH] !== COMMA) return -1;
  const first = (block[at] ?? 0) - ZERO;
  if (first !== 1 && first !== 2) return -1;
  let rest = 0;
  let sum = PREFIX_SUM + 2 * first;
  for (let place = 1; place < NPI_LENGTH; place++) {
    const digit = (block[at + place] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    rest = rest * 10 + digit;
    sum += weights[(place & 1) * 10 + digit] ?? 0;
  }
  return sum % 10 === 0 ? (first - 1) * FIRST_NPI + rest : -1;
}

/** Gives the start of the next row after five flags, each after a comma; otherwise -1. */
function flagsEnd(block: Buffer, at: number, to: number): number {
  const end = at + 2 * FLAGS;
  if (end >= to) return -1;
  for (let comma = at; comma < end; comma += 2) {
    const flag = block[comma + 1];
    if (block[comma] !== COMMA || (flag !== Y && flag !== N)) return -1;
  }
  if (block[end] === LF) return end + 1;
  return block[end] === CR && end + 1 < to && block[end + 1] === LF ? end + 2 : -1;
}
