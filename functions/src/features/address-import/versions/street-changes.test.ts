import { expect, test } from 'vitest';
import { streetChanges } from './street-changes.ts';
import { zipContent } from './zip-document.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const version = (streets: Record<string, number[]>) =>
  zipContent(
    { code: '06103', city: 'HARTFORD', county: 'HARTFORD' },
    Object.entries(streets).map(([street, plain]) => ({ street, plain, others: [] })),
  );

test('streets are added, removed, or renamed when another has their numbers', () => {
  const before = version({ 'OAK ST': from(1, 10), 'MAIN ST': from(1, 30), 'MILL LN': from(100, 9) });
  const after = version({ 'OAK ST': from(1, 12), 'M L KING BLVD': from(1, 31), 'ELM ST': from(500, 4) });
  expect(streetChanges(before, after)).toEqual({
    code: '06103',
    added: 1,
    removed: 1,
    renamed: 1,
    streetsAdded: ['ELM ST'],
    streetsRemoved: ['MILL LN'],
    streetsRenamed: [{ from: 'MAIN ST', to: 'M L KING BLVD' }],
  });
});

test('two streets with the numbers 1 and 2 are the same one only when their names say so', () => {
  const before = version({ 'MAPLE CT': [1, 2], 'BIRCH ST': [1, 2] });
  const after = version({ 'PINE RD': [1, 2], 'MAPLE COURT': [1, 2] });
  expect(streetChanges(before, after)).toMatchObject({
    added: 1,
    removed: 1,
    streetsRenamed: [{ from: 'MAPLE CT', to: 'MAPLE COURT' }],
  });
});

test('a file that spells out every street type renames them, however many', () => {
  const streets = from(1, 300).map((at) => [`${at} AVENUE`, from(at, 40)] as const);
  const before = version(Object.fromEntries(streets));
  const after = version(
    Object.fromEntries(streets.map(([name, numbers]) => [name.replace('ENUE', ''), numbers])),
  );
  expect(streetChanges(before, after)).toMatchObject({ added: 0, removed: 0, renamed: 300 });
});
