import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  firstRow,
  openBrowser,
  platformUrl,
  signInAnew,
  signInOn,
} from '../browser.ts';

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Leaves the tab without a way to renew its tokens by itself. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    for (const name of Object.keys(sessionStorage))
      if (/accesstoken|refreshtoken/i.test(name)) sessionStorage.removeItem(name);
  });
}

/** Blocks every popup, clicked or not, like a company policy. */
const blockWindows = (page: Page) => page.context().addInitScript(() => (window.open = () => null));

async function expectNoCode(page: Page): Promise<void> {
  expect(await page.locator('body').innerText()).not.toMatch(/aka\.ms|msal|_error/i);
}

test('with popups blocked, a waiting page offers to sign in again in its own tab, and restores unsaved text', async () => {
  const page = await openBrowser();
  await blockWindows(page);
  await signInOn(page, 'Ana Marshdemo');
  await page.goto(`${platformUrl}/referrals/new`);
  const saved = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await page.getByLabel('Last name').pressSequentially('Blockedtyped');
  await saved;
  await endSession(page);
  await page.getByLabel('First name').pressSequentially('K');
  await ended(page).waitFor();
  await ended(page).getByText('Your browser blocked the sign-in window.').waitFor();
  await expectNoCode(page);
  expect(await page.locator('[data-liveness=live]').count()).toBe(0);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await page.waitForURL(/referrals\/new/);
  await page
    .getByText(/Blockedtyped/)
    .first()
    .waitFor();
});

test('the page says that the sign-in window is open, and a reload in the meantime continues without a code', async () => {
  const page = await signInAnew('Ana Marshdemo');
  await firstRow(page).waitFor();
  await endSession(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Unassigned/ }).click();
  await opened;
  await ended(page).getByText('Finish signing in in the window that opened.').waitFor();
  expect(await page.locator('[data-liveness=live]').count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  await expectNoCode(page);
});

test('a locked screen can be opened by redirect when popups are blocked', async () => {
  const page = await openBrowser();
  await blockWindows(page);
  await signInOn(page, 'Ana Marshdemo');
  await page.goto(`${platformUrl}/referrals`);
  await firstRow(page).waitFor();
  await page.clock.install();
  await page.mouse.move(5, 5);
  await page.clock.runFor('15:02');
  const lock = page.getByRole('dialog', { name: 'Locked' });
  await lock.getByRole('button', { name: 'Sign in' }).click();
  await lock.getByText('Your browser blocked the sign-in window.').waitFor();
  await expectNoCode(page);
  await page.clock.resume();
  await lock.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await firstRow(page).waitFor();
  expect(await lock.count()).toBe(0);
});
