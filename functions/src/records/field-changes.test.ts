import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldChanges } from './field-changes.ts';

test('changed fields are named by their path, and lists compare as one value', () => {
  const before = { Name: 'A', Patient: { LastName: 'Old', Phone: '' }, Services: ['a'], Owner: null };
  const after = {
    Name: 'A',
    Patient: { LastName: 'New', Phone: '' },
    Services: ['a', 'b'],
    Owner: { Id: '1' },
  };
  expect(fieldChanges(before, after)).toEqual([
    { field: 'Patient.LastName', old: 'Old', new: 'New' },
    { field: 'Services', old: '["a"]', new: '["a","b"]' },
    { field: 'Owner.Id', old: null, new: '1' },
  ]);
});

test('numbers and booleans keep their type', () => {
  const before = { Count: 1, Held: false, Old: true };
  expect(fieldChanges(before, { Count: 2, Held: true, Old: undefined })).toEqual([
    { field: 'Count', old: 1, new: 2 },
    { field: 'Held', old: false, new: true },
    { field: 'Old', old: true, new: null },
  ]);
});

test('a missing field counts as null', () => {
  expect(fieldChanges({}, { a: null })).toEqual([]);
  expect(fieldChanges({ a: undefined }, {})).toEqual([]);
});

const record = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,3}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string())),
);

test('a record has no changes from itself, and the reverse swaps old and new', () => {
  fc.assert(
    fc.property(record, record, (a, b) => {
      expect(fieldChanges(a, a)).toEqual([]);
      const there = fieldChanges(a, b);
      const back = fieldChanges(b, a);
      expect(back).toHaveLength(there.length);
      for (const { field, old, new: now } of there)
        expect(back).toContainEqual({ field, old: now, new: old });
    }),
  );
});
