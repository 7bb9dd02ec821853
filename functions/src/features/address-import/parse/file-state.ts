import { normalizeFileZip, stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { AddressState, stateCode, stateInName } from '@handoff/shared/domain/address/us-state';
import { parse } from 'csv-parse/sync';
import { lastLine, normalizeText } from './address-text.ts';
import { recognizeFile, type RecognizedFile } from './recognize-file.ts';

/** A few rows may be beyond the border. */
const NEARLY_ALL = 0.9;

/** Finds the state of a file by its first characters. The name decides only where they leave it open. */
export function stateOfFile(start: string, name: string): AddressState | undefined {
  const file = recognizeFile({ start, kind: 'csv', encoding: 'utf-8' });
  if (file.problem) throw file.problem;
  return stateOfStart(start, { name, file });
}

export function stateOfStart(
  start: string,
  { name, file }: { name: string; file: RecognizedFile },
): AddressState | undefined {
  const counts = statesInRows(rowsOf(start, file));
  const named = stateInName(name);
  const isPossible = counts.size === 0 || (named !== undefined && counts.has(named));
  return AddressState.safeParse(nearlyAll(counts) ?? (isPossible ? named : undefined)).data;
}

interface Row {
  state: string;
  zip: string;
}

function rowsOf(start: string, { mapping, delimiter }: RecognizedFile): Row[] {
  const records: string[][] = parse(wholeLines(start), {
    delimiter,
    from: 2,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
  });
  return records.map((row) => ({ state: row[mapping.state] ?? '', zip: row[mapping.zip] ?? '' }));
}

/** Drops the line that the start was cut through, unless it is the only one below the header. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end > text.indexOf('\n') ? text.slice(0, end + 1) : text;
}

function statesInRows(rows: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { state, zip } of rows) {
    const found =
      stateCode(state) ?? stateOfZip(normalizeFileZip(zip) ?? lastLine(normalizeText(zip))?.zip ?? '');
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function nearlyAll(counts: ReadonlyMap<string, number>): string | undefined {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].find(([, count]) => count >= all * NEARLY_ALL)?.[0];
}
