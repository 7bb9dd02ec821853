import { Readable } from 'node:stream';
import type { ColumnMapping } from '../../features/address-import/read/column-mapping.ts';
import { readCsvRows } from '../../features/address-import/read/csv-rows.ts';
import { rowReader } from '../../features/address-import/rows/row-rules.ts';
import { zipContent } from '../../features/address-import/versions/zip-document.ts';
import { placeOf } from '../../features/address-import/versions/zip-groups.ts';
import { csvParseRows } from './csv-parse-rows.ts';

/**
 * What a file of Connecticut with commas comes to, its header included, as the import reads it: from bytes where it can.
 * `onPlain` hears of each row whether its bytes were enough.
 */
export async function importedAddresses(
  text: string,
  mapping: ColumnMapping,
  onPlain: (isTaken: boolean) => void = () => {},
) {
  const reader = rowReader(mapping, 'CT');
  const verdicts: string[] = [];
  await readCsvRows(Readable.from([Buffer.from(text)]), {
    delimiter: ',',
    width: mapping.header.length,
    sink: {
      plain: (record) => {
        const isTaken = reader.takePlain(record);
        onPlain(isTaken);
        if (isTaken) verdicts.push('taken');
        return isTaken;
      },
      row: (fields) => void verdicts.push(reader.take(fields)),
      unreadable: () => void verdicts.push('parse'),
      pause: () => undefined,
    },
  });
  return { verdicts: verdicts.slice(1), documents: documentsOf(reader) };
}

/** The same from csv-parse and the rules alone. */
export function addressesByRules(text: string, mapping: ColumnMapping) {
  const reader = rowReader(mapping, 'CT');
  const rows = csvParseRows(Buffer.from(text), { delimiter: ',', width: mapping.header.length });
  const verdicts = rows.map((row) => ('fields' in row ? reader.take(row.fields) : 'parse'));
  return { verdicts: verdicts.slice(1), documents: documentsOf(reader) };
}

function documentsOf({ rows, groups }: ReturnType<typeof rowReader>) {
  return [...rows.streetsByZip([...groups.values()])]
    .map(({ zip, streets }) => zipContent(placeOf(zip, 'CT'), streets))
    .toSorted((a, b) => Number(a.code) - Number(b.code));
}
