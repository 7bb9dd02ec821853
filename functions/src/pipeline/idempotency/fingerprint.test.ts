import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

test('a request is known again, and not by who lacks the secret', async () => {
  const first = await of('secret', '{"Ssn":"219099999"}');
  expect(await of('secret', '{"Ssn":"219099999"}')).toBe(first);
  expect(await of('secret', '{"Ssn":"219099998"}')).not.toBe(first);
  expect(await of('another', '{"Ssn":"219099999"}')).not.toBe(first);
});

function of(secret: string, text: string): Promise<string> {
  return fingerprint(secret, api.referrals.create, {
    params: {},
    query: new URLSearchParams(),
    mediaType: 'application/json',
    bytes: new TextEncoder().encode(text),
    parts: [],
  });
}
