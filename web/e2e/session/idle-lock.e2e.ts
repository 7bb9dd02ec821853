import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, platformUrl, signInAnew } from '../browser.ts';

test('an unattended screen counts down, locks, and is restored unchanged', { tags: ['main'] }, async () => {
  const page = await signInAnew('Ana Marshdemo');
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').fill('Halfwaytyped');
  await page.clock.install();
  await page.mouse.move(5, 5);

  await page.clock.runFor('13:05');
  await page.getByText('The screen locks in').waitFor();
  await expectAccessible(page);
  await page.mouse.move(50, 50);
  await page.clock.runFor('00:02');
  await page.getByText('The screen locks in').waitFor({ state: 'hidden' });

  await page.clock.runFor('15:02');
  const lock = page.getByRole('dialog', { name: 'Locked' });
  await lock.waitFor();
  await expectAccessible(page);
  expect(await page.locator('body').innerText()).not.toMatch(/Last name|Harbor/);
  // Not even hidden in the document, where developer tools would show it.
  expect(await page.getByLabel('Last name').count()).toBe(0);
  // Neither mouse movement nor the page's own shortcuts open it.
  await page.mouse.move(90, 90);
  await page.keyboard.press('Control+Enter');
  await page.clock.runFor('00:02');
  expect(await lock.isVisible()).toBe(true);

  // A second tab is locked as well, and the identity provider's session does not open it.
  const tab = await page.context().newPage();
  await tab.goto(`${platformUrl}/referrals`);
  await tab.getByRole('dialog', { name: 'Locked' }).waitFor();
  await tab.reload();
  await tab.getByRole('dialog', { name: 'Locked' }).waitFor();
  expect(await tab.getByRole('table').count()).toBe(0);
  await tab.close();
  await signInAs(page, 'Bea Crossdemo');
  await page.getByText('This is another account.').waitFor();
  expect(await lock.isVisible()).toBe(true);
  await signInAs(page, 'Ana Marshdemo');
  await lock.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Last name').inputValue()).toBe('Halfwaytyped');
});

async function signInAs(page: Page, person: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^(Sign in|Open the window)$/ }).press('Enter'),
  ]);
  await popup.getByRole('button', { name: person }).click();
}
