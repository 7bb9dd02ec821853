import { setImmediate } from 'node:timers/promises';
import type { FileRules, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { stateNames, type AddressState } from '@handoff/shared/domain/address/us-state';
import { describeColumns, readMapping, type ColumnMapping } from '../read/column-mapping.ts';
import { readCsvRows, type LineTaker } from '../read/csv-rows.ts';
import { recogniseHeader } from '../read/file-start.ts';
import { samplesOf } from './samples.ts';
import type { Refusal } from './known-verdicts.ts';
import type { RejectedRow, RejectReport } from './reject-report.ts';
import { rowReader, type RowReader } from './row-rules.ts';
import type { SourceText } from '../read/source-text.ts';
import { InvalidFileError } from '../read/invalid-file.ts';
import { nameZip, type NamedZip } from '../versions/zip-document.ts';
import { placeOf } from '../versions/zip-place.ts';

export interface ScanCounts {
  rows: number;
  accepted: number;
  duplicates: number;
  skipped: number;
  rejected: number;
}

export interface RecognisedFile {
  format: NonNullable<StateFileImport['Format']>;
  mapping: ColumnMapping;
  delimiter: string;
  problem: InvalidFileError | undefined;
}

/** The columns that were chosen for files of the state, by whom and when. */
export type KnownChoice = Pick<NonNullable<RecognisedFile['format']['choice']>, 'columns' | 'by' | 'at'>;

export interface Scan {
  /** Grows while the file is read; repetitions are known only at its end. */
  counts: ScanCounts;
  rejectedByReason: Record<string, number>;
  examples: StateFileImport['Examples'];
  skippedByState(): StateFileImport['SkippedByState'];
  /** Reads to the end of the file. */
  run(options: { report: RejectReport; between: () => Promise<void> | undefined }): Promise<NamedZip[]>;
}

/** What the file is, from its beginning; `problem` says why no addresses can be read from it. */
export function recogniseFile(source: SourceText, known?: KnownChoice): RecognisedFile {
  const { header, delimiter } = recogniseHeader(source.start);
  const { mapping, problem, isChosen } = readMapping(header, known?.columns);
  const format = {
    name: mapping.format,
    encoding: source.encoding,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    columns: describeColumns(mapping),
    ...samplesOf(source.start, { mapping, delimiter }),
    choice: known ? { ...known, isApplied: isChosen } : null,
  };
  return { format, mapping, delimiter, problem };
}

export function newScan(
  source: SourceText,
  { file, state, rules = noRules }: { file: RecognisedFile; state: AddressState; rules?: FileRules },
): Scan {
  const counts: ScanCounts = { rows: 0, accepted: 0, duplicates: 0, skipped: 0, rejected: 0 };
  const rejectedByReason: Record<string, number> = {};
  const examples: StateFileImport['Examples'] = {};
  const reader = rowReader(file, state, rules.SkippedStates);
  const countyNames = new Map(rules.CountyNames.map(({ From, To }) => [From, To]));
  const width = file.mapping.header.length;

  function count(verdict: Refusal, rows: number): void {
    if (verdict === 'other-state') {
      counts.skipped += rows;
      return;
    }
    counts.rejected += rows;
    rejectedByReason[verdict] = (rejectedByReason[verdict] ?? 0) + rows;
  }

  /** Those that are known only as numbers. */
  function countJudged(): void {
    for (const { verdict, rows } of reader.judged()) count(verdict, rows);
  }

  /** Once there are enough of a kind, the others need not be seen. */
  function keepExample(fields: readonly string[], line: number, verdict: Refusal): void {
    const known = (examples[verdict] ??= []);
    if (known.length < MAX_EXAMPLES) known.push({ line, text: exampleText(fields) });
    else reader.allow(verdict);
  }

  return {
    counts,
    rejectedByReason,
    examples,
    skippedByState: () => Object.fromEntries(reader.skippedStates),
    async run({ report, between }) {
      let isHeader = true;
      let stateChecked = false;
      const refuse = ({ verdict, ...row }: Omit<RejectedRow, 'reason'> & { verdict: Refusal }) => {
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
          countJudged();
          if (!stateChecked && counts.rows >= ROWS_THAT_TELL) {
            stateChecked = true;
            refuseOtherState({ reader, file, state, counts });
          }
          await report.flush();
          await between();
        },
      };
      const lines: LineTaker = {
        room: reader.lines.room,
        take(from, to, line) {
          if (isHeader) return { at: from, taken: 0 };
          const found = reader.lines.take(from, to, line);
          counts.rows += found.taken;
          counts.accepted += found.kept;
          report.addLines(found.report);
          return found;
        },
      };
      try {
        await readCsvRows(source.chunks, { delimiter: file.delimiter, width, sink, lines });
      } finally {
        countJudged();
      }
      refuseNothing({ reader, state, counts });
      refuseOtherState({ reader, file, state, counts });
      return closeGroups({ reader, state, counts, countyNames }, between);
    },
  };
}

const noRules: FileRules = { CountyNames: [], SkippedStates: [] };
const MAX_EXAMPLES = 5;
const ROWS_THAT_TELL = 10_000;

function exampleText(fields: readonly string[]): string {
  return fields.join(', ').slice(0, 200);
}

interface Evidence {
  reader: RowReader;
  file: RecognisedFile;
  state: AddressState;
  counts: ScanCounts;
}

function refuseOtherState({ reader, file, state, counts }: Evidence): void {
  if (file.mapping.state < 0) {
    const [found, times] = [...reader.foreignStates]
      .toSorted((a, b) => b[1] - a[1])
      .find(([code]) => code !== '') ?? ['', 0];
    const readable =
      counts.accepted + [...reader.foreignStates.values()].reduce((sum, count) => sum + count, 0);
    if (times >= readable * 0.9 && times > 0)
      throw new InvalidFileError(
        `This looks like ${nameOf(found)}: ${Math.floor((times / readable) * 100)} % of its ZIP codes are in that ` +
          `state. Upload it for ${nameOf(found)}, or choose the file of ${nameOf(state)}.`,
      );
  }
}

/** Called at the end of the file. */
function refuseNothing({ reader, state, counts }: Omit<Evidence, 'file'>): void {
  if (counts.rows === 0) throw new InvalidFileError('The file is empty: it has column names and no rows.');
  if (counts.skipped < counts.rows) return;
  const elsewhere = [...reader.skippedStates]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_STATES_NAMED)
    .map(([other, rows]) => `${rows.toLocaleString('en-US')} in ${nameOf(other)}`);
  throw new InvalidFileError(
    `None of the ${counts.rows.toLocaleString('en-US')} rows are in ${nameOf(state)}: ${elsewhere.join(', ')}.`,
  );
}

const MAX_STATES_NAMED = 5;

/** The documents of a small state, which then are made once and not twice. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** A ZIP code has some ten thousand addresses; more than this is another kind of file. */
const MAX_ZIP_BYTES = 1024 * 1024;
/** Of a byte, such as a control character's. */
const MAX_JSON_BYTES = 6;

/** The cancel of an administrator has to be heard between two ZIP codes. */
async function closeGroups(
  work: Omit<Evidence, 'file'> & { countyNames: ReadonlyMap<string, string> },
  between: () => Promise<void> | undefined,
): Promise<NamedZip[]> {
  const { reader, state, counts, countyNames } = work;
  if (counts.accepted === 0)
    throw new InvalidFileError(
      `No row could be read as an address of ${nameOf(state)}. The report of rejected rows says why.`,
    );
  const zips: NamedZip[] = [];
  let addresses = 0;
  let room = KEPT_BYTES;
  const isKept = (bytes: number) => (room -= bytes) >= 0;
  const table = reader.close();
  for (const { code, index } of reader.zips.values()) {
    const place = placeOf(code, table.places(index), { state, countyNames });
    const zip = nameZip(place, () => table.addresses(index), isKept);
    if (zip.n === 0) continue;
    refuseTooLarge(zip);
    addresses += zip.n;
    zips.push(zip);
    await setImmediate();
    await between();
  }
  counts.duplicates = counts.accepted - addresses;
  counts.accepted = addresses;
  return zips.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

export function refuseTooLarge({ code, n, bytes, content }: NamedZip): void {
  if (MAX_JSON_BYTES * bytes <= MAX_ZIP_BYTES) return;
  if (Buffer.byteLength(JSON.stringify(content())) > MAX_ZIP_BYTES)
    throw new InvalidFileError(
      `ZIP code ${code} alone would have ${n} addresses. This does not look like an address file.`,
    );
}

function nameOf(state: string): string {
  return Object.entries(stateNames).find(([code]) => code === state)?.[1] ?? state;
}
