import { Readable } from 'node:stream';
import {
  corrections,
  passedReasons,
  rejectReasons,
  type RowKind,
} from '@handoff/shared/domain/address/import-progress';
import { expect, test } from 'vitest';
import { noReport, unstopped } from '../../../testing/imports/read-addresses.ts';
import { readSourceText } from '../../../imports/decode/source-text.ts';
import { recognizeFile } from '../parse/recognize-file.ts';
import { earlierAddresses } from './earlier-addresses.ts';
import { newAddressScan } from './scan.ts';
import { zipContent } from './zip-document.ts';

const header = 'number,street,unit,town,state,zip';
const usual = '1,A ST,,Avon,CT,06001';
const byTown = { header: 'number,street,town', usual: '1,A ST,Avon' };

/** A row of each kind, in a file of Connecticut. */
const examples: Record<RowKind, { row: string; header?: string; usual?: string }> = {
  columns: { row: '2,A ST,Avon' },
  'no-zip': { row: '2,A ST,,,CT,N/A' },
  'bad-zip': { row: '2,A ST,,Avon,CT,0X1' },
  'zip-outside-state': { row: '2,A ST,,Avon,CT,04101' },
  'several-zips': { ...byTown, row: '2,B ST,Hartford' },
  'unknown-town': { ...byTown, row: '2,A ST,Nowhere' },
  'no-number': { row: 'NULL,A ST,,Avon,CT,06001' },
  'unassigned-number': { row: '0,A ST,,Avon,CT,06001' },
  'no-street': { row: String.raw`2,\N,,Avon,CT,06001` },
  parse: { row: `2,"${'A'.repeat(70_000)}` },
  'other-state': { row: '2,A ST,,Portland,ME,04101' },
  'same-address': { row: '01,a  st,,Avon,CT,06001-1234' },
  unit: { row: '1,A ST,APT 2,Avon,CT,06001' },
  'zip-padded': { row: '2,A ST,,Avon,CT,6001' },
  'zip-from-town': { ...byTown, row: '2,A ST,Avon' },
  'listed-number': { row: '2;3,A ST,,Avon,CT,06001' },
  'zip-from-neighbor': { ...byTown, row: '2,A ST,Hartford' },
};

const earlier = earlierAddresses([
  zipContent({ code: '06103', city: 'HARTFORD', county: '' }, [{ street: 'A ST', plain: [4], others: [] }]),
]);

/** How many rows a file has of each kind. */
async function kindsIn(text: string): Promise<Record<string, number>> {
  const source = await readSourceText(Readable.from([Buffer.from(text)]));
  const scan = newAddressScan(source, { file: recognizeFile(source), state: 'CT', earlier });
  await scan.run({ report: noReport, ...unstopped });
  const { units, duplicates, skipped } = scan.counts;
  const { RejectedByReason, Corrected } = scan.report();
  const counts = { unit: units, 'same-address': duplicates, 'other-state': skipped };
  return Object.fromEntries(
    Object.entries({ ...counts, ...RejectedByReason, ...Corrected }).filter(([, rows]) => rows > 0),
  );
}

test.each([...rejectReasons, ...passedReasons, ...corrections])('a row is counted as %s', async (kind) => {
  const { row, header: columns = header, usual: before = usual } = examples[kind];
  const without = await kindsIn([columns, before].join('\n'));
  const found = await kindsIn([columns, before, row].join('\n'));
  expect(found).toEqual({ ...without, [kind]: (without[kind] ?? 0) + 1 });
});
