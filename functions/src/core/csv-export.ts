import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify } from 'csv-stringify/sync';
import { AppError } from './app-error.ts';

export const EXPORT_PAGE = 500;

interface Page<T> {
  items: readonly T[];
  Continuation: string | null;
}

/** Reads page after page; refuses more than a file holds, so that no file is just a part of a list. */
export async function wholeExport<T>(
  pageAt: (continuation: string | undefined) => Promise<Page<T>>,
  { most, refusal }: { most: number; refusal: string },
): Promise<T[]> {
  const items: T[] = [];
  let continuation: string | undefined;
  do {
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await pageAt(continuation);
    items.push(...page.items);
    continuation = page.Continuation ?? undefined;
    if (items.length > most || (continuation !== undefined && items.length === most))
      throw new AppError('too_large', refusal);
  } while (continuation !== undefined);
  return items;
}

export const csvFile = (name: string, text: string, now: Date): FileDownload => ({
  name: `${name}-${now.toISOString().slice(0, 10)}.csv`,
  type: 'text/csv; charset=utf-8',
  bytes: new TextEncoder().encode(text),
});

export type CsvColumn<T> = readonly [header: string, cell: (row: T) => unknown];

export const csvOf = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string =>
  stringify(
    [columns.map(([header]) => header), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
    csvFormat,
  );
