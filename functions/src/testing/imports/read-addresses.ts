import { Readable } from 'node:stream';
import type { ColumnMapping } from '../../features/address-import/read/column-mapping.ts';
import { readCsvRows } from '../../features/address-import/read/csv-rows.ts';
import { rowReader, type RowReader } from '../../features/address-import/rows/row-rules.ts';
import { nameZip } from '../../features/address-import/versions/zip-document.ts';
import { placeOf } from '../../features/address-import/versions/zip-place.ts';
import { csvParseRows } from './csv-parse-rows.ts';

const CHUNK_BYTES = 64 * 1024;

export const withCommas = (mapping: ColumnMapping) => ({ mapping, delimiter: ',' });

/**
 * What a file of Connecticut with commas comes to, its header included, as the import reads it: from bytes where it can.
 * `onLine` hears of each line without a quote whether its bytes were enough.
 */
export async function importedAddresses(
  text: string,
  mapping: ColumnMapping,
  onLine: (isTaken: boolean) => void = () => {},
) {
  const reader = rowReader(withCommas(mapping), 'CT');
  const verdicts: string[] = [];
  await readCsvRows(Readable.from(chunksOf(Buffer.from(text))), {
    delimiter: ',',
    width: mapping.header.length,
    lines: {
      room: reader.lines.room,
      take(from, to) {
        const found = reader.lines.take(from, to);
        for (let line = 0; line < found.taken; line++) {
          verdicts.push('taken');
          onLine(true);
        }
        if (found.at < to) onLine(false);
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

/** As a download brings them. */
function* chunksOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES);
}

/** The same from csv-parse and the rules alone. */
export function addressesByRules(text: string, mapping: ColumnMapping) {
  const reader = rowReader(withCommas(mapping), 'CT');
  const rows = csvParseRows(Buffer.from(text), { delimiter: ',', width: mapping.header.length });
  const verdicts = rows.map((row) => ('fields' in row ? reader.take(row.fields) : 'parse'));
  return { verdicts: verdicts.slice(1), documents: documentsOf(reader) };
}

export function documentsOf({ close, zips }: RowReader) {
  const table = close();
  return [...zips.values()]
    .map(({ code, index }) =>
      nameZip(placeOf(code, table.places(index), { state: 'CT' }), () => table.addresses(index)).content(),
    )
    .toSorted((a, b) => Number(a.code) - Number(b.code));
}
