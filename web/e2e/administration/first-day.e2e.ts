import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../browser.ts';
import { startEmptyPlatform } from '../platform.ts';

test('on the first day the administrator is in, and everybody else waits for access', async () => {
  const { url, stop } = await startEmptyPlatform();
  onTestFinished(stop);
  const alex = await signIn('Alex Admin', { url });
  expect(new URL(alex.url()).pathname).not.toBe('/no-access');
  const morgan = await signIn('Morgan Reevesdemo', { url });
  expect(new URL(morgan.url()).pathname).toBe('/no-access');
});
