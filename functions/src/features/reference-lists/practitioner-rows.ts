import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import { noLines, type LineTaker } from '../../imports/read/csv-rows.ts';
import { addLetter, type PractitionerList, type PractitionerRow } from './practitioner-list.ts';

const MAX_ROWS = 16_000_000;

/**
 * Takes ordinary rows, such as `1003000126,DOE,JANE,Y,Y,Y,Y,Y`, from their bytes up to the first one that is otherwise. The
 * file has two million; as texts they would take longer than csv-parse.
 */
export function practitionerLines(list: PractitionerList): LineTaker {
  const blocks = noLines();
  let block: Buffer = Buffer.alloc(0);
  // One for all rows, because they are millions.
  const row = { npi: 0, hash: 0, from: 0, to: 0, MayOrderHomeHealth: false, MayCertifyHospice: false };

  return {
    room(length) {
      // Checked here and not while rows are taken, so that those taken so far are counted first.
      if (list.count() > MAX_ROWS)
        throw new InvalidFileError('The file has more rows than there are practitioners.');
      block = blocks.room(length);
      return block;
    },
    take(from, to) {
      const own: PractitionerRow = Object.assign(row, { bytes: block });
      let at = from;
      let taken = 0;
      for (let end = readRow(own, at); end !== OTHERWISE && end <= to; end = readRow(own, at)) {
        list.add(own);
        at = end;
        taken++;
      }
      return { at, taken };
    },
  };
}

const NPI_LENGTH = 10;
const LAST_LETTERS = 4;
const FIRST_LETTERS = 1;
const OTHERWISE = -1;
const NO_BYTE = 0;
const [LF, CR, SPACE, APOSTROPHE, COMMA, DASH, POINT, ZERO] = [10, 13, 32, 39, 44, 45, 46, 48] as const;
const [A, N, Y, Z] = [65, 78, 89, 90] as const;

/** Gives the start of the next row, or `OTHERWISE`. */
function readRow(row: PractitionerRow, from: number): number {
  const { bytes } = row;
  const npi = npiAt(bytes, from);
  const last = from + NPI_LENGTH + 1;
  const lastEnd = npi === OTHERWISE ? OTHERWISE : endOfName(bytes, last);
  const firstEnd = lastEnd === OTHERWISE ? OTHERWISE : endOfName(bytes, lastEnd + 1);
  const end = firstEnd === OTHERWISE ? OTHERWISE : endOfFlags(bytes, firstEnd + 1);
  if (end === OTHERWISE) return OTHERWISE;
  const hash = addLetter(addLetters(0, { bytes, from: last, most: LAST_LETTERS }), SPACE);
  row.npi = npi;
  row.hash = addLetters(hash, { bytes, from: lastEnd + 1, most: FIRST_LETTERS });
  row.from = from;
  row.to = firstEnd + 1;
  row.MayOrderHomeHealth = bytes[firstEnd + 5] === Y;
  row.MayCertifyHospice = bytes[firstEnd + 9] === Y;
  return end;
}

/** The check digit counts 80840, the code of the United States, before the number (45 CFR 162.406). */
const PREFIX_SUM = 24;

/** A valid NPI before a comma. */
function npiAt(bytes: Buffer, from: number): number {
  let npi = 0;
  let sum = PREFIX_SUM;
  for (let place = 0; place < NPI_LENGTH; place++) {
    const digit = (bytes[from + place] ?? NO_BYTE) - ZERO;
    if (digit < 0 || digit > 9) return OTHERWISE;
    const value = place % 2 === 0 ? 2 * digit : digit;
    sum += value > 9 ? value - 9 : value;
    npi = npi * 10 + digit;
  }
  const isValid = sum % 10 === 0 && npi >= 1_000_000_000 && npi < 3_000_000_000;
  return isValid && bytes[from + NPI_LENGTH] === COMMA ? npi : OTHERWISE;
}

/** The comma behind a name that the rules leave unchanged. */
function endOfName(bytes: Buffer, from: number): number {
  let before: number = SPACE;
  for (let at = from; ; at++) {
    const byte = bytes[at] ?? NO_BYTE;
    if (byte === COMMA || byte === SPACE) {
      if (before === SPACE) return OTHERWISE;
      if (byte === COMMA) return at;
    } else if (!isCapital(byte) && byte !== APOSTROPHE && byte !== DASH && byte !== POINT) return OTHERWISE;
    before = byte;
  }
}

const isCapital = (byte: number) => byte >= A && byte <= Z;

function addLetters(before: number, name: { bytes: Buffer; from: number; most: number }): number {
  const { bytes, from, most } = name;
  let hash = before;
  let letters = 0;
  for (let at = from; letters < most; at++) {
    const byte = bytes[at] ?? NO_BYTE;
    if (byte === COMMA) break;
    if (!isCapital(byte)) continue;
    hash = addLetter(hash, byte);
    letters++;
  }
  return hash;
}

/** The start of the next row after five flags with commas between them. */
function endOfFlags(bytes: Buffer, from: number): number {
  const end = from + 9;
  for (let at = from; at < end; at += 2) {
    const flag = bytes[at];
    if ((flag !== Y && flag !== N) || (at < end - 1 && bytes[at + 1] !== COMMA)) return OTHERWISE;
  }
  if (bytes[end] === LF) return end + 1;
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : OTHERWISE;
}
