import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressLines, keepZip, nameZip, uniteZips, zipContent } from './zip-document.ts';

const hartford = { code: '06103', city: 'HARTFORD', county: 'HARTFORD' };

test('a street keeps its plain numbers as differences and the others as they are', () => {
  const content = zipContent(hartford, [
    { street: 'MAIN ST', plain: [146, 147, 149], others: ['145-94', '12 1/2', '136A'] },
    { street: 'ELM ST', plain: [1], others: [] },
  ]);
  expect(content).toEqual({
    ...hartford,
    n: 7,
    s: 'ELM ST\t1\nMAIN ST\t42 1 2\t12 1/2\t136A\t145-94',
  });
  expect(addressLines(content)).toEqual([
    '1 ELM ST',
    '146 MAIN ST',
    '147 MAIN ST',
    '149 MAIN ST',
    '12 1/2 MAIN ST',
    '136A MAIN ST',
    '145-94 MAIN ST',
  ]);
});

/** Any characters, with white space as single spaces. */
const texts = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll(/\s/gu, ' '));

const streets = fc.uniqueArray(
  fc.record({
    street: texts,
    plain: fc
      .uniqueArray(fc.integer({ min: 1, max: 999_999_999 }))
      .map((list) => list.toSorted((a, b) => a - b)),
    others: fc.uniqueArray(texts.map((text) => `A${text}`)),
  }),
  { selector: (street) => street.street },
);

test('the order of rows never changes the document, nor does adding a file to itself', () => {
  fc.assert(
    fc.property(streets, (list) => {
      const content = zipContent(hartford, list);
      const reversed = list.toReversed().map(({ street, plain, others }) => ({
        street,
        plain,
        others: others.toReversed(),
      }));
      expect(keepZip(zipContent(hartford, reversed)).hash).toBe(keepZip(content).hash);
      expect(uniteZips(content, content)).toEqual(content);
    }),
  );
});

test('adding one file to another gives the addresses of both, whichever came first', () => {
  fc.assert(
    fc.property(streets, streets, (one, other) => {
      const a = zipContent(hartford, one);
      const b = zipContent({ ...hartford, city: '' }, other);
      const united = uniteZips(a, b);
      expect(united).toEqual(uniteZips(b, a));
      expect(new Set(addressLines(united))).toEqual(new Set([...addressLines(a), ...addressLines(b)]));
      expect(united.city).toBe('HARTFORD');
    }),
  );
});

const fileOf = (plain: number[], place: { city: string; county: string; counties?: string[] }) =>
  zipContent({ code: '06001', ...place }, [{ street: 'MAIN ST', plain, others: [] }]);

test('city and county are those of the file with more addresses, and every other county stays named', () => {
  const united = (...[one, other]: [ReturnType<typeof fileOf>, ReturnType<typeof fileOf>]) => {
    const { city, county, counties } = uniteZips(one, other);
    expect(uniteZips(other, one)).toMatchObject({ city, county });
    return { city, county, counties };
  };
  const more = fileOf([1, 2, 3], { city: 'CANTON', county: 'LITCHFIELD', counties: ['TOLLAND'] });
  const fewer = fileOf([3, 4], { city: 'AVON', county: 'HARTFORD' });
  expect(united(more, fewer)).toEqual({
    city: 'CANTON',
    county: 'LITCHFIELD',
    counties: ['HARTFORD', 'TOLLAND'],
  });
  expect(united(fileOf([1, 2, 3], { city: '', county: '' }), fewer)).toEqual({
    city: 'AVON',
    county: 'HARTFORD',
    counties: undefined,
  });
  expect(united(fileOf([1, 2, 3], { city: 'CANTON', county: '' }), fewer)).toEqual({
    city: 'AVON',
    county: 'HARTFORD',
    counties: undefined,
  });
  const asMany = fileOf([8, 9], { city: 'BETHEL', county: 'FAIRFIELD' });
  expect(united(fewer, asMany)).toMatchObject({ city: 'AVON', county: 'HARTFORD', counties: ['FAIRFIELD'] });
});

test('a document is named by the first sixteen digits of its hash, which every change changes', () => {
  const elm = zipContent(hartford, [{ street: 'ELM ST', plain: [1], others: [] }]);
  const { content, hash, bytes } = keepZip(elm);
  expect(content()).toEqual({ ...hartford, n: 1, s: 'ELM ST\t1' });
  expect(bytes).toBe(elm.s.length);
  expect(hash).toMatch(/^[\da-f]{16}$/);
  expect(nameZip(hartford, () => ({ n: 1, units: 0, s: Buffer.from(elm.s) })).hash).toBe(hash);
  expect(keepZip(zipContent(hartford, [])).hash).not.toBe(hash);
});

test('the addresses of a document are made again for its content, or kept', () => {
  const lines = Buffer.from('ELM ST\t1');
  let made = 0;
  const name = (isKept?: (bytes: number) => boolean) =>
    nameZip(hartford, () => ({ n: (made += 1), units: 0, s: lines }), isKept);
  const asked: number[] = [];
  const [kept, again] = [name((bytes) => asked.push(bytes) > 0), name()];
  expect(asked).toEqual([lines.length]);
  lines.write('OAK');
  expect([kept.content().s, again.content().s]).toEqual(['ELM ST\t1', 'OAK ST\t1']);
  expect(made).toBe(3);
});
