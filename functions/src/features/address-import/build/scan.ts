import { setImmediate } from 'node:timers/promises';
import type { FileRules, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { addressStates, stateNames, type AddressState } from '@handoff/shared/domain/address/us-state';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import type { SourceText } from '../../../imports/decode/source-text.ts';
import { type ColumnMapping, addressReader } from '../parse/row-fields.ts';
import { readCsvRows, type LineTaker } from '../../../imports/read/csv-rows.ts';
import type { RecognizedFile } from '../parse/recognize-file.ts';
import type { Scan, Stoppable } from '../../../imports/read/file-kind.ts';
import { noEarlierAddresses, type EarlierAddresses } from './earlier-addresses.ts';
import type { RowCounts } from '../../../imports/record/import-run.ts';
import type { Rejection } from './reject-cache.ts';
import type { RejectedRow } from '../../../imports/read/reject-report.ts';
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

export function newScan(
  source: SourceText,
  { file, state, rules = noRules, earlier = noEarlierAddresses }: ScanOptions,
): Scan<NamedZip> {
  const counts: RowCounts = { rows: 0, accepted: 0, units: 0, duplicates: 0, skipped: 0, rejected: 0 };
  const rejectedByReason: Record<string, number> = {};
  const examples: StateFileImport['Examples'] = {};
  const reader = rowReader(file, { state, skipped: rules.SkippedStates, earlier });
  const countyNames = new Map(rules.CountyNames.map(({ From, To }) => [From, To]));
  const width = file.mapping.header.length;

  const exampleOf = exampleReader(file.mapping);

  function count(verdict: Rejection, rows: number): void {
    if (verdict === 'other-state') {
      counts.skipped += rows;
      return;
    }
    counts.rejected += rows;
    rejectedByReason[verdict] = (rejectedByReason[verdict] ?? 0) + rows;
  }

  /** Rows that the table rejected from their bytes are known only as numbers. */
  function countTableRejects(): void {
    for (const { rejection, rows } of reader.newRejections()) count(rejection, rows);
  }

  /** Once there are enough examples of a reason, the table may reject such rows from their bytes. */
  function keepExample(fields: readonly string[], line: number, verdict: Rejection): void {
    const known = (examples[verdict] ??= []);
    if (known.length < MAX_EXAMPLES) known.push(exampleOf(fields, line));
    else reader.allow(verdict);
  }

  return {
    counts,
    report: () => ({
      RejectedByReason: rejectedByReason,
      SkippedByState: Object.fromEntries(reader.skippedStates),
      Corrected: Object.fromEntries(reader.corrected),
      SharedTowns: reader.sharedTowns(),
      Examples: examples,
    }),
    async run({ report, ...stoppable }) {
      let isHeader = true;
      let stateChecked = false;
      const refuse = ({ verdict, ...row }: Omit<RejectedRow, 'reason'> & { verdict: Rejection }) => {
        count(verdict, 1);
        keepExample(row.fields, row.line, verdict);
        if (verdict !== 'other-state') report.add({ ...row, reason: verdict });
      };
      const sink = {
        row({ fields, line, text }: { fields: string[]; line: number; text?: string }) {
          if (isHeader) {
            isHeader = false;
            return;
          }
          const verdict = reader.take(fields);
          counts.rows++;
          if (verdict === 'taken') counts.accepted++;
          else refuse({ fields, line, text, verdict });
        },
        unreadable(text: string, line: number) {
          counts.rows++;
          refuse({ fields: [text], line, verdict: 'parse' });
        },
        async pause() {
          countTableRejects();
          if (!stateChecked && counts.rows >= ROWS_THAT_TELL) {
            stateChecked = true;
            refuseOtherState({ reader, state, counts });
          }
          await report.flush();
          await pause(stoppable);
        },
      };
      const lines: LineTaker = {
        room: reader.lines.room,
        take(from, to, line) {
          if (isHeader) return { at: from, taken: 0 };
          const found = reader.lines.take(from, to, line);
          counts.rows += found.rows;
          counts.accepted += found.kept;
          reader.countCorrected('zip-padded', found.padded);
          report.addLines(found.report);
          return found;
        },
      };
      try {
        await readCsvRows(source.chunks, { delimiter: file.delimiter, width, sink, lines });
      } finally {
        countTableRejects();
      }
      refuseOtherState({ reader, state, counts });
      refuseEmpty({ reader, state, counts });
      return buildZips({ reader, state, counts, countyNames }, stoppable);
    },
  };
}

const noRules: FileRules = { CountyNames: [], SkippedStates: [] };
const MAX_EXAMPLES = 5;
const ROWS_THAT_TELL = 10_000;

export function exampleReader(mapping: ColumnMapping) {
  const { header, zip } = mapping;
  const textOf = addressReader(mapping);
  return (fields: readonly string[], line: number): StateFileImport['Examples'][string][number] => {
    const text = fields.join(', ').slice(0, 200);
    if (fields.length !== header.length) return { line, text, cells: null };
    const { number, shown } = textOf(fields);
    const cells = { number: cellText(number), street: cellText(shown), zip: cellText(fields[zip] ?? '') };
    return { line, text, cells };
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

function refuseEmpty({ reader, state, counts }: Evidence): void {
  if (counts.rows === 0) throw new InvalidFileError('The file is empty: it has column names and no rows.');
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
  stoppable: Stoppable,
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
    await pause(stoppable);
  }
  counts.units = units;
  counts.duplicates = counts.accepted + reader.listedNumbers() - addresses - units;
  counts.accepted = addresses;
  return zips.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

async function pause({ signal, checkpoint }: Stoppable): Promise<void> {
  signal.throwIfAborted();
  await checkpoint('import/working');
}

function stateName(state: string): string {
  return Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
}
