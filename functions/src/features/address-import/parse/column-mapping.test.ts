import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeColumns, mapColumns, readMapping } from './column-mapping.ts';
import type { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import type { ColumnGuess } from './guess-columns.ts';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';

function fixtureHeader(name: string, delimiter = ','): string[] {
  const text = readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  return (text.split(/\r?\n/)[0] ?? '').split(delimiter);
}

test.each([
  [
    'oa-classic.REAL.csv',
    'OpenAddresses',
    {
      number: 'NUMBER',
      street: 'STREET',
      city: 'CITY',
      county: 'DISTRICT',
      unit: 'UNIT',
      state: 'REGION',
      zip: 'POSTCODE',
    },
  ],
  [
    'nad-r23.REAL-HEADER.csv',
    'National Address Database',
    {
      number: 'AddNo_Full, else AddNum_Pre + Add_Number + AddNum_Suf',
      street: 'StNam_Full',
      city: 'Post_City, else Inc_Muni',
      county: 'County',
      unit: 'Unit, else SubAddress, else Floor, else Room, else Building',
      state: 'State',
      zip: 'Zip_Code',
    },
  ],
  [
    'ma-massgis-mad.RECONSTRUCTED-HEADER.csv',
    'Massachusetts MassGIS',
    {
      number: 'FULL_NUMBER_STANDARDIZED, else ADDRESS_NUMBER',
      street: 'STREET_NAME',
      city: 'PC_NAME, else COMMUNITY_NAME, else GEOGRAPHIC_TOWN',
      county: 'COUNTY',
      unit: 'UNIT',
      state: 'STATE',
      zip: 'POSTCODE',
    },
  ],
  [
    'ny-sam.RECONSTRUCTED-HEADER.csv',
    'New York SAM',
    {
      number: 'PrefixAddressNumber + AddressNumber + SuffixAddressNumber',
      street: 'CompleteStreetName',
      city: 'CityTownName',
      county: 'CountyName',
      unit: 'Unit',
      state: 'State',
      zip: 'ZipCode',
    },
  ],
  [
    'ct-e911.RECONSTRUCTED-HEADER.csv',
    'NG911 (Connecticut, New Jersey)',
    {
      number: 'AddNum_Pre + Add_Number + AddNum_Suf',
      street: 'St_PreMod + St_PreDir + St_PreTyp + St_PreSep + St_Name + St_PosTyp + St_PosDir + St_PosMod',
      city: 'MSAGComm',
      county: 'County',
      unit: 'Unit',
      state: 'State',
      zip: 'Post_Code',
    },
  ],
  [
    'nj-ng911.RECONSTRUCTED-HEADER.csv',
    'NG911 (Connecticut, New Jersey)',
    {
      number: 'addnum_pre + add_number + addnum_suf',
      street: 'st_premod + st_predir + st_pretyp + st_presep + st_name + st_postyp + st_posdir + st_posmod',
      city: 'POST_COMM',
      unit: 'UNIT',
      state: 'STATE',
      zip: 'POST_CODE',
    },
  ],
  [
    'me-e911.RECONSTRUCTED-HEADER.csv',
    'Maine E911',
    {
      number: 'ADDRESS_NUMBER + ADDNUMSUF',
      street: 'PREDIR + STREETNAME + SUFFIX + POSTDIR',
      city: 'TOWN',
      county: 'COUNTY',
      unit: 'UNIT',
      state: 'STATE',
      zip: 'ZIPCODE',
    },
  ],
  [
    'ri-e911.RECONSTRUCTED-HEADER.csv',
    'Rhode Island E911',
    { number: 'AddNumFull', street: 'St_Full', city: 'MSAGComm', zip: 'Post_Code' },
  ],
  [
    'vt-e911.RECONSTRUCTED-HEADER.csv',
    'Vermont E911',
    {
      number: 'HOUSE_NUMBER',
      street: 'PD + PT + SN + ST + SD',
      city: 'TOWNNAME',
      county: 'COUNTY',
      state: 'STATE',
      zip: 'ZIP',
    },
  ],
  [
    'nh-parcel-points.RECONSTRUCTED-HEADER.csv',
    'Columns by name',
    { address: 'StreetAddress', city: 'Town', zip: 'the town: Town' },
  ],
])('%s is recognized as %s', (file, format, columns) => {
  const mapping = mapColumns(fixtureHeader(file));
  expect(mapping.format).toBe(format);
  expect(describeColumns(mapping)).toEqual(columns);
});

test('names are compared trimmed, without a byte order mark and in any case', () => {
  const mapping = mapColumns(['\uFEFFhash', ' Number ', 'STREET', 'PostCode']);
  expect(mapping.format).toBe('OpenAddresses');
  expect([mapping.number, mapping.street, mapping.zip]).toEqual([[1], [2], 3]);
});

test('the first of two columns with the same name counts, and one without a name is ignored', () => {
  const mapping = mapColumns(['', 'zip', 'number', 'street', '', 'ZIP', 'Number', 'street']);
  expect([mapping.number, mapping.street, mapping.zip]).toEqual([[2], [3], 1]);
});

test('an unknown file is mapped name by name, also with number and street in one column', () => {
  const split = mapColumns(['Zip', 'Town', 'House_Number', 'Street_Name', 'address']);
  expect(describeColumns(split)).toEqual({
    number: 'House_Number',
    street: 'Street_Name',
    city: 'Town',
    zip: 'Zip',
  });
  const combined = mapColumns(['zip', 'city', 'county', 'Address']);
  expect(describeColumns(combined)).toEqual({
    address: 'Address',
    city: 'city',
    county: 'county',
    zip: 'zip',
  });
});

test.each([
  ['hud-zip-county.REAL.csv', ',', /HUD ZIP-COUNTY.*without street addresses/],
  ['zip_code_database.REAL.csv', ',', /zip_code_database.*without street addresses/],
  ['census-zcta-county.REAL-HEADER.txt', '|', /Census.*without street addresses/],
  [
    'oa-bad-data.REAL.csv',
    ',',
    /not find a column for a ZIP code .*Columns found: LON, LAT, NUMBER, STREET, FOOBAR, DEADBEEF/,
  ],
])('%s is refused by name', (file, delimiter, message) => {
  expect(() => mapColumns(fixtureHeader(file, delimiter))).toThrow(message);
});

test('a file without a header line is refused as such', () => {
  expect(() => mapColumns(['12', 'MAIN ST', 'HARTFORD', '06103'])).toThrow(
    /first line seems to hold an address/,
  );
});

const messageOf = (header: string[]) => {
  try {
    return mapColumns(header).format;
  } catch (error) {
    return error instanceof InvalidFileError ? error.message : '';
  }
};

const NEEDED = 'Needed: house number, street and ZIP code.';
const NO_ZIP = 'a ZIP code (zip, zipcode, zip_code, postcode) or a town with one ZIP code';
const NO_STREET = 'a street (street, street_name), or an address';
const NO_NUMBER = 'a house number (number, house_number)';

test.each([
  [
    ['number', 'street'],
    `We could not find a column for ${NO_ZIP}. Columns found: number, street. ${NEEDED}`,
  ],
  [['zip', 'number'], `We could not find a column for ${NO_STREET}. Columns found: zip, number. ${NEEDED}`],
  [
    ['zip', '', 'street'],
    `We could not find a column for ${NO_NUMBER}. Columns found: zip, street. ${NEEDED}`,
  ],
  [
    [''],
    `We could not find a column for ${NO_ZIP} or for ${NO_STREET} or for ${NO_NUMBER}. Columns found: none. ${NEEDED}`,
  ],
  [
    ['x'.repeat(60)],
    `We could not find a column for ${NO_ZIP} or for ${NO_STREET} or for ${NO_NUMBER}. Columns found: ${'x'.repeat(40)}. ${NEEDED}`,
  ],
])('columns %j are refused with what is missing and what was found', (header, message) => {
  expect(messageOf(header)).toBe(message);
});

test('at most thirty of the columns found are named', () => {
  const names = Array.from({ length: 31 }, (_, n) => `column${n}x`);
  expect(messageOf(names)).toContain(`Columns found: ${names.slice(0, 30).join(', ')}. Needed`);
});

test.each([
  ['12', true],
  ['-73.5', true],
  ['41.28', true],
  ['12 ELM ST', true],
  ['120 ELM ST', true],
  ['1st line', false],
  ['address 12', false],
  ['x1.5', false],
  ['1.5x', false],
  ['1.', false],
  ['zone 12 b', false],
])('a first line with %j seems to hold an address: %j', (cell, isData) => {
  const message =
    `The first line seems to hold an address instead of column names ("a, ${cell}, b, c"). ` +
    'Add a line with the column names, for example: number,street,city,county,state,zip.';
  expect(messageOf(['a', cell, 'b', 'c', 'd']) === message).toBe(isData);
});

const named = (choice: ColumnChoice) => {
  const { mapping, isChosen } = readMapping(['number', 'street', 'address', 'zip', 'plus4'], { choice });
  return { ...describeColumns(mapping), isChosen };
};

test('a column that is chosen is read instead, whatever blanks and case it was written with', () => {
  const asFound = { number: 'number', street: 'street', zip: 'zip' };
  expect(named({})).toEqual({ ...asFound, isChosen: true });
  expect(named({ zip: [' PLUS4 '] })).toEqual({ ...asFound, zip: 'plus4', isChosen: true });
  expect(named({ street: ['address'] })).toEqual({ ...asFound, street: 'address', isChosen: true });
  expect(named({ address: ['address'] })).toEqual({ address: 'address', zip: 'zip', isChosen: true });
  expect(named({ address: ['address'], street: ['street'] })).toEqual({ ...asFound, isChosen: true });
});

test('an empty choice clears a field, and a choice that the file lacks changes nothing', () => {
  expect(named({ zip: [] })).toEqual({ number: 'number', street: 'street', isChosen: true });
  expect(named({ number: [], street: [] })).toEqual({ zip: 'zip', isChosen: true });
  expect(named({ zip: ['plus5'], street: ['address'] })).toEqual({
    number: 'number',
    street: 'street',
    zip: 'zip',
    isChosen: false,
  });
});

const hash = { field: 'number', percent: 95 } as const;
const guessed = (
  columns: Record<string, ColumnGuess | undefined>,
  choice?: ColumnChoice,
): Record<string, unknown> => {
  const { mapping, ...read } = readMapping(Object.keys(columns), { choice, guesses: Object.values(columns) });
  return { ...describeColumns(mapping), guessed: read.guessed };
};
const zip = { field: 'zip', percent: 98 } as const;
const street = { field: 'street', percent: 94 } as const;
const address = { field: 'address', percent: 94 } as const;

test('an unknown column is found by its values, where one column alone fits nearly always', () => {
  expect(guessed({ nr: hash, str: street, plz: zip, ort: { field: 'city', percent: 92 } })).toEqual({
    number: 'nr',
    street: 'str',
    city: 'ort',
    zip: 'plz',
    guessed: ['zip', 'city', 'street', 'number'],
  });
  expect(guessed({ ort: address, plz: zip })).toEqual({
    address: 'ort',
    zip: 'plz',
    guessed: ['zip', 'address'],
  });
  expect(guessed({ number: hash, street, plz: zip, other: zip })['zip']).toBeUndefined();
  expect(guessed({ number: hash, street, plz: { ...zip, percent: 89 } })['zip']).toBeUndefined();
  expect(guessed({ number: hash, street, zip: undefined, plz: zip })).toMatchObject({
    zip: 'zip',
    guessed: [],
  });
  expect(
    guessed({ number: hash, street, zip, st: { field: 'state', percent: 98 } })['state'],
  ).toBeUndefined();
});

test('a number is taken from the address, where a file has no other', () => {
  expect(guessed({ street, location: address, zip })).toEqual({
    number: 'location (its beginning)',
    street: 'street',
    zip: 'zip',
    guessed: ['number'],
  });
});

test('several columns that are chosen are joined, or the first that is filled counts', () => {
  const columns = {
    pre: undefined,
    hn: hash,
    suf: undefined,
    dir: undefined,
    nm: street,
    t1: undefined,
    t2: undefined,
    zip,
  };
  expect(
    guessed(columns, { number: ['pre', 'hn', 'suf'], street: ['dir', 'nm'], city: ['t1', 't2'] }),
  ).toMatchObject({ number: 'pre + hn + suf', street: 'dir + nm', city: 't1, else t2', guessed: [] });
  const read = (number: string[]) =>
    readMapping(Object.keys(columns), { choice: { number }, guesses: Object.values(columns) }).mapping
      .numberParts;
  expect(read(['pre', 'hn'])).toEqual([0, 1, -1]);
  expect(read(['hn', 'suf'])).toEqual([-1, 1, 2]);
  expect(guessed({ street, location: address, zip }, { number: ['location'] })).toMatchObject({
    number: 'location (its beginning)',
    guessed: [],
  });
});

test('a field that was cleared by hand is not guessed', () => {
  expect(guessed({ number: hash, street, plz: zip }, { zip: [] })['zip']).toBeUndefined();
});
