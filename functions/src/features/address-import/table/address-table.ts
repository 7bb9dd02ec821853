import { stateNames } from '@handoff/shared/domain/address/us-state';
import type { ColumnMapping } from '../parse/row-fields.ts';
import type { LineTaker } from '../../../imports/read/csv-rows.ts';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import { blankWords } from '../parse/address-text.ts';
import { sureUnits, wordsOfUnits } from '../parse/street-text.ts';
import { startTable } from './table-memory.ts';

export interface Layout {
  mapping: ColumnMapping;
  delimiter: string;
}

export interface NamedLocality {
  city: string;
  county: string;
  rows: number;
}

/**
 * `rows` counts the rows taken, `kept` the addresses among them, and `padded` those of them whose ZIP code got its first
 * zeros back; `report` holds the rejected ones for the reject report.
 */
export interface AddressLines extends LineTaker {
  take: (
    from: number,
    to: number,
    line: number,
  ) => { at: number; taken: number; rows: number; kept: number; padded: number; report: string };
}

/**
 * Stores the addresses of a scan by ZIP code, called a group here: the street and number of each row, and the number of
 * rows for each city and county. It takes ordinary rows from their bytes: those with a known spelling of the state, an
 * accepted ZIP code, and a plain number. It also rejects rows with a known verdict. It leaves every other row to the
 * rules, which give the same result, only slower. README.md explains how it works.
 */
export interface AddressTable {
  lines: AddressLines;
  /** From now on rows of this ZIP code, given by its value, are taken from their bytes. */
  acceptZip(zip: number, group: number): void;
  /** Makes a verdict known. Rows that get it are reported with the reason, unless it is empty. */
  addVerdict(verdict: number, reason: string): void;
  /** From now on rows with this ZIP code, given by its value or its spelling, get the verdict. */
  rejectZip(zip: number | string, verdict: number): void;
  rejectState(spelling: string, verdict: number): void;
  rowsOf(verdict: number): number;
  /** The id of the street in its group; -1 when it has no name. From now on the table knows the spelling. */
  street(street: { spelling: string; name: string; isUnit: boolean }, group: number): number;
  /** `number` is a number, or a text like `12 1/2`. */
  addRow(group: number, row: StoredRow): void;
  countLocality(group: number, locality: { city: string; county: string }): void;
  /** To be called at the end of the file. */
  close(groups: number): ClosedTable;
}

export interface StoredRow {
  street: number;
  number: number | string;
  isUnit: boolean;
}

export interface ZipAddresses {
  n: number;
  /** How many rows were further units of one of the addresses. */
  units: number;
  s: Buffer;
}

export interface ClosedTable {
  /** The bytes are valid until the next call. */
  addresses(group: number): ZipAddresses;
  localities(group: number): readonly NamedLocality[];
}

/** A record has at most 64 KB, and upper case may triple it. */
const MAX_TEXT_BYTES = 256 * 1024;
/** Offsets in a locality. `length` counts the bytes from `cityLength` on. */
const locality = { length: 4, rows: 8, cityLength: 12, city: 16 };

/** `codeOf` gives the ZIP code of a group for error messages. */
export function newAddressTable(
  { mapping, delimiter }: Layout,
  { state, codeOf }: { state: string; codeOf: (group: number) => string },
): AddressTable {
  const { table, memory, ...kept } = startTable();
  const columnList = (columns: readonly number[]) => kept.keepNumbers([columns.length, ...columns]);
  const textList = (each: readonly string[]) =>
    kept.keepNumbers([each.length, ...each.map(kept.keepText).flatMap(({ at, length }) => [at, length])]);
  configure();
  const scratch = table.allocate(2 * MAX_TEXT_BYTES);
  const takesLines = (mapping.address >= 0 || mapping.street.length > 0) && mapping.zip >= 0;
  const input = kept.inputBlock();

  function configure(): void {
    table.configure(
      delimiter.charCodeAt(0),
      mapping.header.length,
      mapping.zip,
      mapping.state,
      textList(ownSpellings(state)),
      textList(blankWords),
      textList(wordsOfUnits),
      textList(sureUnits),
      mapping.address,
      columnList(mapping.number),
      columnList(mapping.numberParts ?? []),
      columnList(mapping.street),
      columnList(mapping.city),
      columnList(mapping.county),
      columnList(mapping.unit),
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
        // Checked here and not while lines are taken, so that the lines taken so far are counted first.
        refuseTooMuch();
        return input.room(length);
      },
      take(from, to, line) {
        if (!takesLines) return { at: from, taken: 0, rows: 0, kept: 0, padded: 0, report: '' };
        const at = input.take(from, to, line);
        const counts = {
          taken: table.linesTaken(),
          rows: table.rowsTaken(),
          kept: table.rowsKept(),
          padded: table.rowsPadded(),
        };
        return { at, ...counts, report: report() };
      },
    },
    acceptZip: (zip, group) => void table.acceptZip(zip, group),
    addVerdict(verdict, reason) {
      const { at, length } = kept.keepText(reason);
      table.addVerdict(verdict, at, length);
    },
    rejectZip(zip, verdict) {
      if (typeof zip === 'number') table.rejectZip(zip, verdict);
      else rejectSpelling(table.zipRejects(), zip, verdict);
    },
    rejectState: (spelling, verdict) => rejectSpelling(table.stateRejects(), spelling, verdict),
    rowsOf: (verdict) => table.rowsOf(verdict),
    street({ spelling, name, isUnit }, group) {
      const length = memory().write(spelling, scratch, MAX_TEXT_BYTES);
      const nameLength = memory().write(name, scratch + length, MAX_TEXT_BYTES);
      const id = table.street(scratch, length, scratch + length, nameLength, Number(isUnit), group);
      refuseTooMuch();
      return id;
    },
    addRow: (group, { street, number, isUnit }) =>
      void table.addRow(group, street, numberId(number), Number(isUnit)),
    countLocality(group, { city, county }) {
      const cityLength = memory().write(city, scratch, MAX_TEXT_BYTES);
      const countyLength = memory().write(county, scratch + cityLength, MAX_TEXT_BYTES);
      table.countLocality(group, scratch, cityLength, scratch + cityLength, countyLength);
      refuseTooMuch();
    },
    close(groups) {
      table.close(groups);
      return { addresses, localities };
    },
  };

  /** The table reports ASCII lines only. */
  function report(): string {
    const length = table.reportLength();
    if (length === 0) return '';
    const at = table.reportAt();
    table.clearReport();
    return memory().toString('latin1', at, at + length);
  }

  function rejectSpelling(list: number, spelling: string, verdict: number): void {
    const { at, length } = kept.keepText(spelling);
    table.rejectSpelling(list, at, length, verdict);
  }

  function addresses(group: number): ZipAddresses {
    table.writeGroup(group);
    const [at = 0, length = 0, count = 0, units = 0] = kept.numbers(table.writtenGroup(), 4);
    return { n: count, units, s: memory().subarray(at, at + length) };
  }

  function localities(group: number): readonly NamedLocality[] {
    const bytes = memory();
    const wordAt = (at: number) => bytes.readInt32LE(at);
    const textAt = (from: number, to: number) => bytes.toString('utf8', from, to);
    const listed = table.localitiesOf(group);
    return Array.from({ length: table.localityCountOf(group) }, (_, n) => {
      const at = wordAt(listed + 4 * n);
      const city = at + locality.city;
      const county = city + wordAt(at + locality.cityLength);
      const end = at + locality.cityLength + wordAt(at + locality.length);
      return { city: textAt(city, county), county: textAt(county, end), rows: wordAt(at + locality.rows) };
    });
  }
}

function ownSpellings(state: string): string[] {
  const name = Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
  return [state, name, name.toUpperCase()];
}
