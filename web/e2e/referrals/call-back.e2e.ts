import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, platformUrl, signIn, takeIn } from '../browser.ts';

test('a call for later is set from the record, shows in the list and in the history, and a decision removes it', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Cora', last: 'Callsample' });
  const rail = page.getByRole('complementary', { name: 'Decision and owner' });
  await rail.getByRole('button', { name: 'Call back later' }).click();
  const menu = page.getByRole('menu');
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: /^Tomorrow, 9:00 AM/ }).click();
  await rail.getByText(/^\d\d\/\d\d\/\d{4}, 9:00 AM$/).waitFor();

  await rail.getByRole('button', { name: 'Change the time' }).click();
  await menu.getByRole('menuitem', { name: 'Another time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call back later' });
  const field = dialog.getByLabel(/^Day and time/);
  await field.fill('1/2/2020 2 PM');
  await dialog.getByRole('button', { name: 'Remind me' }).click();
  await dialog.getByText('Enter a time to come').waitFor();
  await expectAccessible(page);
  await field.fill('1/2/2096 2 PM');
  await dialog.getByRole('button', { name: 'Remind me' }).click();
  await rail.getByTitle(/^Call back 01\/02\/2096, 2:00 PM/).waitFor();
  await expectAccessibleInBothSchemes(page);
  const record = page.url();

  await page.goto(`${platformUrl}/referrals`);
  const row = page.getByRole('row', { name: /Callsample, Cora/ });
  await row.getByText('call back Jan 2').waitFor();
  await row.getByTitle(/^Answer by/).waitFor();

  await page.goto(record);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Call back').first().waitFor();
  expect(await rail.getByText('Call back', { exact: true }).count()).toBe(0);
});
