import { expect, test } from 'vitest';
import { openMention, partsWithMentions, peopleCalled, withMention } from './mention.ts';

const people = ['Ana Marshdemo', 'Bea Crossdemo', 'Marcus Halesample', 'Morgan Marsh'].map((FullName) => ({
  FullName,
}));
const names = (typed: string) => peopleCalled(typed, people).map(({ FullName }) => FullName);

test.each([
  ['@', { from: 0, typed: '' }],
  ['Thanks (@an', { from: 8, typed: 'an' }],
  ['@Ana Ma', { from: 0, typed: 'Ana Ma' }],
  ['ana@marsh', undefined],
  ['@ home', undefined],
  ['@Ana\nnext', undefined],
  ['', undefined],
])('%j', (text, mention) => {
  expect(openMention(text, text.length)).toEqual(mention);
});

test('people are found by the beginning of any of their names, until a name is complete', () => {
  expect(names('')).toHaveLength(4);
  expect(names('mar')).toEqual(['Ana Marshdemo', 'Marcus Halesample', 'Morgan Marsh']);
  expect(names('ana mar')).toEqual(['Ana Marshdemo']);
  expect(names('arcus')).toEqual([]);
  expect(names('Bea Crossdemo please')).toEqual([]);
});

test('the chosen name replaces what was typed', () => {
  const text = 'Please @be call them';
  const mention = openMention(text, 10);
  expect(mention && withMention(text, mention, 'Bea Crossdemo')).toEqual({
    text: 'Please @Bea Crossdemo call them',
    caret: 22,
  });
});

test('a text is split at the names that it mentions, and the longest name wins', () => {
  const two = [{ FullName: 'Ana' }, { FullName: 'Ana Marsh' }];
  const parts = partsWithMentions('Ask @Ana Marsh or @Ana, not @Anatol.', two);
  expect(parts.filter(({ isMention }) => isMention).map(({ part }) => part)).toEqual(['@Ana Marsh', '@Ana']);
  expect(parts.map(({ part }) => part).join('')).toBe('Ask @Ana Marsh or @Ana, not @Anatol.');
  expect(partsWithMentions('@Ana', [])).toEqual([{ at: 0, part: '@Ana', isMention: false }]);
});
