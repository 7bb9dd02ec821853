import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, firstRow, platformUrl, signIn, slow } from '../browser.ts';

test('statuses are sorted by keyboard, by buttons and by dragging, and keep their order', async () => {
  const page = await openLists();
  const before = await names(page);
  let saves = 0;
  page.on('response', (response) => (saves += Number(response.url().includes('updatereferralstatuses'))));
  const [first = '', second = '', third = ''] = before;
  await entry(page, first).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => names(page)).toEqual([second, first, ...before.slice(2)]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => names(page)).toEqual([second, third, first, ...before.slice(3)]);
  await page.getByRole('button', { name: `Move ${first} up` }).click();
  await expect.poll(() => names(page)).toEqual([second, first, third, ...before.slice(3)]);
  await rowOf(page, first).dragTo(rowOf(page, second));
  await expect.poll(() => names(page)).toEqual(before);
  await expect.poll(() => saves).toBe(4);
  // In place of the two orders: the entry, and both of its places.
  await page.getByText(`Moved ${first} from 1 to 2`).first().waitFor();
  await page.reload();
  await entry(page, first).waitFor();
  expect(await names(page)).toEqual(before);
  await expectAccessibleInBothSchemes(page);
});

test.each([
  ['', 'New', 'Status'],
  ['?list=SettingsEligibilityStatusesInfo', 'Not eligible', 'Eligibility'],
])(
  'with lists%s the place comes first, and the count of "%s" leads to its referrals',
  async (list, name, filter) => {
    const page = await openLists(list);
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads.slice(0, 2)).toEqual(['Order', 'Name']);
    const count = page.getByRole('link', { name: new RegExp(`^\\d+ referrals: ${name}$`) });
    const counted = await count.innerText();
    await count.click();
    await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
    await page
      .getByRole('button', { name: `Remove the filter ${filter}: ${name}` })
      .first()
      .waitFor();
    await expect.poll(() => page.locator('[data-row-link]').count()).toBe(Number(counted));
  },
);

test('a status is added with its color and the statuses that may follow', async () => {
  const page = await openLists();
  await slow(page, '**/settings/get', 2000);
  await page.getByRole('button', { name: 'Add status' }).click();
  await page.getByLabel('Name').fill('Waiting for family');
  await page.getByRole('radio', { name: 'Violet' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Any status' }).uncheck();
  await page.getByRole('checkbox', { name: 'New', exact: true }).uncheck();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('complementary').getByRole('button', { name: /^Add/ }).click();
  await page.getByText('Settings updated successfully').waitFor();
  // A saved entry can be left at once, and stays in the editor.
  await page.getByRole('link', { name: 'Referrals', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Waiting for family' }).waitFor();
  const row = rowOf(page, 'Waiting for family');
  await row.getByText('In review').waitFor();
  expect(await row.textContent()).not.toContain('New,');
});

test('a decline reason in use is replaced by another one before it is deleted; a retired one is not offered', async () => {
  const page = await openLists('?list=SettingsDeclineReasonsInfo');
  // Other stories of this agency decline for the first reason.
  const gone = 'Another agency is active';
  await entry(page, gone).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${gone}?` });
  await dialog.getByText(/^\d+ referrals$/).waitFor();
  await dialog.getByRole('combobox', { name: 'Move to' }).click();
  await page.getByRole('option').first().click();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await entry(page, gone).waitFor({ state: 'detached' });

  const kept = 'Not homebound';
  await entry(page, kept).click();
  await page.getByRole('checkbox', { name: 'Retired' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, kept).getByText('retired').waitFor();
  await page.getByText(`${kept}: Retired`).waitFor();
  expect(await offeredReasons(page)).not.toContain(kept);
  await page.getByRole('checkbox', { name: 'Retired' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, kept).getByText('retired').waitFor({ state: 'hidden' });
  expect(await names(page)).not.toContain(gone);
});

test('a renamed service shows its new name in the worklist and on its referrals', async () => {
  const page = await openLists('?list=SettingsDisciplinesInfo');
  await entry(page, 'Medical social work').click();
  await page.getByLabel('Name').fill('Family counseling');
  await page.getByRole('button', { name: 'Save' }).click();
  await entry(page, 'Family counseling').waitFor();
  await page.getByRole('link', { name: 'Referrals', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Family counseling' }).first();
  await row.getByText('FC', { exact: true }).waitFor();
  await row.getByRole('link').click();
  await page
    .getByText(/Family counseling/)
    .first()
    .waitFor();
  expect(await page.getByText(/Medical social work/).count()).toBe(0);
});

test('on a phone an entry is edited over its list', async () => {
  const page = await openLists();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Add status' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit status' });
  await editor.getByLabel('Name').waitFor();
  await expectAccessibleInBothSchemes(page);
  await editor.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => editor.count()).toBe(0);
});

/** Reads in another tab the reasons that a referral can be declined for. */
async function offeredReasons(page: Page): Promise<string[]> {
  const tab = await page.context().newPage();
  await tab.goto(`${platformUrl}/referrals?view=Pending`);
  await firstRow(tab).click();
  await tab.getByRole('button', { name: 'Decline…' }).click();
  await tab.getByRole('dialog').getByRole('combobox', { name: 'Reason' }).click();
  await tab.getByRole('listbox').waitFor();
  const offered = await tab.getByRole('option').allTextContents();
  await tab.close();
  return offered;
}

async function openLists(search = ''): Promise<Page> {
  const page = await signIn('Marcus Halesample', { path: `/admin/settings${search}` });
  await firstRow(page).waitFor();
  return page;
}

const entry = (page: Page, name: string) =>
  page.locator('[data-row-link]').filter({ hasText: new RegExp(`^${name}(retired)?$`) });
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ has: entry(page, name) });
const names = (page: Page) => page.locator('[data-row-link]').allTextContents();
