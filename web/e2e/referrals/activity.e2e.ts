import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  deleteReferral,
  expectAccessibleInBothSchemes,
  firstRow,
  inRail,
  signIn,
  slow,
  takeIn,
} from '../browser.ts';

/** One entry more than the first page of the history holds. */
const NOTES = 51;

test('a history of two pages keeps every entry when new ones push old ones off the first page', async () => {
  // The page of a deleted referral may read it again before it closes.
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 404/ });
  await takeIn(page, { first: 'Paula', last: 'Pagestest' });
  await page.getByRole('link', { name: 'Notes' }).click();
  for (let note = 1; note <= NOTES; note += 1) await addNote(page, `Call number ${note}.`);

  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('Ana Marshdemo recorded the referral').waitFor();
  await expect.poll(() => entries(page)).toBe(NOTES + 1);
  for (let changes = 1; changes <= 3; changes += 1) {
    await page.getByRole('button', { name: 'Priority' }).click();
    await expect.poll(() => entries(page)).toBe(NOTES + 1 + changes);
  }
  await deleteReferral(page);
  await page.getByText(/ was deleted\. It can be restored until /).waitFor();
  await page.getByRole('link', { name: 'Recently deleted' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Pagestest, Paula' });
  await row.getByText('Recorded by mistake').waitFor();
  await expectAccessibleInBothSchemes(page);
  await row.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Referral restored successfully').waitFor();
  await row.waitFor({ state: 'detached' });
});

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByLabel('New note').fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('listitem').filter({ hasText: text });
  await note.getByRole('button', { name: 'Edit note' }).waitFor();
}

/** Every entry begins with the person who made it. */
const entries = (page: Page) =>
  page.getByRole('region', { name: 'Activity' }).getByText('Ana Marshdemo', { exact: true }).count();

test('a deleted referral leaves the list at once, however slowly the list is read again', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 404/ });
  await takeIn(page, { first: 'Gwen', last: 'Gonedemo' });
  await inRail(page, 'Referrals').click();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page
    .getByRole('table')
    .getByRole('link', { name: /Gonedemo/ })
    .click();
  await slow(page, '**/api/referrals/get?*', 3000);
  await deleteReferral(page);
  await page.getByText(/ was deleted\. It can be restored until /).waitFor();
  await firstRow(page).waitFor();
  expect(await page.getByRole('table').getByText('Gonedemo').count()).toBe(0);
});
