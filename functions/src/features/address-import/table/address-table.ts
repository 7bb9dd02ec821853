import { stateNames } from '@handoff/shared/domain/address/us-state';
import type { ColumnMapping } from '../read/column-mapping.ts';
import type { LineTaker } from '../read/csv-rows.ts';
import { InvalidFileError } from '../read/invalid-file.ts';
import type { ZipAddresses } from '../versions/zip-document.ts';
import { normalizeText } from '../rows/address-text.ts';
import { startTable } from './table-memory.ts';

/** Where a file has what, and what separates it. */
export interface Layout {
  mapping: ColumnMapping;
  delimiter: string;
}

/** A city and a county as rows of a ZIP code spell them. */
export interface NamedPlace {
  city: string;
  county: string;
  rows: number;
}

/** Lines as a `LineTaker` takes them; `kept` of them are addresses. `report` holds those that are to be reported. */
export interface AddressLines extends LineTaker {
  take: (
    from: number,
    to: number,
    line: number,
  ) => { at: number; taken: number; kept: number; report: string };
}

/**
 * The addresses of a scan: a street and a number of each row, and how many rows name which place, all under the group of
 * their ZIP code. It takes lines from their bytes where everything about a row is ordinary: a state spelled as it should
 * be, a ZIP code that was accepted before, a number of digits; or where it was told why such a row is none. What it
 * leaves is for the rules, which say the same of the others, only slower. Compiled from functions/assembly: objects
 * would cost several times the time and the memory.
 */
export interface AddressTable {
  lines: AddressLines;
  /** From here on it takes rows of this ZIP code, by its value. */
  acceptZip(zip: number, group: number): void;
  /** From here on rows get this verdict, and with a reason are reported. Some they show; others need the two below. */
  useVerdict(verdict: number, reason: string): void;
  /** Of rows of a ZIP code, by its value or by how it is spelled. */
  judgeZip(zip: number | string, verdict: number): void;
  /** Of rows whose state is spelled so. */
  judgeState(spelling: string, verdict: number): void;
  rowsOf(verdict: number): number;
  /** -1 for a spelling that is no street. */
  street(spelling: string, group: number): number;
  /** `number` is the number itself, or a text like `12 1/2`. */
  addRow(group: number, street: number, number: number | string): void;
  countPlace(group: number, place: { city: string; county: string }): void;
  /** At the end of the file. */
  close(groups: number): ClosedTable;
}

export interface ClosedTable {
  /** The addresses of a ZIP code as its document holds them; their bytes are good until the next are asked for. */
  addresses(group: number): ZipAddresses;
  places(group: number): readonly NamedPlace[];
}

/** A record has 64 KB at most; in capitals it may have three times as much. */
const MAX_TEXT_BYTES = 256 * 1024;
/** What stands where in a place. `length` is that of all from `cityLength` on. */
const place = { length: 4, rows: 8, cityLength: 12, city: 16 };

/** `codeOf` is the ZIP code of a group, for whoever reads what is wrong with it. */
export function newAddressTable(
  { mapping, delimiter }: Layout,
  { state, codeOf }: { state: string; codeOf: (group: number) => string },
): AddressTable {
  const { table, memory, hasMoved, ...kept } = startTable();
  configure();
  const scratch = table.allocate(2 * MAX_TEXT_BYTES);
  const takesLines = mapping.address < 0 && mapping.street.length > 0 && mapping.zip >= 0;
  let input = 0;
  let inputBytes = 0;

  function configure(): void {
    const list = (columns: readonly number[]) => kept.keepNumbers([columns.length, ...columns]);
    const spellings = ownSpellings(state).map(kept.keepText);
    table.configure(
      delimiter.charCodeAt(0),
      mapping.header.length,
      mapping.zip,
      mapping.state,
      kept.keepNumbers([spellings.length, ...spellings.flatMap(({ at, length }) => [at, length])]),
      list(mapping.number),
      list(mapping.numberParts ?? []),
      list(mapping.street),
      list(mapping.city),
      list(mapping.county),
    );
  }

  function numberId(number: number | string): number {
    if (typeof number === 'number') return number;
    return table.numberText(scratch, memory().write(number, scratch, MAX_TEXT_BYTES));
  }

  function refuseTooMuch(): void {
    if (table.hasTooManyTexts() !== 0)
      throw new InvalidFileError(
        'The file has millions of different streets. This does not look like an address file.',
      );
    const crowded = table.crowdedGroup();
    if (crowded >= 0)
      throw new InvalidFileError(
        `ZIP code ${codeOf(crowded)} alone has thousands of cities. This does not look like an address file.`,
      );
  }

  return {
    lines: {
      room(length) {
        // Not where lines are taken: what was made of them has to be heard of first.
        refuseTooMuch();
        const before = { at: input, end: input + inputBytes };
        input = table.reserve(length);
        if (input !== before.at) memory().copyWithin(input, before.at, before.end);
        inputBytes = Math.max(inputBytes, length);
        return memory().subarray(input, input + inputBytes);
      },
      take(from, to, line) {
        if (!takesLines) return { at: from, taken: 0, kept: 0, report: '' };
        if (hasMoved()) throw new Error('The memory of the table moved while a block was read');
        const at = table.takeLines(input + from, input + to, line) - input;
        return { at, taken: table.linesTaken(), kept: table.linesKept(), report: report() };
      },
    },
    acceptZip: (zip, group) => void table.acceptZip(zip, group),
    useVerdict(verdict, reason) {
      const { at, length } = kept.keepText(reason);
      table.useVerdict(verdict, at, length);
    },
    judgeZip(zip, verdict) {
      if (typeof zip === 'number') table.judgeZip(zip, verdict);
      else judgeSpelling(table.zipsJudged(), zip, verdict);
    },
    judgeState: (spelling, verdict) => judgeSpelling(table.statesJudged(), spelling, verdict),
    rowsOf: (verdict) => table.rowsOf(verdict),
    street(spelling, group) {
      const length = memory().write(spelling, scratch, MAX_TEXT_BYTES);
      const nameLength = memory().write(normalizeText(spelling), scratch + length, MAX_TEXT_BYTES);
      const id = table.street(scratch, length, scratch + length, nameLength, group);
      refuseTooMuch();
      return id;
    },
    addRow: (group, street, number) => void table.addRow(group, street, numberId(number)),
    countPlace(group, { city, county }) {
      const cityLength = memory().write(city, scratch, MAX_TEXT_BYTES);
      const countyLength = memory().write(county, scratch + cityLength, MAX_TEXT_BYTES);
      table.countPlace(group, scratch, cityLength, scratch + cityLength, countyLength);
      refuseTooMuch();
    },
    close(groups) {
      table.close(groups);
      return { addresses, places };
    },
  };

  /** Its lines are ASCII. */
  function report(): string {
    const length = table.reportLength();
    if (length === 0) return '';
    const at = table.reportAt();
    table.clearReport();
    return memory().toString('latin1', at, at + length);
  }

  function judgeSpelling(list: number, spelling: string, verdict: number): void {
    const { at, length } = kept.keepText(spelling);
    table.judgeSpelling(list, at, length, verdict);
  }

  function addresses(group: number): ZipAddresses {
    table.writeGroup(group);
    const [at = 0, length = 0, count = 0] = kept.numbers(table.writtenGroup(), 3);
    return { n: count, s: memory().subarray(at, at + length) };
  }

  function places(group: number): readonly NamedPlace[] {
    const bytes = memory();
    const wordAt = (at: number) => bytes.readInt32LE(at);
    const textAt = (from: number, to: number) => bytes.toString('utf8', from, to);
    const listed = table.placesOf(group);
    return Array.from({ length: table.placeCountOf(group) }, (_, n) => {
      const at = wordAt(listed + 4 * n);
      const city = at + place.city;
      const county = city + wordAt(at + place.cityLength);
      const end = at + place.cityLength + wordAt(at + place.length);
      return { city: textAt(city, county), county: textAt(county, end), rows: wordAt(at + place.rows) };
    });
  }
}

function ownSpellings(state: string): string[] {
  const name = Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
  return [state, name, name.toUpperCase()];
}
