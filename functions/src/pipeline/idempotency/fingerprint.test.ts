import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { createSigningKeys } from '../../platform/signing-keys.ts';
import { fingerprintOf } from './fingerprint.ts';

test('a request is known again, and not by who lacks the secret', async () => {
  const { fingerprint } = await of(['secret'], '{"Ssn":"219099999"}');
  const isKnown = async (secrets: string[], text: string) =>
    (await of(secrets, text)).isFingerprint(fingerprint);
  expect(await isKnown(['secret'], '{"Ssn":"219099999"}')).toBe(true);
  expect(await isKnown(['newer', 'secret'], '{"Ssn":"219099999"}')).toBe(true);
  expect(await isKnown(['secret'], '{"Ssn":"219099998"}')).toBe(false);
  expect(await isKnown(['another'], '{"Ssn":"219099999"}')).toBe(false);
});

function of(secrets: string[], text: string) {
  return fingerprintOf(
    createSigningKeys(async () => secrets),
    api.referrals.create,
    {
      params: {},
      query: new URLSearchParams(),
      mediaType: 'application/json',
      bytes: new TextEncoder().encode(text),
      parts: [],
    },
  );
}
