import { Readable } from 'node:stream';
import { noProgress } from '@handoff/shared/domain/address/import-progress';
import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { describe, expect, test } from 'vitest';
import { addressFiles } from '../../features/address-import/address-files.ts';
import { newAddressScan } from '../../features/address-import/build/scan.ts';
import { addressLines } from '../../features/address-import/build/zip-document.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { recognizeFile } from '../../features/address-import/parse/recognize-file.ts';
import { reasonToHold } from '../../imports/publish/version-diff.ts';
import { noReport, unstopped } from './read-addresses.ts';

async function read(state: AddressState, lines: readonly string[]) {
  const source = await readSourceText(Readable.from([Buffer.from(lines.join('\n'))]));
  const file = recognizeFile(source);
  const scan = newAddressScan(source, { file, state });
  const zips = await scan.run({ report: noReport, ...unstopped });
  return {
    addresses: zips.flatMap((zip) =>
      addressLines(zip.content()).map((line) => `${line}, ${zip.place[0]} ${zip.code}`),
    ),
    units: scan.counts.units,
    ...scan.report().RejectedByReason,
    ...scan.report().Corrected,
    held: reasonToHold({ Format: file.format, Progress: { ...noProgress, ...scan.counts } }, addressFiles),
  };
}

interface Published {
  state: AddressState;
  header: string;
  rows: readonly string[];
  /** A row with `@` in place of its number, so that forty others make nothing about the file odd. */
  usual: string;
  addresses: readonly string[];
}

describe('columns as they are published, with rows made up', () => {
  test.each<[string, Published]>([
    [
      'New York SAM without the complete street',
      {
        state: 'NY',
        header:
          'PrefixAddressNumber,AddressNumber,SuffixAddressNumber,PreDirectional,StreetName,PostType,SubAddress,CityTownName,ZipName,ZipCode',
        rows: [
          '88-,14,,N,BROAD,ST,,ALBANY (CITY),Albany,12207',
          ',12,1/2,,BROAD,ST,,ALBANY (CITY),Albany,12207',
          ',12,,S,BROAD,AVE,APT 3,COLONIE (TOWN),Latham,12110',
        ],
        usual: ',@,,,ELM,ST,,COLONIE (TOWN),Latham,12110',
        addresses: [
          '88-14 N BROAD ST, ALBANY 12207',
          '12 1/2 BROAD ST, ALBANY 12207',
          '12 S BROAD AVE, LATHAM 12110',
        ],
      },
    ],
    [
      'assessments of Philadelphia',
      {
        state: 'PA',
        header: 'house_number,street_direction,street_name,street_designation,unit,zip_code',
        rows: ['100,N,BROAD,ST,,19107', '100,S,BROAD,ST,,19107', '100,,BROAD,AVE,,19107'],
        usual: '@,,ELM,ST,,19107',
        addresses: ['100 BROAD AVE,  19107', '100 N BROAD ST,  19107', '100 S BROAD ST,  19107'],
      },
    ],
    [
      'addresses of Allegheny County',
      {
        state: 'PA',
        header:
          'FULL_ADDRESS,ADDR_NUM,ST_PREFIX,ST_NAME,ST_TYPE,ST_SUFFIX,UNIT_TYPE,UNIT,MUNICIPALITY,ZIP_CODE',
        rows: ['"12 FORBES AVE APT 2, PITTSBURGH, PA 15213",12,,FORBES,AVE,,APT,2,PITTSBURGH,15213'],
        usual: '"@ ELM ST, PITTSBURGH, PA 15213",@,,ELM,ST,,,,PITTSBURGH,15213',
        addresses: ['12 FORBES AVE, PITTSBURGH 15213'],
      },
    ],
    [
      'a complete address beside its ZIP code',
      {
        state: 'PA',
        header: 'full_address,zip',
        rows: ['"12 FORBES AVE APT 2, PITTSBURGH, PA 15213",15213'],
        usual: '"@ ELM ST, PITTSBURGH, PA 15213",15213',
        addresses: ['12 FORBES AVE, PITTSBURGH 15213'],
      },
    ],
    [
      'an address with a unit',
      {
        state: 'CT',
        header: 'Address,City,State,ZIP',
        rows: [
          '12 Main St Apt 3,Avon,CT,06001',
          '14 Main St #2,Avon,CT,06001',
          '"16 Main St, Rear",Avon,CT,06001',
        ],
        usual: '@ Elm St,Avon,CT,06001',
        addresses: ['12 MAIN ST, AVON 06001', '14 MAIN ST, AVON 06001', '16 MAIN ST, AVON 06001'],
      },
    ],
    [
      'site addresses of Esri',
      {
        state: 'CT',
        header: 'UNITID,ADDRNUM,FULLNAME,MUNICIPALITY,ZIPCODE',
        rows: ['3,12,N MAIN ST,Avon,06001'],
        usual: ',@,ELM ST,Avon,06001',
        addresses: ['12 N MAIN ST, AVON 06001'],
      },
    ],
    [
      'a street with its number, beside the number',
      {
        state: 'CT',
        header: 'number,street,city,zip',
        rows: ['12,12 Main St,Avon,06001'],
        usual: '@,@ Elm St,Avon,06001',
        addresses: ['12 MAIN ST, AVON 06001'],
      },
    ],
    [
      'several numbers in a row',
      {
        state: 'CT',
        header: 'number,street,city,zip',
        rows: ['11;15,Main St,Avon,06001', '30;32;34,Main St,Avon,06001'],
        usual: '@,Elm St,Avon,06001',
        addresses: ['11', '15', '30', '32', '34'].map((number) => `${number} MAIN ST, AVON 06001`),
      },
    ],
    [
      'some ZIP codes left out',
      {
        state: 'CT',
        header: 'number,street,city,zip',
        rows: ['12,Main St,Avon,'],
        usual: '@,Elm St,Avon,06001',
        addresses: ['12 MAIN ST, AVON 06001'],
      },
    ],
  ])('%s', async (_what, { state, header, rows, usual, addresses }) => {
    const others = Array.from({ length: 40 }, (_, n) => usual.replaceAll('@', String(2000 + n)));
    const found = await read(state, [header, ...rows, ...others]);
    expect(found.addresses.filter((address) => !address.includes(' ELM ST')).toSorted()).toEqual(
      [...addresses].toSorted(),
    );
    expect(found.addresses).toHaveLength(addresses.length + others.length);
    expect(found.held).toBeUndefined();
  });
});

test('a part of the street under a name that says nothing waits for a person', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `${n + 1},MAIN,${['N', 'S', 'E'][n % 3]},Avon,06001`);
  const { held } = await read('CT', ['number,street,q,city,zip', ...rows]);
  expect(held).toMatch(/^Some columns seem to hold a part of the address .*: q\. /);
});

test('a flag of yes and no is no part of a street', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `${n + 1},MAIN ST,${n % 9 === 0 ? 'Y' : 'N'},Avon,06001`);
  expect((await read('CT', ['number,street,vacant,city,zip', ...rows])).held).toBeUndefined();
});

test('a file that repeats many addresses waits for a person', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `${1 + (n % 40)},MAIN ST,Avon,06001`);
  expect((await read('CT', ['number,street,city,zip', ...rows])).held).toMatch(
    /^20 of 60 rows repeat an address\. /,
  );
});

test('a street that ends with its town waits for a person', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `${1 + n},MAIN ST AVON,Avon,06001`);
  expect((await read('CT', ['number,street,city,zip', ...rows])).held).toMatch(/ read: city\. /);
});

test('a ZIP code that has lost a digit, and still has its zero, is rejected', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `${2 + n},MAIN ST,Barre,05641`);
  expect(await read('VT', ['number,street,city,zip', ...rows, '1,MAIN ST,Barre,0503'])).toMatchObject({
    'bad-zip': 1,
  });
});
