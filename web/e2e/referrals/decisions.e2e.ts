import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, platformUrl, signIn, takeIn } from '../browser.ts';

test('a card moves on the board by keyboard, only to allowed statuses, and keeps the focus', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Wilma', last: 'Boardsample' });
  await page.goto(`${platformUrl}/referrals/board`);
  const cardIn = (column: string) =>
    page.getByRole('region', { name: column, exact: true }).getByRole('link', { name: 'Boardsample, Wilma' });
  await cardIn('New').focus();
  await page.keyboard.press('m');
  const menu = page.getByRole('menu');
  // Decisions are made where their reason is asked for.
  expect(await menu.getByRole('menuitem', { name: /^Declined/ }).isDisabled()).toBe(true);
  await menu.getByText('decline the referral first').waitFor();
  expect(await menu.getByRole('menuitem', { name: /^New/ }).count()).toBe(0);
  await expectAccessible(page);
  // The first choice has the focus.
  await page.keyboard.press('Enter');
  await page.getByText('Moved Boardsample, Wilma from New to In review').waitFor();
  await cardIn('In review').waitFor();
  expect(await cardIn('New').count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Boardsample, Wilma');

  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focusedColumn(page)).toBe('New');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedColumn(page)).toBe('In review');
  await cardIn('In review').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Wilma Boardsample|Boardsample, Wilma/ }).waitFor();
});

test('a decline by keyboard suggests agencies for the patient, shows its consequences, and can be reopened', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Otto', last: 'Declinesample' });
  await page.getByRole('button', { name: 'Decline…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Decline this referral' });
  const reason = dialog.getByRole('combobox', { name: 'Reason' });
  await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
  // Without a reason nothing is sent, and the field shows the error.
  await dialog.getByRole('button', { name: 'Decline the referral' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Choose why the referral is declined').waitFor();

  await reason.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const chosen = await reason.inputValue();
  expect(chosen).not.toBe('');
  await dialog.getByRole('radio', { name: /^Don’t refer/ }).waitFor();
  expect(await dialog.getByRole('radio').count()).toBeGreaterThan(1);
  await dialog.getByText('You recorded this referral, so no one is notified.').waitFor();
  await dialog.getByText('The status becomes Declined.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  const decision = page.getByRole('group', { name: 'Decision' });
  await decision.getByText(chosen).waitFor();

  await decision.getByRole('button', { name: 'Reopen' }).click();
  await decision.getByRole('button', { name: 'Accept' }).waitFor();
});

/** Ends on the referral's page. */
const focusedColumn = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('aria-label'));
