import { expect, test } from 'vitest';
import { FieldKeysNotConfigured } from '../../ports.ts';
import { createFieldKeys, makeFieldSecrets, noFieldSecrets, type FieldSecrets } from './field-keys.ts';

const secrets = makeFieldSecrets();
const keysOf = (given: FieldSecrets) => createFieldKeys(async () => given);
const keys = keysOf(secrets);
const place = { partition: 'd:harbor', type: 'referral', id: 'referral-1', field: 'Patient.Ssn' };

test('what is sealed is another text each time and opens in its place', async () => {
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

test('bent or under another key it does not open', async () => {
  const sealed = await keys.encrypt('078051120', place);
  const bent = sealed.replace(/(?<=^enc:v1:.{20})./, (letter) => (letter === 'A' ? 'B' : 'A'));
  await expect(keys.decrypt(bent, place)).rejects.toThrow('authenticate');
  await expect(keys.decrypt(sealed.slice(0, 30), place)).rejects.toThrow('authentication tag');
  await expect(keys.decrypt('078051120', place)).rejects.toThrow('names a key');
  await expect(keysOf(makeFieldSecrets()).decrypt(sealed, place)).rejects.toThrow('authenticate');
});

test('after a rotation old values stay readable, and new ones take the new key', async () => {
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

test('the blind index finds equals of an agency and field, and reveals nothing to another key', async () => {
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

test('without keys everything says so', async () => {
  const none = createFieldKeys(noFieldSecrets);
  await expect(none.encrypt('1', place)).rejects.toThrow(FieldKeysNotConfigured);
  await expect(none.blindIndex('1', { domainId: 'a', field: 'b' })).rejects.toThrow(FieldKeysNotConfigured);
});
