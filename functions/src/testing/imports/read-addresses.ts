import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { ColumnMapping } from '../../features/address-import/parse/row-fields.ts';
import { readCsvRows } from '../../imports/read/csv-rows.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { openRejectReport, rejectLine, type RejectReport } from '../../imports/read/reject-report.ts';
import { rowReader, type RowReader } from '../../features/address-import/build/row-rules.ts';
import { cellReader, newAddressScan } from '../../features/address-import/build/scan.ts';
import { recognizeFile } from '../../features/address-import/parse/recognize-file.ts';
import { nameZip } from '../../features/address-import/build/zip-document.ts';
import { localityOf } from '../../features/address-import/build/zip-locality.ts';
import { csvParseRows } from './csv-parse-rows.ts';
import { plainAddressTable } from './plain-address-table.ts';

const CHUNK_BYTES = 64 * 1024;

/** Drops the rejected rows. */
export const noReport: RejectReport = {
  add: () => {},
  addLines: () => {},
  flush: () => undefined,
  close: async () => {},
  abandon: () => {},
};

/** A run that no one stops. */
export const unstopped: { signal: AbortSignal; checkpoint: () => Promise<void> } = {
  signal: new AbortController().signal,
  checkpoint: async () => {},
};

export const withCommas = (mapping: ColumnMapping) => ({ mapping, delimiter: ',' });

/**
 * Reads a file of Connecticut with commas as the import does, from bytes where it can. A file in pieces is read after each.
 * `onRow` gets for each row whether its bytes were enough.
 */
export async function importedAddresses(
  file: string | readonly Buffer[],
  mapping: ColumnMapping,
  onRow: (isTaken: boolean) => void = () => {},
) {
  const reader = rowReader(withCommas(mapping), { state: 'CT' });
  const verdicts: string[] = [];
  const isWhole = typeof file === 'string';
  await readCsvRows(Readable.from(isWhole ? chunksOf(Buffer.from(file)) : file), {
    ...(isWhole ? {} : { blockBytes: 1 }),
    delimiter: ',',
    width: mapping.header.length,
    lines: {
      room: reader.lines.room,
      take(from, to, line) {
        const found = reader.lines.take(from, to, line);
        for (let each = 0; each < found.rows; each++) {
          verdicts.push('taken');
          onRow(true);
        }
        if (found.at < to) onRow(false);
        return found;
      },
    },
    sink: {
      row: ({ fields }) => void verdicts.push(reader.take(fields)),
      unreadable: () => void verdicts.push('parse'),
      pause: () => undefined,
    },
  });
  return { verdicts: verdicts.slice(1), documents: documentsOf(reader) };
}

function* chunksOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES);
}

/** The same from csv-parse, the rules and the plain table alone. */
export function addressesByRules(text: string, mapping: ColumnMapping) {
  const reader = rowReader(withCommas(mapping), { state: 'CT', newTable: plainAddressTable });
  const rows = csvParseRows(Buffer.from(text), { delimiter: ',', width: mapping.header.length });
  const verdicts = rows.map((row) => ('fields' in row ? reader.take(row.fields) : 'parse'));
  return { verdicts: verdicts.slice(1), documents: documentsOf(reader) };
}

/** The counts, examples and reject report of a file of Connecticut, as the import makes them. */
export async function importedRows(text: string) {
  const source = await readSourceText(Readable.from(chunksOf(Buffer.from(text))));
  const file = recognizeFile(source);
  const scan = newAddressScan(source, { file, state: 'CT' });
  let reported = '';
  const blobs = {
    async putStream(_container: string, _name: string, { stream }: { stream: Readable }) {
      reported = await textOf(stream);
    },
  };
  const { header } = file.mapping;
  const report = openRejectReport(blobs, { importId: 'ct-1', header, delimiter: file.delimiter });
  await scan.run({ report, ...unstopped });
  await report.close();
  const { rows, accepted, units, duplicates } = scan.counts;
  return {
    rows,
    taken: accepted + units + duplicates,
    units,
    corrected: scan.report().Corrected,
    rejected: scan.report().RejectedByReason,
    skipped: scan.report().SkippedByState,
    examples: scan.report().Examples,
    report: reported.slice(reported.indexOf('\n') + 1),
  };
}

/** The same from csv-parse, the rules and the plain table alone. */
export function rowsByRules(text: string) {
  const { mapping, delimiter } = recognizeFile({ start: text, kind: 'csv', encoding: 'utf-8' });
  const { header } = mapping;
  const columns = { width: header.length, delimiter };
  const reader = rowReader({ mapping, delimiter }, { state: 'CT', newTable: plainAddressTable });
  const found = { rows: 0, taken: 0, rejected: new Map<string, number>(), report: '' };
  const examples: StateFileImport['Examples'] = {};
  const cellsOf = cellReader(mapping);
  for (const row of csvParseRows(Buffer.from(text), columns).slice(1)) {
    const fields = 'fields' in row ? row.fields : [row.unreadable];
    const verdict = 'fields' in row ? reader.take(fields) : 'parse';
    found.rows++;
    if (verdict === 'taken') {
      found.taken++;
      continue;
    }
    const kept = (examples[verdict] ??= []);
    if (kept.length < 5)
      kept.push({ line: row.line, text: fields.join(', ').slice(0, 200), cells: cellsOf(fields) });
    if (verdict === 'other-state') continue;
    found.rejected.set(verdict, (found.rejected.get(verdict) ?? 0) + 1);
    found.report += rejectLine({ fields, line: row.line, reason: verdict }, columns);
  }
  const skipped = Object.fromEntries(reader.skippedStates);
  const units = documentsOf(reader).reduce((sum, each) => sum + each.units, 0);
  const corrected = Object.fromEntries(reader.corrected);
  return { ...found, units, corrected, rejected: Object.fromEntries(found.rejected), skipped, examples };
}

export function documentsOf({ close, zips }: RowReader) {
  const table = close();
  return [...zips.values()]
    .map(({ code, index }) => {
      const locality = localityOf(code, table.localities(index), { state: 'CT' });
      const { units, content } = nameZip(locality, () => table.addresses(index));
      return { ...content(), units };
    })
    .toSorted((a, b) => Number(a.code) - Number(b.code));
}
