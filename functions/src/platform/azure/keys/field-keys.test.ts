import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { FieldKeysNotConfigured } from '../../ports.ts';
import { createFieldKeys, FieldSecrets, makeFieldSecrets, noFieldSecrets } from './field-keys.ts';

const secrets = makeFieldSecrets();
const keysOf = (given: FieldSecrets) => createFieldKeys(async () => given);
const keys = keysOf(secrets);
const place = { partition: 'd:harbor', type: 'referral', id: 'referral-1', field: 'Patient.Ssn' };

test('sealing gives a different text each time, which opens in its own place', async () => {
  const [one, two] = [await keys.encrypt('078051120', place), await keys.encrypt('078051120', place)];
  expect(one).toMatch(/^enc:v1:[\w-]{40,60}$/);
  expect(one).not.toBe(two);
  expect([await keys.decrypt(one, place), await keys.decrypt(two, place)]).toEqual([
    '078051120',
    '078051120',
  ]);
});

test.each([
  { partition: 'd:evergreen' },
  { type: 'patient' },
  { id: 'referral-2' },
  { field: 'Patient.Mbi' },
])('copied to another place (%o) it does not open', async (other) => {
  const sealed = await keys.encrypt('078051120', place);
  await expect(keys.decrypt(sealed, { ...place, ...other })).rejects.toThrow('authenticate');
});

test('an altered value, or one under another key, does not open', async () => {
  const sealed = await keys.encrypt('078051120', place);
  const bent = sealed.replace(/(?<=^enc:v1:.{20})./, (letter) => (letter === 'A' ? 'B' : 'A'));
  await expect(keys.decrypt(bent, place)).rejects.toThrow('authenticate');
  await expect(keys.decrypt(sealed.slice(0, 30), place)).rejects.toThrow('authentication tag');
  await expect(keys.decrypt('078051120', place)).rejects.toThrow('names a key');
  await expect(keysOf(makeFieldSecrets()).decrypt(sealed, place)).rejects.toThrow('authenticate');
});

test('after a rotation old values stay readable, and new ones use the new key', async () => {
  const old = await keys.encrypt('078051120', place);
  const rotated = keysOf({
    ...secrets,
    current: 'v2',
    data: { ...secrets.data, v2: makeFieldSecrets().data['v1'] ?? '' },
  });
  expect(await rotated.decrypt(old, place)).toBe('078051120');
  const fresh = await rotated.encrypt('078051120', place);
  expect(fresh).toMatch(/^enc:v2:/);
  await expect(rotated.decrypt(fresh.replace('v2', 'v1'), place)).rejects.toThrow('authenticate');
});

test('the blind index finds equal values of an agency and field, and reveals nothing to another key', async () => {
  const harbor = { domainId: 'harbor', field: 'Ssn' };
  const found = await keys.blindIndex('078051120', harbor);
  expect(found).toMatch(/^bix:v1:[\w-]{43}$/);
  expect(await keys.blindIndex('078051120', harbor)).toBe(found);
  const others = await Promise.all([
    keys.blindIndex('078051121', harbor),
    keys.blindIndex('078051120', { ...harbor, domainId: 'evergreen' }),
    keys.blindIndex('078051120', { ...harbor, field: 'Mbi' }),
    keysOf(makeFieldSecrets()).blindIndex('078051120', harbor),
  ]);
  expect(new Set([found, ...others]).size).toBe(5);
});

test('after an index rotation values under either key are found, and the new key is for indexing only', async () => {
  const harbor = { domainId: 'harbor', field: 'Ssn' };
  const old = await keys.blindIndex('078051120', harbor);
  const v2 = makeFieldSecrets().index['v1'] ?? '';
  const given = { ...secrets, currentIndex: 'v2', index: { ...secrets.index, v2 } };
  const rotated = keysOf(given);
  const fresh = await rotated.blindIndex('078051120', harbor);
  expect(fresh).toMatch(/^bix:v2:[\w-]{43}$/);
  expect(await rotated.blindIndexes('078051120', harbor)).toEqual([fresh, old]);
  expect(await rotated.versions()).toEqual({
    data: { newest: 'v1', known: ['v1'] },
    index: { newest: 'v2', known: ['v2', 'v1'] },
  });
  const raw = createHmac('sha256', Buffer.from(v2, 'hex')).update('harbor|Ssn|078051120').digest('base64url');
  expect(fresh).not.toContain(raw);
  // Set back, the former key writes again, and values under the newer one are still found.
  const back = keysOf({ ...given, currentIndex: 'v1' });
  expect(await back.blindIndexes('078051120', harbor)).toEqual([old, fresh]);
});

test('a missing key is named, and its values open when it is back', async () => {
  const sealed = await keys.encrypt('078051120', place);
  const other = { current: 'v2', data: { v2: makeFieldSecrets().data['v1'] ?? '' } };
  const without = keysOf({ ...secrets, ...other });
  await expect(without.decrypt(sealed, place)).rejects.toThrow('The data key v1 is missing');
  const restored = keysOf({ ...secrets, ...other, data: { ...other.data, ...secrets.data } });
  expect(await restored.decrypt(sealed, place)).toBe('078051120');
  for (const wrong of [{ current: 'v3' }, { currentIndex: 'v3' }])
    expect(FieldSecrets.safeParse({ ...secrets, ...wrong }).success).toBe(false);
});

test('without keys every operation reports that', async () => {
  const none = createFieldKeys(noFieldSecrets);
  await expect(none.encrypt('1', place)).rejects.toThrow(FieldKeysNotConfigured);
  await expect(none.blindIndex('1', { domainId: 'a', field: 'b' })).rejects.toThrow(FieldKeysNotConfigured);
});
