import { MAX_ROWS, problemOf, type BatchEntry } from '@handoff/shared/domain/eligibility/batch';
import { formatMbi, isMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';

export interface ListRow {
  entry: BatchEntry;
  /** The line number in the pasted list. */
  line: number;
  problem: string | undefined;
}

/**
 * Parses a list copied or exported from a spreadsheet: four columns in any order, recognized by their content, with the
 * last name before the first. A line without a number or a date is a heading.
 */
export function readList(text: string): ListRow[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const cells = cellsOf(line);
    if (cells.every((cell) => cell === '')) return [];
    const number = cells.findIndex((cell) => isMbi(plainNumber(cell)));
    const date = cells.findIndex((cell) => dayOf(cell) !== undefined);
    if (index === 0 && number === -1 && date === -1) return [];
    const [LastName = '', FirstName = ''] = cells.filter(
      (cell, at) => at !== number && at !== date && cell !== '',
    );
    const entry = {
      LastName: LastName.slice(0, 60),
      FirstName: FirstName.slice(0, 35),
      DateOfBirth: dayOf(cells[date] ?? '') ?? '',
      Mbi: formatMbi(plainNumber(cells[number] ?? '')),
    };
    return [{ entry, line: index + 1, problem: problemOf(entry) }];
  });
}

/** Splits at tabs, semicolons or commas outside quotes. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((mark) => line.includes(mark)) ?? ',';
  const cells: string[] = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => cell.trim());
}

/** `03/12/1948` or `1948-03-12`. */
function dayOf(text: string): string | undefined {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = us ? `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}` : text;
  const day = new Date(`${iso}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(day.getTime());
  return isDay && day.toISOString().startsWith(iso) ? iso : undefined;
}

interface SortedList {
  /** The people to check, each once. */
  good: ListRow[];
  /** Lines that cannot be checked, or repeat an earlier line. */
  skipped: { line: number; problem: string }[];
}

/** A bad line does not keep the others from being checked. */
export function sortList(rows: readonly ListRow[]): SortedList {
  const firstLines = new Map<string, number>();
  const sorted: SortedList = { good: [], skipped: [] };
  for (const row of rows) {
    const key = JSON.stringify(row.entry).toLowerCase();
    const first = firstLines.get(key);
    const problem = row.problem ?? (first === undefined ? undefined : `The same person as in line ${first}`);
    if (problem !== undefined) {
      sorted.skipped.push({ line: row.line, problem });
      continue;
    }
    firstLines.set(key, row.line);
    sorted.good.push(row);
  }
  return sorted;
}

/** Why these people cannot be checked at once; undefined when they can. */
export function listProblem({ length }: readonly ListRow[]): string | undefined {
  if (length === 0) return 'There is no one to check in the list.';
  return length > MAX_ROWS ? `At most ${MAX_ROWS} people at once: this list has ${length}.` : undefined;
}
