import { expect, test } from 'vitest';
import { repeatedKinds } from './record-kinds.ts';

const NOTES = 'functions/src/records/kinds/referral-records.ts';
const found = (file: string, text: string) =>
  repeatedKinds(
    new Map([
      [NOTES, "declareRecord({ type: 'note', schema })"],
      [`functions/src/${file}`, text],
    ]),
  );

test('a second declaration of a kind is found, wherever it is planted', () => {
  expect(found('records/kinds/more-records.ts', "declareRecord({ type: 'note', schema })")).toEqual([
    `'note' is a kind of record in ${NOTES} and functions/src/records/kinds/more-records.ts`,
  ]);
  expect(
    found('records/kinds/more-records.ts', "const NOTE = 'note';\ndeclareStored({ type: NOTE })"),
  ).toHaveLength(1);
  expect(found('features/audit/a.ts', "const kind = { type: 'note', schema: z.object({}) };")).toHaveLength(
    1,
  );
  expect(found('features/audit/a.ts', "declareRecord({ type: 'memo', schema })")).toEqual([
    'functions/src/features/audit/a.ts declares a kind of record outside of functions/src/records/kinds/',
  ]);
});

test('one declaration of each kind is none too many, and tests may spell a kind out', () => {
  expect(found('records/kinds/more-records.ts', "declareRecord({ type: 'memo', schema })")).toEqual([]);
  expect(found('features/audit/a.ts', 'readAs(noteKind, schema)')).toEqual([]);
  expect(found('features/audit/a.test.ts', "const stored = { type: 'note' };")).toEqual([]);
});
