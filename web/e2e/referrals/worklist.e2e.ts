import * as z from 'zod';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, expectAccessibleInBothSchemes, platformUrl, signIn } from '../browser.ts';

test('the worklist is sorted by keyboard, and its address keeps the order', async () => {
  const page = await signIn('Ana Marshdemo');
  const newest = await loadedNames(page);
  expect(newest).not.toEqual(byName(newest));

  await orderOf(page).focus();
  await page.keyboard.type('Patient');
  await page.waitForURL(/sort=PatientName/);
  await expect.poll(async () => (await names(page)).join()).toBe(byName(newest).join());

  await page.getByRole('link', { name: 'Waiting' }).click();
  await page.waitForURL(/view=Waiting/);
  expect(page.url()).toContain('sort=PatientName');
  await page.reload();
  await expect.poll(() => orderOf(page).inputValue()).toBe('PatientName');
  await expect.poll(async () => (await names(page)).length).toBeLessThan(newest.length);
  const pending = await names(page);
  expect(pending).toEqual(byName(pending));
});

test('filters narrow the worklist, are kept in its address and can be removed', async () => {
  const page = await signIn('Ana Marshdemo');
  const all = (await loadedNames(page)).length;

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Source', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Source', { exact: true }).selectOption('Fax');
  await page.waitForURL(/source=Fax/);
  await expect.poll(async () => (await names(page)).length).toBeLessThan(all);
  await page.getByLabel('ZIP code', { exact: true }).fill('10001');
  await page.waitForURL(/zip=/);
  await page.keyboard.press('Escape');
  await page.getByText('No referrals with these filters').waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter ZIP: 10001' }).click();
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Remove the filter Source: Fax' }).click();
  await expect.poll(async () => (await names(page)).length).toBe(all);
});

test('a view is saved with its columns, and people it is shared with open it as it was saved', async () => {
  const [ana, marcus] = [await signIn('Ana Marshdemo'), await signIn('Marcus Halesample')];
  await ana.goto(`${platformUrl}/referrals?source=Fax&sort=PatientName`);
  await ana.getByRole('button', { name: 'Columns' }).click();
  await ana.getByRole('menuitemcheckbox', { name: 'Payer' }).click();
  await expectAccessible(ana);
  await ana.keyboard.press('Escape');
  await ana.getByRole('columnheader', { name: 'Payer' }).waitFor({ state: 'detached' });
  await ana.getByRole('button', { name: 'Save view' }).click();
  await ana.getByRole('dialog').getByLabel('Name').fill('Faxes by name');
  await ana.getByLabel('Share with everyone in the agency').check();
  await expectAccessibleInBothSchemes(ana);
  await ana.keyboard.press('Control+Enter');
  await ana.waitForURL(/\?saved=view-/);

  const tab = marcus.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Faxes by name' });
  await tab.click();
  await marcus.getByRole('button', { name: 'Remove the filter Source: Fax' }).waitFor();
  await marcus.getByRole('columnheader', { name: 'Payer' }).waitFor({ state: 'detached' });
  expect(await orderOf(marcus).inputValue()).toBe('PatientName');
  await marcus.getByRole('button', { name: 'Remove the filter Source: Fax' }).click();
  await marcus.getByText('Changed', { exact: true }).waitFor();
  await marcus.getByRole('button', { name: 'View', exact: true }).click();
  await marcus.getByRole('menuitem', { name: 'Show as saved' }).click();
  await marcus.getByRole('button', { name: 'Remove the filter Source: Fax' }).waitFor();
  await expectAccessible(marcus);
});

test('rows are changed together by keyboard, and each shows its outcome', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 400/ });
  await page.getByRole('table').waitFor();
  const chooseTwo = async () => {
    await page.getByRole('table').locator('[data-row-link]').first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
  };
  await chooseTwo();
  await expectAccessibleInBothSchemes(page);
  // On a phone, too, the bar stays visible however long the list is.
  await page.setViewportSize({ width: 360, height: 780 });
  const bottom = async () => {
    const bar = await page.getByRole('region', { name: 'Selected referrals' }).boundingBox();
    return bar ? bar.y + bar.height : Number.NaN;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(780);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Admitted' }).click();
  await page.getByText('0 of 2 done, 2 refused').waitFor();
  const results = page.getByRole('region', { name: 'Results' });
  await results
    .getByText(/"Admitted" (needs|is for|cannot)/)
    .first()
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  await results.getByRole('button', { name: 'Close' }).click();

  await chooseTwo();
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'No one' }).click();
  await page.getByText('2 of 2 done').waitFor();
  await results.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => results.count()).toBe(0);
});

test('selected rows are passed on to be checked as a list', async () => {
  const page = await signIn('Ana Marshdemo');
  const rows = page.getByRole('table').locator('[data-row-link]');
  const chosen = (await loadedNames(page)).slice(0, 2);
  await rows.first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Check eligibility' }).waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(/\/eligibility\/batch\?/);
  await page.getByText('Add from referrals (2 selected)').waitFor();
  await page.getByText('2 people to check').waitFor();
  for (const name of chosen)
    expect(
      await page
        .getByRole('checkbox', { name: new RegExp(`^${name}, born`) })
        .first()
        .isChecked(),
    ).toBe(true);
  await expectAccessibleInBothSchemes(page);
  // Only once: the next list begins empty.
  await page.getByRole('link', { name: 'All checks' }).click();
  await page.getByRole('heading', { name: 'Eligibility checks' }).waitFor();
  await page.goBack();
  await page.getByText('Add from referrals (0 selected)').waitFor();
});

test('an open worklist follows the changes of others, and records no view for it', async () => {
  const [marcus, ana] = [await signIn('Marcus Halesample'), await signIn('Ana Marshdemo')];
  const row = ana.getByRole('table').locator('[data-row-link]').nth(2);
  const name = (await row.textContent()) ?? '';
  await row.click();
  await ana.waitForURL(/\/referrals\/referral/);
  const path = new URL(ana.url()).pathname;
  // Her view is recorded before she gets the answer; the page of the audit does not update live.
  await ana.getByRole('link', { name: 'Edit' }).waitFor();
  // Other stories may have opened it before.
  const looksBefore = await looksAt(marcus, path);
  await marcus.goto(`${platformUrl}/referrals`);
  await marcus.getByRole('table').waitFor();
  await marcus.getByText('Live', { exact: true }).waitFor();
  const asked: string[] = [];
  marcus.on('request', (request) => asked.push(request.url()));

  await ana.goto(`${platformUrl}${path}/edit`);
  await ana.getByLabel('First name').fill('Rowena');
  await ana.getByRole('button', { name: 'Save changes' }).click();
  await marcus.getByRole('table').getByText('Rowena').waitFor();
  expect(name).not.toContain('Rowena');
  // On a busy machine a message may come twice, or long before its answer, and then it counts once.
  const readings = asked.filter((url) => url.includes('getreferralbyid')).length;
  expect(readings).toBeLessThan(5);

  expect(await looksAt(marcus, path)).toBe(looksBefore);
});

/** Counts Marcus's views, once the audit trail has Ana's. */
async function looksAt(marcus: Page, path: string): Promise<number> {
  await marcus.goto(`${platformUrl}/admin/audit?record=${path.split('/').at(-1)}`);
  const entries = marcus.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  await entries.filter({ hasText: 'Ana Marshdemo looked at the referral' }).first().waitFor();
  return entries.filter({ hasText: 'Marcus Halesample looked' }).count();
}

test("Back restores the worklist's position, with the focus on the row that was opened", async () => {
  const page = await signIn('Ana Marshdemo');
  const row = page.getByRole('table').locator('[data-row-link]').nth(25);
  await row.scrollIntoViewIfNeeded();
  const scrolled = () => page.locator('[data-scroller]').evaluate((list) => list.scrollTop);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  const id = (await row.getAttribute('data-row-link')) ?? '';
  await row.click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.goBack();
  await page.getByRole('table').waitFor();
  await expect.poll(scrolled).toBe(before);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row-link'));
  await expect.poll(focused).toBe(id);
});

const orderOf = (page: Page) => page.getByRole('combobox', { name: 'Order' });

/** Without the age beside them, which does not affect the order. */
const names = async (page: Page) =>
  (await page.getByRole('table').locator('[data-row-link]').allTextContents()).map((text) =>
    text.replace(/ \d+$/, ''),
  );

/** The table appears before its rows. */
async function loadedNames(page: Page): Promise<string[]> {
  await page.getByRole('table').locator('[data-row-link]').first().waitFor();
  return names(page);
}

const byName = (all: string[]) =>
  all.toSorted((left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1));

test('a list of thousands renders only the rows near the screen, and scrolling and keys reach every row', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').waitFor();
  await answerRows(page, 3000);
  await page.goto(`${platformUrl}/referrals?sort=PatientName`);
  const rowAt = (index: number) => page.locator(`tr[aria-rowindex="${index}"]`).getByRole('link');
  await rowAt(2).waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('3001');
  expect(await page.locator('tbody [data-row-link]').count()).toBeLessThan(200);
  await expectAccessible(page);

  await page.locator('[data-scroller]').evaluate((list) => (list.scrollTop = list.scrollHeight));
  await rowAt(3001).waitFor();
  await rowAt(2).waitFor({ state: 'detached' });
  await rowAt(3001).focus();
  // Crosses the edges of the rendered rows.
  for (let steps = 0; steps < 60; steps += 1) await page.keyboard.press('k');
  await expect.poll(() => focusedRow(page)).toBe('2941');
  // Scrolls faster than rows render.
  await page.evaluate(() => {
    for (let steps = 0; steps < 100; steps += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
  });
  await expect.poll(() => focusedRow(page)).toBe('2841');
});

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));

/** Repeats the list's own rows, each under a new id. */
async function answerRows(page: Page, count: number): Promise<void> {
  await page.route('**/api/referrals/get?*', async (route) => {
    const answer = await route.fetch();
    const body = z.looseObject({ ReferralInfo: z.array(z.looseObject({})) }).parse(await answer.json());
    const rows = Array.from({ length: count }, (_, n) => ({
      ...body.ReferralInfo[n % body.ReferralInfo.length],
      Id: `referral-${n}`,
    }));
    await route.fulfill({ json: { ...body, ReferralInfo: rows, Continuation: null } });
  });
}

test('a change is one request: neither its answer nor the live message about it causes a read', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').locator('[data-row-link]').nth(4).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (let change = 0; change < 5; change += 1) {
    await page.getByRole('button', { name: 'Priority' }).click();
    await page.waitForTimeout(1500);
  }
  expect(asked.filter((url) => url.includes('/update'))).toHaveLength(5);
  // On a busy machine a message may come twice, or long before its answer, and then it counts once.
  const readings = asked.filter((url) => url.includes('getreferralbyid')).length;
  expect(readings).toBeLessThan(5);
});
