import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn, signInAnew } from '../browser.ts';

test('an expired token is renewed by refresh token, then by hidden frame, then by popup', async () => {
  const page = await signInAnew('Ana Marshdemo');
  await page.getByRole('link', { name: 'All', exact: true }).waitFor();

  const refreshed = page.waitForRequest(
    (request) => request.postData()?.includes('grant_type=refresh_token') ?? false,
  );
  await forget(page, ['accesstoken']);
  await readSomething(page, 'Mine');
  await refreshed;

  const framed = page.waitForRequest((request) => request.url().includes('prompt=none'));
  await forget(page, ['accesstoken', 'refreshtoken']);
  await readSomething(page, 'Unassigned');
  await framed;

  // The cookies go first: a count read in between would renew the token by frame.
  const popup = page.waitForEvent('popup');
  await page.context().clearCookies();
  await forget(page, ['accesstoken', 'refreshtoken']);
  const answered = readSomething(page, 'All');
  const window = await popup;
  await window.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await answered;
  expect(page.context().pages()).toHaveLength(1);
});

test('the application of someone who comes back loads beside the packages for sign-in', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/help' });
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  const asked = page.waitForRequest(/assets\/application-.*\.js/);
  // The sign-in begins once the application is on its way.
  await page.route('**/config.json', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  expect((await asked).method()).toBe('GET');
});

test('a hidden frame that never answers is followed by a popup', async () => {
  const page = await signInAnew('Ana Marshdemo', { expectedErrors: /ERR_FAILED/ });
  await page.getByRole('link', { name: 'All', exact: true }).waitFor();
  await page.route(/prompt=none/, (route) => route.abort());
  const popup = page.waitForEvent('popup');
  await page.context().clearCookies();
  await forget(page, ['accesstoken', 'refreshtoken']);
  const answered = readSomething(page, 'Mine');
  const window = await popup;
  await window.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await answered;
  expect(page.context().pages()).toHaveLength(1);
});

test('a refused token is renewed once, and the request is repeated with the same key', async () => {
  const page = await signInAnew('Ana Marshdemo', { expectedErrors: /status of 401/ });
  await page.getByRole('link', { name: 'All', exact: true }).waitFor();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/referrals/get?*', async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key']);
    if (keys.length === 1)
      await route.fulfill({
        status: 401,
        json: { ErrorMessage: 'expired', code: 'not_signed_in', requestId: 'r' },
      });
    else await route.continue();
  });
  await readSomething(page, 'Mine');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

/** Keeps the tab signed in, but removes some of its tokens. */
async function forget(page: Page, kinds: string[]): Promise<void> {
  const removed = await page.evaluate((wanted) => {
    const keys = Object.keys(sessionStorage).filter((key) =>
      wanted.some((kind) => key.toLowerCase().includes(kind)),
    );
    for (const key of keys) sessionStorage.removeItem(key);
    return keys.length;
  }, kinds);
  expect(removed).toBeGreaterThan(0);
}

async function readSomething(page: Page, view: string): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes(`View=${view}`) && response.ok());
  // A patient of another story may be called Callertest.
  await page.getByRole('link', { name: new RegExp(`^${view}\\b`) }).click();
  await answer;
}
