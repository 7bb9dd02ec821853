import { expect, test } from 'vitest';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { createAgencyMemory, createMemory, digestOf, emptyAgencyMemories } from './memory.ts';
import { readKey } from './records/use-read.ts';

test('a memory keeps the entries that were used last', () => {
  const memory = createMemory<number>(2);
  memory.set('a', 1);
  memory.set('b', 2);
  expect(memory.get('a')).toBe(1);
  memory.set('c', 3);
  expect([...memory.keys()]).toEqual(['a', 'c']);
});

test('its names can be walked while entries are read', () => {
  const memory = createMemory<number>(3);
  for (const name of ['a', 'b', 'c']) memory.set(name, 1);
  const walked: string[] = [];
  for (const name of memory.keys()) walked.push(`${name}${memory.get(name)}`);
  expect(walked).toEqual(['a1', 'b1', 'c1']);
});

test('the memories of an agency are emptied together', () => {
  const memories = [createAgencyMemory<number>(9), createAgencyMemory<number>(9)];
  for (const memory of memories) memory.set('a', 1);
  emptyAgencyMemories();
  expect(memories.map((memory) => [...memory.keys()])).toEqual([[], []]);
});

const keyOf = (Text: string) => readKey(referralsApi.search, { body: { Text } }, { domain: 'a' });

test('the key of a reading holds no number that was searched for, and differs with it', () => {
  expect(JSON.stringify(keyOf('1EG4-TE5-MK73'))).not.toContain('1EG4');
  expect(keyOf('1EG4-TE5-MK73')).toEqual(keyOf('1EG4-TE5-MK73'));
  expect(keyOf('1EG4-TE5-MK73')).not.toEqual(keyOf('1EG4-TE5-MK72'));
  expect(new Set(Array.from({ length: 10_000 }, (_, n) => digestOf({ n }))).size).toBe(10_000);
});
