import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressSearch } from './address-search.ts';
import { fullForms, isShortForm, shortForm } from './street-words.ts';

const addresses = [
  '12 OAK ST',
  '14 MAIN ST',
  '140 MAIN ST',
  '7 MAIN ST',
  '18 ELM ST',
  '180 ELM ST',
  '18 N ELMWOOD AVE',
  '12 1/2 WASHINGTON AVE',
  '37-14 WASHINGTON AVE',
  '5 42ND ST',
  '22 5TH AVE',
  '214 SAINT JOHNS RD',
  '31 S WHITNEY AVE',
  '31 N WHITNEY AVE',
  '9 OLD CHURCH HILL RD',
  '120 ROUTE 9',
  '6 AVENUE A',
  '11 CENTRAL PARK W',
  '3 NORTH ST',
  '4 COURT ST',
  '136A PROSPECT ST',
  '8 MCDONALD LN',
  '16 OBRIEN CT',
  '50 MT VERNON TER',
  '77 THE CIRCLE',
  '21 BEAVER BROOK TRL',
];
const { search, nearStreets } = addressSearch(addresses);
const closest = (typed: string) => {
  const [first] = search(typed);
  return first && `${first.address}: ${first.rules.join(', ')}`;
};

test.each([
  ['99 elm street', '99 ELM ST: abbreviation, number not in the list'],
  ['41 beavr brok', '41 BEAVER BROOK TRL: similar spelling, street type added, number not in the list'],
])('the street of %s is offered although the file lacks the number', (typed, expected) => {
  const [first] = nearStreets(typed);
  expect(first && `${first.address}: ${first.rules.join(', ')}`).toBe(expected);
  expect(nearStreets('99 ELM ST')).toEqual([]);
  expect(nearStreets('elm st')).toEqual([]);
});

describe('the closest address, and how it differs from', () => {
  test.each([
    ['18 ELM ST', '18 ELM ST: exact'],
    ['  18   elm st ', '18 ELM ST: exact'],
    ['37-14 washington ave', '37-14 WASHINGTON AVE: exact'],
    ['12 1/2 washington ave', '12 1/2 WASHINGTON AVE: exact'],
    ['136a prospect st', '136A PROSPECT ST: exact'],
    ['6 avenue a', '6 AVENUE A: exact'],
    ['18 elm st.', '18 ELM ST: exact'],
    ["16 o'brien ct", '16 OBRIEN CT: exact'],
    ['18 el', '18 ELM ST: begins like this'],
    ['14', '14 MAIN ST: begins like this'],
    ['31 s whit', '31 S WHITNEY AVE: begins like this'],
    ['elmw', '18 N ELMWOOD AVE: begins like this, direction added, street type added'],
    ['18 Elm Street', '18 ELM ST: abbreviation'],
    ['18 elm str', '18 ELM ST: abbreviation'],
    ['18 elm stree', '18 ELM ST: abbreviation'],
    ['37-14 washington avenue', '37-14 WASHINGTON AVE: abbreviation'],
    ['214 st. johns road', '214 SAINT JOHNS RD: abbreviation'],
    ['22 fifth avenue', '22 5TH AVE: abbreviation'],
    ['6 ave a', '6 AVENUE A: abbreviation'],
    ['120 rte 9', '120 ROUTE 9: abbreviation'],
    ['120 rt. 9', '120 ROUTE 9: abbreviation'],
    ['11 central park west', '11 CENTRAL PARK W: abbreviation'],
    ['3 n street', '3 NORTH ST: abbreviation'],
    ['4 ct st', '4 COURT ST: abbreviation'],
    ['50 mount vernon terrace', '50 MT VERNON TER: abbreviation'],
    ['31 South Whitney Avenue', '31 S WHITNEY AVE: abbreviation'],
    ['elm 18', '18 ELM ST: number moved, street type added'],
    ['elm st 18', '18 ELM ST: number moved'],
    ['elm street, 18', '18 ELM ST: abbreviation, number moved'],
    ['42nd st 5', '5 42ND ST: number moved'],
    ['washington ave 37-14', '37-14 WASHINGTON AVE: number moved'],
    ['washington ave 12 1/2', '12 1/2 WASHINGTON AVE: number moved'],
    ['route 9 120', '120 ROUTE 9: number moved'],
    ['18 n elm st', '18 ELM ST: direction left out'],
    ['18 elm st e', '18 ELM ST: direction left out'],
    ['18 North Elm Street', '18 ELM ST: abbreviation, direction left out'],
    ['18 elmwood ave', '18 N ELMWOOD AVE: direction added'],
    ['18 elmwood ave n', '18 N ELMWOOD AVE: direction moved'],
    ['18n elmwood ave', '18 N ELMWOOD AVE: other spacing'],
    ['11 west central park', '11 CENTRAL PARK W: abbreviation, direction moved'],
    ['18 s elmwood ave', '18 N ELMWOOD AVE: other direction'],
    ['18 elm', '18 ELM ST: begins like this'],
    ['18 n elmwood', '18 N ELMWOOD AVE: begins like this'],
    ['18 elm rd', '18 ELM ST: other street type'],
    ['22 5th blvd', '22 5TH AVE: other street type'],
    ['120 route 9 rd', '120 ROUTE 9: street type left out'],
    ['8 mc donald ln', '8 MCDONALD LN: other spacing'],
    ['18 elm wood ave', '18 N ELMWOOD AVE: other spacing, direction added'],
    ['21 beaverbrook trail', '21 BEAVER BROOK TRL: abbreviation, other spacing'],
    ['9 church hill rd', '9 OLD CHURCH HILL RD: part of the name'],
    ['9 hill church rd', '9 OLD CHURCH HILL RD: part of the name'],
    ['9 old church rd', '9 OLD CHURCH HILL RD: begins like this'],
    ['18 elm st apt 4', '18 ELM ST: unit left out'],
    ['18 elm st #4b', '18 ELM ST: unit left out'],
    ['18 elm st # 4', '18 ELM ST: unit left out'],
    ['18 elm st unit b', '18 ELM ST: unit left out'],
    ['18 elm st, apt. 4', '18 ELM ST: unit left out'],
    ['18 elm st ste #200', '18 ELM ST: unit left out'],
    ['18 elm st 2nd floor', '18 ELM ST: unit left out'],
    ['18 elm st rear', '18 ELM ST: unit left out'],
    ['18 elm st 4b', '18 ELM ST: unit left out'],
    ['apt 4 18 elm st', '18 ELM ST: unit left out'],
    ['#4 18 elm st', '18 ELM ST: unit left out'],
    ['18 Elm Street Apartment 4', '18 ELM ST: abbreviation, unit left out'],
    ['18 elm st, Hartford, CT 06103', '18 ELM ST: place left out'],
    ['18 elm st apt 4, Hartford', '18 ELM ST: unit left out, place left out'],
    ['18 eml st', '18 ELM ST: similar spelling'],
    ['7 mian st', '7 MAIN ST: similar spelling'],
    ['37-14 wahsington ave', '37-14 WASHINGTON AVE: similar spelling'],
    ['37-14 wasingtn ave', '37-14 WASHINGTON AVE: similar spelling'],
    ['31 s whitny ave', '31 S WHITNEY AVE: similar spelling'],
    ['136a prospct street', '136A PROSPECT ST: similar spelling'],
    ['18 elm stret', '18 ELM ST: similar spelling'],
    ['31 suoth whitney ave', '31 S WHITNEY AVE: similar spelling'],
    ['9 old chruch hill rd', '9 OLD CHURCH HILL RD: similar spelling'],
    ['214 saint jons rd', '214 SAINT JOHNS RD: similar spelling'],
    ['elmwod', '18 N ELMWOOD AVE: similar spelling, direction added, street type added'],
    ['mian st 7 apt 2', '7 MAIN ST: unit left out, number moved, similar spelling'],
    ['18 pine st', undefined],
    ['9 elm st', undefined],
    ['99 main', undefined],
    ['apt 4', undefined],
    ['#', undefined],
    [' ', undefined],
    [', , ,', undefined],
  ])('%s', (typed, expected) => {
    expect(closest(typed)).toBe(expected);
  });
});

const found = (typed: string) => search(typed).map(({ address }) => address);

test('the exact number comes before numbers that begin with it, and the closer street first', () => {
  expect(found(' 14   ma')).toEqual(['14 MAIN ST', '140 MAIN ST']);
  expect(found('elm 18')).toEqual(['18 ELM ST', '180 ELM ST', '18 N ELMWOOD AVE']);
  expect(found('31 whitney ave')).toEqual(['31 S WHITNEY AVE', '31 N WHITNEY AVE']);
  expect(found('12 oak st'), 'already chosen').toEqual(['12 OAK ST']);
});

test('the omitted unit is returned separately', () => {
  expect(search('18 elm st apt 4')[0]?.unit).toBe('4');
  expect(search('18 elm st #4b')[0]?.unit).toBe('4B');
  expect(search('18 elm st 2nd floor')[0]?.unit).toBe('2ND FLOOR');
  expect(search('18 elm st')[0]?.unit).toBe('');
});

const slips = fc.constantFrom('wrong', 'missing', 'doubled', 'swapped');
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));

test('one slip in a street of five letters or more is found, and offered as a misspelling only', () => {
  const names = [
    'WHITNEY',
    'PROSPECT',
    'ELMWOOD',
    'MAPLE',
    'CHESTNUT',
    'QUARRY',
    'BIRCH',
    'LEDYARD',
    'JAMES',
  ];
  const { search: find } = addressSearch(names.map((name, index) => `${10 + index} ${name} AVE`));
  const typos = fc.record({
    name: fc.constantFrom(...names),
    slip: slips,
    at: fc.nat(),
    other: letter,
  });
  fc.assert(
    fc.property(typos, ({ name, slip, at, other }) => {
      const typed = misspell(name, { slip, at: at % name.length, other });
      fc.pre(typed !== name && !isShortForm(shortForm(typed)) && !fullForms.includes(typed));
      const number = 10 + names.indexOf(name);
      const [first] = find(`${number} ${typed} ave`);
      expect(first?.address).toBe(`${number} ${name} AVE`);
      expect(first?.rules).not.toContain('exact');
    }),
    { numRuns: 2000 },
  );
});

test('every address offered is in the file, regardless of the input', () => {
  const known = new Set(addresses);
  const text = fc.array(
    fc.constantFrom('18', '4', '1/2', 'elm', 'st', 'n', 'apt', '#', ',', 'whitny', 'é', '-'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        text.map((words) => words.join(' ')),
      ),
      (typed) => {
        for (const { address, rules } of search(typed)) {
          expect(known.has(address)).toBe(true);
          expect(rules.length).toBeGreaterThan(0);
        }
      },
    ),
  );
});

test('the largest ZIP code of New York is searched about as fast as its addresses are read once', () => {
  const many = Array.from({ length: 37_258 }, (_, index) => `${index} ${1 + (index % 2_500)} BROADWAY AVE`);
  const { search: searchMany } = addressSearch(many);
  const bareReading = fastestOf(() => many.filter((address) => address.split(' ').includes('MAIN')));
  for (const typed of ['7 8 broad', '7 8 braodway', 'broadway 12345678'])
    expect(fastestOf(() => searchMany(typed)) / bareReading).toBeLessThan(4);
});

function misspell(name: string, { slip, at, other }: { slip: string; at: number; other: string }): string {
  const letters = name.split('');
  if (slip === 'wrong') letters[at] = other;
  if (slip === 'missing') letters.splice(at, 1);
  if (slip === 'doubled') letters.splice(at, 0, other);
  const [one = '', two] = letters.slice(at, at + 2);
  if (slip === 'swapped' && two !== undefined) letters.splice(at, 2, two, one);
  return letters.join('');
}

function fastestOf(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}
