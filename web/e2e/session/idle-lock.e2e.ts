import { expect, inject, test } from 'vitest';
import { expectAccessible, signIn } from '../browser.ts';

test('a screen left alone counts down, locks, and comes back as it was', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.goto(`${inject('url')}/referrals/new`);
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
  expect(await page.getByLabel('Last name').isVisible()).toBe(false);
  // Neither a movement nor the keys of the page behind it open it.
  await page.mouse.move(90, 90);
  await page.keyboard.press('Control+Enter');
  await page.clock.runFor('00:02');
  expect(await lock.isVisible()).toBe(true);

  const renewed = page.waitForRequest((request) => request.postData()?.includes('grant_type=') ?? false);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await renewed;
  await lock.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Last name').inputValue()).toBe('Halfwaytyped');
});
