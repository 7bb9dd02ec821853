import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['8.8.8.8', '203.0.113.9', '2001:db8::1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['10.0.0.4', '169.254.169.254', '168.63.129.16', '::1', 'fd00::1', '::ffff:10.0.0.4', 'unknown'])(
  '%s is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);
