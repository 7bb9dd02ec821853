import { setImmediate } from 'node:timers/promises';
import type { FileRules } from '@handoff/shared/domain/address/state-file-import';
import { addressStates, stateNames, type AddressState } from '@handoff/shared/domain/address/us-state';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import type { SourceText } from '../../../imports/decode/source-text.ts';
import { type ColumnMapping, addressReader } from '../parse/row-fields.ts';
import type { RecognizedFile } from '../parse/recognize-file.ts';
import { noEarlierAddresses, type EarlierAddresses } from './earlier-addresses.ts';
import { newScan, type Scan } from '../../../imports/read/scan.ts';
import type { RowCounts } from '../../../imports/record/import-run.ts';
import { rowReader, type RowReader } from './row-rules.ts';
import { refuseTooLarge } from '../../../imports/read/version-documents.ts';
import { nameZip, type NamedZip } from './zip-document.ts';
import { localityOf } from './zip-locality.ts';

interface ScanOptions {
  file: RecognizedFile;
  state: AddressState;
  rules?: FileRules;
  earlier?: EarlierAddresses;
}

export function newAddressScan(
  source: SourceText,
  { file, state, rules = noRules, earlier = noEarlierAddresses }: ScanOptions,
): Scan<NamedZip> {
  const { mapping, delimiter } = file;
  const reader = rowReader(file, { state, skipped: rules.SkippedStates, earlier });
  const countyNames = new Map(rules.CountyNames.map(({ From, To }) => [From, To]));
  let stateChecked = false;

  return newScan(
    source,
    { header: mapping.header, hasHeader: true, delimiter },
    {
      take: reader.take,
      lines: {
        room: reader.lines.room,
        take(from, to, line) {
          const found = reader.lines.take(from, to, line);
          reader.countCorrected('zip-padded', found.padded);
          return found;
        },
      },
      cellsOf: cellReader(mapping),
      // With enough examples of a reason, the table may reject such rows from their bytes.
      enough: reader.allow,
      newRejections: reader.newRejections,
      check(counts) {
        if (stateChecked || counts.rows < ROWS_THAT_TELL) return;
        stateChecked = true;
        refuseOtherState({ reader, state, counts });
      },
      report: () => ({
        SkippedByState: Object.fromEntries(reader.skippedStates),
        Corrected: Object.fromEntries(reader.corrected),
        SharedTowns: reader.sharedTowns(),
      }),
      async close(counts, pause) {
        const read = { reader, state, counts };
        refuseOtherState(read);
        refuseElsewhere(read);
        return buildZips({ ...read, countyNames }, pause);
      },
    },
  );
}

const noRules: FileRules = { CountyNames: [], SkippedStates: [] };
const ROWS_THAT_TELL = 10_000;

export function cellReader(mapping: ColumnMapping) {
  const { header, zip } = mapping;
  const textOf = addressReader(mapping);
  return (fields: readonly string[]) => {
    if (fields.length !== header.length) return null;
    const { number, shown } = textOf(fields);
    return { number: cellText(number), street: cellText(shown), zip: cellText(fields[zip] ?? '') };
  };
}

const cellText = (text: string) => text.trim().slice(0, 60);

interface Evidence {
  reader: RowReader;
  state: AddressState;
  counts: RowCounts;
}

const OTHER_STATE_SHARE = 0.9;

/** A file may have rows of all states when they name them; ZIP codes of another state are a mistake. */
function refuseOtherState({ reader, state, counts }: Evidence): void {
  const foreign = byRows(reader.foreignStates);
  const [found, rows] = foreign.find(([code]) => code !== '') ?? ['', 0];
  const readable = counts.accepted + counts.skipped + foreign.reduce((sum, [, each]) => sum + each, 0);
  if (rows > 0 && rows >= readable * OTHER_STATE_SHARE) throw otherState(found, { state, rows });
}

function otherState(found: string, { state, rows }: { state: AddressState; rows: number }): InvalidFileError {
  const named = stateName(found);
  const wayOut = addressStates.some((each) => each === found)
    ? `Upload it for ${named}, or choose a file of ${stateName(state)}.`
    : `Choose a file of ${stateName(state)}.`;
  return new InvalidFileError(
    `These are addresses of ${named} (${rows.toLocaleString('en-US')} rows), not of ${stateName(state)}. ${wayOut}`,
  );
}

function byRows(states: Iterable<readonly [string, number]>): (readonly [string, number])[] {
  return [...states].toSorted((a, b) => b[1] - a[1]);
}

function refuseElsewhere({ reader, state, counts }: Evidence): void {
  if (counts.accepted > 0) return;
  const elsewhere = new Map(reader.skippedStates);
  for (const [other, rows] of reader.foreignStates)
    if (other !== '') elsewhere.set(other, (elsewhere.get(other) ?? 0) + rows);
  const [most, ...others] = byRows(elsewhere);
  if (!most) return;
  const [found, rows] = most;
  if (rows >= counts.rows * OTHER_STATE_SHARE) throw otherState(found, { state, rows });
  const listed = [most, ...others]
    .slice(0, MAX_STATES_NAMED)
    .map(([other, each]) => `${each.toLocaleString('en-US')} in ${stateName(other)}`);
  throw new InvalidFileError(
    `None of the ${counts.rows.toLocaleString('en-US')} rows are in ${stateName(state)}: ${listed.join(', ')}.`,
  );
}

const MAX_STATES_NAMED = 5;

/** The documents of a small state are kept, so that they are made once instead of twice. */
const KEPT_BYTES = 4 * 1024 * 1024;

async function buildZips(
  work: Evidence & { countyNames: ReadonlyMap<string, string> },
  pause: () => Promise<void>,
): Promise<NamedZip[]> {
  const { reader, state, counts, countyNames } = work;
  if (counts.accepted === 0)
    throw new InvalidFileError(
      `No row could be read as an address of ${stateName(state)}. The report of rejected rows says why.`,
    );
  const zips: NamedZip[] = [];
  let addresses = 0;
  let units = 0;
  let bytesLeft = KEPT_BYTES;
  const isKept = (bytes: number) => (bytesLeft -= bytes) >= 0;
  const table = reader.close();
  for (const { code, index } of reader.zips.values()) {
    const locality = localityOf(code, table.localities(index), { state, countyNames });
    const zip = nameZip(locality, () => table.addresses(index), isKept);
    if (zip.n === 0) continue;
    refuseTooLarge(zip);
    addresses += zip.n;
    units += zip.units;
    zips.push(zip);
    await setImmediate();
    await pause();
  }
  counts.units = units;
  counts.duplicates = counts.accepted + reader.listedNumbers() - addresses - units;
  counts.accepted = addresses;
  return zips.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

function stateName(state: string): string {
  return Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
}
