import { expect, test } from 'vitest';
import { conflictsOf, patched } from './conflicting-fields.ts';

const current = { Name: 'Bolt', Phone: '2', Address: { City: 'Hartford', ZipCode: '06103' }, States: ['CT'] };
const changed = (field: string, old: string | null, now: string | null) => ({ field, old, new: now });
const renamed = [changed('Name', 'Acme', 'Bolt')];

test.each([
  ['both changed it, to different names', { Name: 'Cord' }, renamed, ['Name']],
  ['both changed it, to the same name', { Name: 'Bolt' }, renamed, []],
  ['only the others did', { Name: 'Acme' }, renamed, []],
  ['only this edit did', { Phone: '3' }, renamed, []],
  ['not given', { Name: undefined, Phone: '3' }, renamed, []],
  [
    'changed twice by others: the first old value is the base',
    { Name: 'Acme' },
    [...renamed, changed('Name', 'Bolt', 'Bo')],
    [],
  ],
  [
    'one part of an address',
    { Address: { City: 'Windsor', ZipCode: '06101' } },
    [changed('Address.ZipCode', '06101', '06103')],
    [],
  ],
  [
    'the same part',
    { Address: { City: 'Hartford', ZipCode: '06105' } },
    [changed('Address.ZipCode', '06101', '06103')],
    ['Address.ZipCode'],
  ],
  ['a list is one field', { States: ['MA'] }, [changed('States', '["RI"]', '["CT"]')], ['States']],
  ['nothing known of the others: what differs', { Name: 'Cord', Phone: '2' }, undefined, ['Name']],
  [
    'and of an object only the part that is named',
    { Address: { City: 'Avon' } },
    undefined,
    ['Address.City'],
  ],
])('%s', (_case, patch, changedSince, collide) => {
  expect(conflictsOf({ patch, current, changedSince }).fields).toEqual(collide);
});

test.each([
  ['only this edit changed the field', { Phone: '3' }, renamed, true],
  ['both changed it to the same name', { Name: 'Bolt' }, renamed, true],
  ['it would take the others’ change back', { Name: 'Acme' }, renamed, false],
  ['nothing is known of the others, and it differs', { Phone: '3' }, undefined, false],
])('an edit is apart from others: %s', (_case, patch, changedSince, isApart) => {
  expect(conflictsOf({ patch, current, changedSince }).isApart).toBe(isApart);
});

test('parts that belong together collide together', () => {
  const changedSince = [changed('Address.ZipCode', '06101', '06103')];
  const patch = { Address: { City: 'Windsor' } };
  expect(conflictsOf({ patch, current, changedSince })).toEqual({ isApart: true, fields: [] });
  expect(conflictsOf({ patch, current, changedSince, wholes: ['Address'] })).toEqual({
    isApart: false,
    fields: ['Address'],
  });
});

test('patching part of an object keeps the rest, and any other value is replaced', () => {
  const before = {
    Address: { City: 'Hartford', ZipCode: '06103' },
    Owner: null,
    Tags: ['a', 'b'],
    Note: 'x',
  };
  expect(patched<object>(before, { Address: { City: 'Avon' }, Note: undefined })).toEqual({
    ...before,
    Address: { City: 'Avon', ZipCode: '06103' },
  });
  const owned = { ...before, Owner: { Id: 'mia', FullName: 'Mia' } };
  expect(patched<object>(before, { Owner: owned.Owner })).toEqual(owned);
  expect(patched<object>(owned, { Owner: null, Tags: ['c'] })).toEqual({ ...before, Tags: ['c'] });
  expect(patched<object>(before, { Tags: { 0: 'c' } })).toEqual({ ...before, Tags: { 0: 'c' } });
});

test('removing or replacing an owner is a change', () => {
  const changedSince = [changed('Owner.Id', null, 'mia')];
  const owned = { Owner: { Id: 'mia', FullName: 'Mia' } };
  const fieldsOf = (Id: string | null) =>
    conflictsOf({ patch: { Owner: { Id } }, current: owned, changedSince }).fields;
  expect([fieldsOf('ana'), fieldsOf(null)]).toEqual([['Owner.Id'], []]);
});
