import { expect, test } from 'vitest';
import { checkInLink } from './choose-exchange.tsx';

test.each([
  [
    ' https://handoff.example/admin/medicareeligible?check=check-1&domain=domain-harbor ',
    { check: 'check-1', domain: 'domain-harbor' },
  ],
  ['https://handoff.example/eligibility?again=check-2', { check: 'check-2', domain: undefined }],
  ['https://handoff.example/referrals', undefined],
  ['check-1', undefined],
])('%s', (text, found) => {
  expect(checkInLink(text)).toEqual(found);
});
