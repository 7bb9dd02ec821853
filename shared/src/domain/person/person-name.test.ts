import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitName } from './person-name.ts';

test.each([
  ['Ada', '', 'Ada'],
  ['Ada Okafor', 'Ada', 'Okafor'],
  ['Ada Maria del Carmen Okafor', 'Ada', 'Okafor'],
  ['  Ada\tOkafor ', 'Ada', 'Okafor'],
  ['Åsa Öberg-Ng', 'Åsa', 'Öberg-Ng'],
  ['', '', ''],
  ['   ', '', ''],
])('%j splits into %j and %j', (fullName, FirstName, LastName) => {
  expect(splitName(fullName)).toEqual({ FirstName, LastName });
});

test('only the first and the last word count', () => {
  const word = fc.stringMatching(/^\S{1,8}$/).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(word, fc.array(word), word, (first, between, last) => {
      expect(splitName([first, ...between, last].join(' '))).toEqual({ FirstName: first, LastName: last });
    }),
  );
});
