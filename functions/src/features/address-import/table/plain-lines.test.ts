import { describe, expect, test } from 'vitest';
import { seeded } from '../../../testing/faults/run-size.ts';
import { addressesByRules, importedAddresses, withCommas } from '../../../testing/imports/read-addresses.ts';
import { rowReader } from '../build/row-rules.ts';
import { mapColumns } from '../parse/column-mapping.ts';

// The outcome is the same either way, so only this test notices which rows are taken from their bytes.

const usual = {
  header: 'number,street,city,district,region,postcode',
  before: '1,A ST,AVON,003,CT,06001',
};
const withoutState = { header: 'zip,number,street', before: '06001,1,A ST' };
const stateFirst = { header: 'state,number,street,zip', before: 'CT,1,A ST,06001' };
const cityFirst = { header: 'city,number,street,zip', before: 'AVON,1,A ST,06001' };
const inOneColumn = { header: 'address,city,county,state,zip', before: '1 A ST,AVON,003,CT,06001' };
const withUnit = { header: 'number,street,unit,zip', before: '1,A ST,,06001' };
const withNote = { header: 'note,number,street,zip', before: 'x,1,A ST,06001' };
const inParts = {
  header: 'addnum_pre,add_number,addnum_suf,st_predir,st_name,st_postyp,post_code',
  before: ',1,,,A,ST,06001',
};

type Layout = typeof usual;

/** Tries the row after one that makes its ZIP code known. */
async function isTaken({ header, before }: Layout, row: string): Promise<boolean> {
  const text = [header, before, row, row].join('\n');
  const mapping = mapColumns(header.split(','));
  const heard: boolean[] = [];
  const found = await importedAddresses(text, mapping, (each) => void heard.push(each));
  expect(found).toEqual(addressesByRules(text, mapping));
  // The header is read separately; then come the row before, this row, and this row again.
  expect(heard).toHaveLength(3);
  return heard[1] === true;
}

describe('takes from its bytes', () => {
  test.each<[string, Layout, string]>([
    ['an ordinary row', usual, '12,MAIN ST,AVON,003,CT,06001'],
    ['the state left out', usual, '12,MAIN ST,AVON,003,,06001'],
    ['the state by its name', usual, '12,MAIN ST,AVON,003,Connecticut,06001'],
    ['the state by its name in capitals', usual, '12,MAIN ST,AVON,003,CONNECTICUT,06001'],
    ['a ZIP code without its zero', usual, '12,MAIN ST,AVON,003,CT,6001'],
    ['a ZIP code with four digits more', usual, '12,MAIN ST,AVON,003,CT,06001-1234'],
    ['a ZIP code that a spreadsheet made a fraction', usual, '12,MAIN ST,AVON,003,CT,6001.00'],
    ['a number of nine digits', usual, '123456789,MAIN ST,AVON,003,CT,06001'],
    ['a number with zeros in front', usual, '0012,MAIN ST,AVON,003,CT,06001'],
    ['a number with a letter', usual, '12a,MAIN ST,AVON,003,CT,06001'],
    ['a number and its half', usual, '12 1/2,MAIN ST,AVON,003,CT,06001'],
    ['a number of Queens', usual, '145-94,MAIN ST,AVON,003,CT,06001'],
    ['a number of ten digits', usual, '1234567890,MAIN ST,AVON,003,CT,06001'],
    ['neither city nor county', usual, '12,MAIN ST,,,CT,06001'],
    ['a city that begins with a sign', usual, '12,MAIN ST,~AVON,!3,CT,06001'],
    ['another city than before', usual, '12,MAIN ST,CANTON,005,CT,06001'],
    ['a city that differs in its last letter', usual, '12,MAIN ST,AVOM,003,CT,06001'],
    ['no column for the state, the ZIP code first', withoutState, '06001,12,MAIN ST'],
    ['the state first', stateFirst, 'CT,12,MAIN ST,06001'],
    ['the city first', cityFirst, 'AVON,12,MAIN ST,06001'],
    ['a street in parts', inParts, ',12,,N,MAIN,ST,06001'],
    ['parts with spaces around them', inParts, ',12,,  ,  MAIN HILL ,ST  ,06001'],
    ['one part', inParts, ',12,,,BROADWAY,,06001'],
    ['a street in small letters', usual, '12,Main st,AVON,003,CT,06001'],
    ['spaces within a street and around it', usual, '12,  MAIN   ST  ,AVON,003,CT,06001'],
    ['a street of signs', usual, '12,{=`~@[,AVON,003,CT,06001'],
    ['parts of one letter', inParts, ',12,,N,B,S,06001'],
    ['every field in quotes', usual, '"12","MAIN ST","AVON","003","CT","06001"'],
    ['every field in quotes, with a carriage return', usual, '"12","MAIN ST","AVON","003","CT","06001"\r'],
    ['an address in one column', inOneColumn, '12 MAIN ST,AVON,003,CT,06001'],
    ['an address with a unit', inOneColumn, '12 MAIN ST Apt 3,AVON,003,CT,06001'],
    ['an address with a letter as its unit', inOneColumn, '12 MAIN ST UNIT b,AVON,003,CT,06001'],
    ['an address with a letter at its number', inOneColumn, '12a  MAIN ST,AVON,003,CT,06001'],
    ['a street with doubled quotes', usual, '12,"THE ""OLD"" MILL",AVON,003,CT,06001'],
    ['a street with quotes that are text', usual, '12,5" PIPE,AVON,003,CT,06001'],
    ['doubled quotes around everything', usual, '12,"""A"" ST",AVON,003,CT,06001'],
    ['a line break in quotes', withNote, '"two\r\nlines",12,MAIN ST,06001'],
    ['more than a block of sixteen bytes in quotes', withNote, `"${'a, '.repeat(40)}",12,MAIN ST,06001`],
    ['a doubled quote at every place', withNote, `"${'a""'.repeat(40)}",12,MAIN ST,06001`],
    ['a unit', withUnit, '12,MAIN ST, APT 2 ,06001'],
    ['a unit with a separator', withUnit, '12,MAIN ST,"APT 2, REAR",06001'],
    ['a word for no unit', withUnit, '12,MAIN ST, none ,06001'],
    ['empty quotes', usual, '12,MAIN ST,"","",CT,06001'],
    ['parts in quotes', inParts, '"",12,"",N,"MAIN ""HILL""","ST",06001'],
  ])('%s', async (_what, layout, row) => {
    expect(await isTaken(layout, row)).toBe(true);
  });
});

describe('leaves to the rules', () => {
  test.each<[string, Layout, string]>([
    ['a row with a column less', usual, '12,MAIN ST,AVON,003,CT'],
    ['a row with a column more', usual, '12,MAIN ST,AVON,003,CT,06001,'],
    ['another state', usual, '12,MAIN ST,AVON,003,ME,06001'],
    ['another spelling of the state', usual, '12,MAIN ST,AVON,003,ct,06001'],
    ['a state that begins alike', usual, '12,MAIN ST,AVON,003,CTX,06001'],
    ['a state that is half the same', usual, '12,MAIN ST,AVON,003,CX,06001'],
    ['another state in the first column', stateFirst, 'ME,12,MAIN ST,06001'],
    ['a ZIP code not met before', usual, '12,MAIN ST,AVON,003,CT,06002'],
    ['a ZIP code of two digits', usual, '12,MAIN ST,AVON,003,CT,06'],
    ['a ZIP code of nine digits in one', usual, '12,MAIN ST,AVON,003,CT,060011234'],
    ['five digits more', usual, '12,MAIN ST,AVON,003,CT,06001-12345'],
    ['a letter among the digits more', usual, '12,MAIN ST,AVON,003,CT,06001-12a4'],
    ['a fraction that is one', usual, '12,MAIN ST,AVON,003,CT,06001.5'],
    ['a point and nothing behind', usual, '12,MAIN ST,AVON,003,CT,06001.'],
    ['another mark behind the ZIP code', usual, '12,MAIN ST,AVON,003,CT,06001/0'],
    ['no ZIP code', usual, '12,MAIN ST,AVON,003,CT,'],
    ['no number', usual, ',MAIN ST,AVON,003,CT,06001'],
    ['the number zero', usual, '0,MAIN ST,AVON,003,CT,06001'],
    ['a number of seventeen characters', usual, '1234567890-123456,MAIN ST,AVON,003,CT,06001'],
    ['a number with two spaces', usual, '12  1/2,MAIN ST,AVON,003,CT,06001'],
    ['a number with a space behind', usual, '12A ,MAIN ST,AVON,003,CT,06001'],
    ['a number that begins with a zero', usual, '012A,MAIN ST,AVON,003,CT,06001'],
    ['a number that is a decimal', usual, '12.0,MAIN ST,AVON,003,CT,06001'],
    ['a sign beside the digits', usual, '1:,MAIN ST,AVON,003,CT,06001'],
    ['a number behind a space', usual, ' 7,MAIN ST,AVON,003,CT,06001'],
    ['a street that says nothing', usual, '12,NULL,AVON,003,CT,06001'],
    ['a street beyond ASCII, not met before', usual, '12,RUE D’ÉTÉ,AVON,003,CT,06001'],
    ['a street with a tab in it', usual, '12,MAIN\tST,AVON,003,CT,06001'],
    ['a street behind an apostrophe', usual, "12,'-MAIN ST,AVON,003,CT,06001"],
    ['a street that says nothing behind a space', usual, '12, null,AVON,003,CT,06001'],
    ['a street of spaces', usual, '12,   ,AVON,003,CT,06001'],
    ['no street', usual, '12,,AVON,003,CT,06001'],
    ['a city that begins with a space', usual, '12,MAIN ST, AVON,003,CT,06001'],
    ['a city that begins beyond ASCII', usual, '12,MAIN ST,ÉTÉ,003,CT,06001'],
    ['a city that begins with a control character', usual, '12,MAIN ST,\u007fAVON,003,CT,06001'],
    ['a county that begins with a space', usual, '12,MAIN ST,AVON, 003,CT,06001'],
    ['a street with a separator', usual, '12,"MAIN ST, REAR",AVON,003,CT,06001'],
    ['a street with a unit', usual, '12,MAIN ST apt3,AVON,003,CT,06001'],
    ['a street with a number sign', usual, '12,MAIN ST #3,AVON,003,CT,06001'],
    ['a street that ends like a ZIP code', usual, '12,MAIN ST 06001,AVON,003,CT,06001'],
    ['an address with a unit behind a comma', inOneColumn, '12 "A, EAST APT 3",AVON,003,CT,06001'],
    ['an address at Unit Street', inOneColumn, '12 UNIT ST,AVON,003,CT,06001'],
    ['an address with a floor', inOneColumn, '12 MAIN ST FL 2,AVON,003,CT,06001'],
    ['an address with a fraction', inOneColumn, '12 1/2 MAIN ST,AVON,003,CT,06001'],
    ['an address with a range', inOneColumn, '12 - 14 MAIN ST,AVON,003,CT,06001'],
    ['an address that begins with zero', inOneColumn, '012 MAIN ST,AVON,003,CT,06001'],
    ['an address of a number alone', inOneColumn, '12,AVON,003,CT,06001'],
    ['a number with something in front', inParts, 'A,12,,N,MAIN,ST,06001'],
    ['a number with something behind', inParts, ',12,B,N,MAIN,ST,06001'],
    ['parts of a street that are all empty', inParts, ',12,,, ,,06001'],
    ['text behind a closing quote', usual, '12,"MAIN" ST,AVON,003,CT,06001'],
    ['a line break in a street', usual, '12,"MAIN\nST",AVON,003,CT,06001'],
    ['a number with doubled quotes', usual, '"12""",MAIN ST,AVON,003,CT,06001'],
    ['empty quotes for a number', usual, '"",MAIN ST,AVON,003,CT,06001'],
    ['empty quotes alone', usual, '""'],
  ])('%s', async (_what, layout, row) => {
    expect(await isTaken(layout, row)).toBe(false);
  });
});

/** The line of the reject report, once rows may be rejected for these reasons; empty when the row is left to the rules. */
function reportOf(row: string): string {
  const reader = rowReader(withCommas(mapColumns(usual.header.split(','))), { state: 'CT' });
  reader.take(usual.before.split(','));
  for (const reason of ['columns', 'no-zip', 'no-number', 'no-street', 'unassigned-number'] as const)
    reader.allow(reason);
  const bytes = Buffer.from(`${row}\n`);
  bytes.copy(reader.lines.room(bytes.length));
  const { rows, kept, report } = reader.lines.take(0, bytes.length, 7);
  expect([kept, rows]).toEqual([0, report === '' ? 0 : 1]);
  return report.trimEnd();
}

describe('rejects from its bytes, and reports as the rules do', () => {
  test.each([
    ['no number', ',MAIN ST,AVON,003,CT,06001', ',MAIN ST,AVON,003,CT,06001,7,no-number'],
    ['the number zero', '0,MAIN ST,AVON,003,CT,06001', '0,MAIN ST,AVON,003,CT,06001,7,unassigned-number'],
    ['zeros', '"000",MAIN ST,AVON,003,CT,06001', '000,MAIN ST,AVON,003,CT,06001,7,unassigned-number'],
    ['a comma in quotes', '"","A ST, REAR",AVON,003,CT,06001', ',A ST  REAR,AVON,003,CT,06001,7,no-number'],
    ['too few fields in quotes', '"12","A ST"', '12,A ST,,,,,7,columns'],
    ['too many', '12,"",AVON,003,CT,06001,"a,b",-1', '12,,AVON,003,CT,06001,7,columns,a b,-1'],
  ])('%s', (_what, row, report) => {
    expect(reportOf(row)).toBe(report);
  });

  test.each([
    ['a doubled quote', ',"A ""B""",AVON,003,CT,06001'],
    ['a line break', ',"A\nB",AVON,003,CT,06001'],
    ['a comma at the end of a field', ',"A,",AVON,003,CT,06001'],
    ['a number with a comma', ',"-7,5",AVON,003,CT,06001'],
    ['a ZIP code that the town may have', '12,MAIN ST,AVON,003,CT,'],
    ['a formula in quotes', ',"=A",AVON,003,CT,06001'],
    ['a line break and too few fields', '12,"A\nB"'],
    ['dozens of fields too many', `12${',x'.repeat(60)}`],
  ])('but leaves %s to them', (_what, row) => {
    expect(reportOf(row)).toBe('');
  });
});

test(
  'a file with a hundred thousand streets has the same result as with the rules',
  { timeout: 60_000, tags: ['long'] },
  async () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => {
      const street = `${n % 7 === 0 ? 'NORTH ' : ''}STREET ${(n * 7919) % 150_000}`;
      const place = n % 11 === 0 ? `CITY ${n % 900},COUNTY ${n % 5}` : 'AVON,003';
      return `${1 + (n % 300)},${street},${place},CT,0600${1 + (n % 3)}`;
    });
    const text = [usual.header, ...rows].join('\n');
    const mapping = mapColumns(usual.header.split(','));
    expect(await importedAddresses(text, mapping)).toEqual(addressesByRules(text, mapping));
  },
);

test('a street of any ASCII characters gets the name that the rules give it', async () => {
  const random = seeded('plain lines');
  const sign = () => (random.chance(0.1) ? ' ' : String.fromCharCode(random.between(32, 126)));
  const streets = Array.from({ length: 20_000 }, () =>
    Array.from({ length: random.between(1, 12) }, sign).join(''),
  );
  const plain = streets.map((street) => street.replaceAll(/[,"]/g, '.'));
  const rows = plain.map((street, n) => `${1 + (n % 300)},${street},AVON,003,CT,06001`);
  const text = [usual.header, usual.before, ...rows].join('\n');
  const mapping = mapColumns(usual.header.split(','));
  expect(await importedAddresses(text, mapping)).toEqual(addressesByRules(text, mapping));
});

test('fields in quotes of any length are read as csv-parse reads them', async () => {
  const random = seeded('quoted lines');
  const sign = () => random.pick(['a', 'b', '""', '""', ',', '\n', '\r\n', '\r', ' ']);
  const textOf = (most: number) => Array.from({ length: random.between(0, most) }, sign).join('');
  const rows = Array.from({ length: 5_000 }, (_, n) => {
    const note = textOf(random.pick([3, 17, 70]));
    return `"${note}",${1 + (n % 300)},"${textOf(3)}A ST",06001`;
  });
  const text = [withNote.header, withNote.before, ...rows].join('\n');
  const mapping = mapColumns(withNote.header.split(','));
  expect(await importedAddresses(text, mapping)).toEqual(addressesByRules(text, mapping));
});

test('digits and what looks like them are read as the rules read them', async () => {
  const random = seeded('digits');
  const signs = ['0', '1', '2', '7', '8', '9', ':', '/', '?', 'p', '@'] as const;
  const digits = (length: number, odd: number) =>
    Array.from({ length }, () =>
      random.chance(odd) ? random.pick(signs) : random.pick(['0', '1', '9']),
    ).join('');
  const rows = Array.from({ length: 20_000 }, (_, n) => {
    const number = digits(random.between(1, 10), 0.1);
    const zip = n % 2 === 0 ? '06001' : `06${digits(random.between(1, 3), 0.1)}`;
    return `${number},A ST,AVON,003,CT,${zip}`;
  });
  const lines = [usual.header, usual.before, ...rows].join('\n');
  const mapping = mapColumns(usual.header.split(','));
  expect(await importedAddresses(lines, mapping)).toEqual(addressesByRules(lines, mapping));
});
