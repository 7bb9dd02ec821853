import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapColumns } from '../parse/column-mapping.ts';
import { documentsOf as documentsOfReader, withCommas } from '../../../testing/imports/read-addresses.ts';
import { rowReader } from './row-rules.ts';

const mapping = mapColumns(['number', 'street', 'city', 'district', 'region', 'postcode']);

function documentsOf(rows: readonly (readonly string[])[]) {
  const reader = rowReader(withCommas(mapping), { state: 'CT' });
  const verdicts = rows.map((row) => reader.take(row));
  return { verdicts, documents: documentsOfReader(reader) };
}

test.each([
  [['1', 'A ST', 'Avon', '', 'CT', '06001'], 'taken'],
  [['1', 'A ST', 'Avon', '', '', '06001'], 'taken'],
  [['1', 'A ST', 'Avon', '', 'not a state', '6001.0'], 'taken'],
  [['1', 'A ST', 'Avon', ''], 'columns'],
  [['1', 'A ST', 'Avon', '', 'CT', '06001', 'more'], 'columns'],
  [['', '', '', '', 'Maine', ''], 'other-state'],
  [['', '', '', '', 'me', ''], 'other-state'],
  [['', '', '', '', 'CT', ' '], 'no-zip'],
  [['', '', '', '', 'CT', '0'], 'bad-zip'],
  [['', '', '', '', 'CT', 'N/A'], 'no-zip'],
  [['', '', '', '', 'CT', '04101'], 'zip-outside-state'],
  [['', '', '', '', 'CT', '06390'], 'zip-outside-state'],
  [['', '', '', '', 'CT', String.raw`\N`], 'no-zip'],
  [['', '', '', '', 'CT', '06001'], 'no-number'],
  [['None', 'A ST', '', '', 'CT', '06001'], 'no-number'],
  [['000', 'A ST', '', '', 'CT', '06001'], 'unassigned-number'],
  [[' 0.0 ', 'A ST', '', '', 'CT', '06001'], 'unassigned-number'],
  [['undefined', 'A ST', '', '', 'CT', '06001'], 'no-number'],
  [['1', ' ', '', '', 'CT', '06001'], 'no-street'],
  [['1', 'Null', '', '', 'CT', '06001'], 'no-street'],
])('the first rule that the row %j breaks gives %s', (row, verdict) => {
  expect(documentsOf([row]).verdicts).toEqual([verdict]);
});

const rowOf = (State: string, zip: string) => ['1', 'A ST', '', '', State, zip];

test('the ZIP codes of other states and the rows skipped for them are counted', () => {
  const rows = [
    rowOf('CT', '04101'),
    rowOf('', '04101'),
    rowOf('CT', '02903'),
    rowOf('ME', '06001'),
    rowOf('Maine', ''),
  ];
  const reader = rowReader(withCommas(mapping), { state: 'CT' });
  for (const each of rows) reader.take(each);
  expect([...reader.foreignStates]).toEqual([
    ['ME', 2],
    ['RI', 1],
  ]);
  expect([...reader.skippedStates]).toEqual([['ME', 2]]);

  const skipping = rowReader(withCommas(mapping), { state: 'CT', skipped: ['ME'] });
  expect(rows.map((each) => skipping.take(each))).toEqual([
    'other-state',
    'other-state',
    'zip-outside-state',
    'other-state',
    'other-state',
  ]);
  expect([...skipping.skippedStates]).toEqual([['ME', 4]]);
});

test('a file without a column for the state is judged by ZIP code alone', () => {
  const reader = rowReader(withCommas(mapColumns(['zip', 'number', 'street'])), { state: 'CT' });
  const verdicts = ['06001', '04101', '99950', '00001'].map((zip) => reader.take([zip, '1', 'A ST']));
  expect(verdicts).toEqual(['taken', 'zip-outside-state', 'zip-outside-state', 'zip-outside-state']);
  expect(reader.foreignStates.get('ME')).toBe(1);
});

test('an address in the first column is split', () => {
  const reader = rowReader(withCommas(mapColumns(['address', 'city', 'county', 'state', 'zip'])), {
    state: 'CT',
  });
  expect(reader.take(['12 1/2 MAIN ST', 'Avon', '', 'CT', '06001'])).toBe('taken');
  expect(documentsOfReader(reader)).toMatchObject([{ n: 1, s: 'MAIN ST\t\t12 1/2' }]);
});

test('the first of several columns that is not blank counts', () => {
  const header = 'addno_full,addnum_pre,add_number,addnum_suf,stnam_full,post_city,inc_muni,zip_code';
  const reader = rowReader(withCommas(mapColumns(header.split(','))), { state: 'CT' });
  const take = (row: string) => reader.take(row.split(','));
  expect(take('12A,,12,,MAIN ST, ,Avon,06001')).toBe('taken');
  expect(take(',,14,,MAIN ST,Canton,Avon,06001')).toBe('taken');
  expect(take(',,16,,MAIN ST,,Avon,06001')).toBe('taken');
  expect(documentsOfReader(reader)).toMatchObject([{ city: 'AVON', n: 3, s: 'MAIN ST\te 2\t12A' }]);
});

test('spellings of one address are one address; city and county are those of most rows', () => {
  const { documents } = documentsOf([
    ['1', 'Main St', 'Avon', '003', 'CT', '06001'],
    ['001', ' main  st ', 'Avon', '9003', 'CT', '6001'],
    ['1.0', 'MAIN ST', 'Canton', '', 'CT', '06001-1234'],
    ['12 1/2', 'MAIN ST', 'Canton', '', 'CT', '06001'],
    ['37-14', 'MAIN ST', 'AVON', 'Hartford', 'CT', '06001'],
    ['7', 'ELM ST', 'Bethel', '', 'CT', '06801'],
    ['7', 'ELM ST', 'Aspetuck', '', 'CT', '06801'],
  ]);
  expect(documents).toEqual([
    { code: '06001', city: 'AVON', county: 'HARTFORD', n: 3, s: 'MAIN ST\t1\t12 1/2\t37-14', units: 0 },
    { code: '06801', city: 'ASPETUCK', county: '', n: 1, s: 'ELM ST\t7', units: 0 },
  ]);
});

test('a street over many columns and a split number are joined', () => {
  const columns = [
    'addnum_pre',
    'add_number',
    'addnum_suf',
    'st_predir',
    'st_name',
    'st_postyp',
    'post_code',
  ];
  const reader = rowReader(withCommas(mapColumns(columns)), { state: 'CT' });
  for (const row of [
    ['', '12', '1/2', 'N', 'Main', 'St', '06001'],
    ['', '12', 'A', '', 'Main', 'St', '06001'],
  ])
    expect(reader.take(row)).toBe('taken');
  expect(documentsOfReader(reader)).toMatchObject([{ s: 'MAIN ST\t\t12A\nN MAIN ST\t\t12 1/2' }]);
});

test('the order of rows never changes the documents', () => {
  const row = fc.tuple(
    fc.constantFrom('1', '2', '10', '0', '12 1/2', '37-14', 'a'),
    fc.constantFrom('Main St', 'MAIN ST', ' main  st', 'Elm St', ''),
    fc.constantFrom('Avon', 'Canton', 'avon', ''),
    fc.constantFrom('003', 'Hartford', ''),
    fc.constantFrom('CT', '', 'ME'),
    fc.constantFrom('06001', '6001', '06002', '04101', ''),
  );
  const twice = fc
    .array(row, { maxLength: 40 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
  fc.assert(
    fc.property(twice, ([rows, shuffled]) => {
      expect(documentsOf(shuffled).documents).toEqual(documentsOf(rows).documents);
    }),
  );
});

test('more rows than a block holds are returned in full', () => {
  const rows = Array.from({ length: 70_000 }, (_, index) => [
    String(1 + (index % 35_000)),
    'A ST',
    '',
    '',
    '',
    '06001',
  ]);
  expect(documentsOf(rows).documents[0]?.n).toBe(35_000);
});
