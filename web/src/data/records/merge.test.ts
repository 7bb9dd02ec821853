import { expect, test } from 'vitest';
import { changedNames, choose, partOf, rebase, type Side } from './merge.ts';

const base = {
  Patient: { LastName: 'Sample', Phone: '', Ssn: '' },
  Payers: [{ Name: 'Medicare' }],
  StatusId: 'new',
};
type Values = typeof base;
const patient = (changes: Partial<Values['Patient']>) => ({ ...base.Patient, ...changes });

/** Returns the fields to send and those that both changed. */
function merge(mine: Partial<Values>, theirs: Partial<Values>, ...chosen: [string, Side][]) {
  const current = { ...base, ...theirs };
  const { colliding, ...edit } = rebase({ base, values: { ...base, ...mine } }, current);
  const merged = choose(edit, current, new Map(chosen));
  return { colliding, sent: partOf(merged.values, changedNames(merged.base, merged.values)) };
}

test('changes of one side are kept together, and only the changed part of an object is sent', () => {
  expect(
    merge({ Patient: patient({ Phone: '8605550102' }) }, { Patient: patient({ Ssn: '***-**-1234' }) }),
  ).toEqual({ colliding: [], sent: { Patient: { Phone: '8605550102' } } });
  expect(merge({ StatusId: 'review' }, { Payers: [] })).toEqual({
    colliding: [],
    sent: { StatusId: 'review' },
  });
});

test('the same change made twice is no conflict, and nothing is left to send', () => {
  expect(merge({ StatusId: 'review' }, { StatusId: 'review' })).toEqual({ colliding: [], sent: {} });
});

test('a field that both changed is a choice, and the choice is sent', () => {
  const mine = { Patient: patient({ LastName: 'Simple', Phone: '8605550102' }), StatusId: 'review' };
  const theirs = { Patient: patient({ LastName: 'Semple' }), StatusId: 'closed' };
  expect(merge(mine, theirs).colliding).toEqual(['Patient.LastName', 'StatusId']);
  expect(merge(mine, theirs, ['Patient.LastName', 'mine'], ['StatusId', 'theirs']).sent).toEqual({
    Patient: { LastName: 'Simple', Phone: '8605550102' },
  });
  expect(merge(mine, theirs, ['Patient.LastName', 'theirs'], ['StatusId', 'mine']).sent).toEqual({
    Patient: { Phone: '8605550102' },
    StatusId: 'review',
  });
});

test('a list is one field', () => {
  expect(merge({ Payers: [] }, { Payers: [{ Name: 'Aetna' }] }, ['Payers', 'mine'])).toEqual({
    colliding: ['Payers'],
    sent: { Payers: [] },
  });
});
