import * as z from 'zod';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  platformUrl,
  signIn,
} from '../browser.ts';

test(
  'the worklist begins with open work, due first, and headers sort it; its address keeps the order',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo');
    const due = await loadedNames(page);
    const head = (name: string) => page.getByRole('columnheader', { name });
    expect(await head('Answer due').getAttribute('aria-sort')).toBe('ascending');
    const tab = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
    await tab(`Waiting ${due.length}`).waitFor();
    const clocks = await page
      .getByTitle(/^Answer by /)
      .evaluateAll((all) => all.map((clock) => clock.getAttribute('title')?.slice(10) ?? ''));
    expect(clocks).toEqual(clocks.toSorted((one, other) => Date.parse(one) - Date.parse(other)));
    expect(clocks).toHaveLength(due.length);

    await page.getByRole('button', { name: 'Patient, age' }).click();
    await page.waitForURL(/sort=PatientName&/);
    await expect.poll(async () => (await names(page)).join()).toBe(byName(due).join());
    expect(await head('Patient, age').getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Patient, age' }).press('Enter');
    await page.waitForURL(/sort=PatientNameLast/);
    await expect.poll(async () => (await names(page))[0]).toBe(byName(due).at(-1));
    expect(await head('Patient, age').getAttribute('aria-sort')).toBe('descending');
    expect(await head('Answer due').getAttribute('aria-sort')).toBe('none');
    await orderOf(page).selectOption('PatientName');

    await tab('All').click();
    await page.waitForURL(/view=All/);
    await expect.poll(async () => (await names(page)).length).toBeGreaterThan(due.length);
    await tab('Waiting').click();
    expect(page.url()).toContain('sort=PatientName');
    await page.reload();
    await expect.poll(() => orderOf(page).inputValue()).toBe('PatientName');
    await expect.poll(async () => (await names(page)).length).toBe(due.length);
    const pending = await names(page);
    expect(pending).toEqual(byName(pending));
  },
);

test('filters narrow the worklist, are kept in its address and can be removed', async () => {
  const page = await signIn('Ana Marshdemo');
  const all = (await loadedNames(page)).length;

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Source', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Came by', { exact: true }).selectOption('Fax');
  await page.waitForURL(/channel=Fax/);
  await expect.poll(async () => (await names(page)).length).toBeLessThan(all);
  await page.getByLabel('ZIP code', { exact: true }).fill('10001');
  await page.waitForURL(/zip=/);
  await page.keyboard.press('Escape');
  await page.getByText('No referrals with these filters').waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter ZIP: 10001' }).click();
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Remove the filter Came by: Fax' }).click();
  await expect.poll(async () => (await names(page)).length).toBe(all);
});

test('a filter has several values as one chip, and late is one of them', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=All' });
  await loadedNames(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Status', 'New');
  await choose('Status', 'In review');
  await page.getByRole('button', { name: 'Remove the filter Status: New, In review' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  const both = async () =>
    (await page
      .getByRole('table')
      .getByText(/^(New|In review)$/)
      .count()) > 0;
  await expect.poll(both).toBe(true);
  await page.getByRole('checkbox', { name: 'Late: no answer' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the filter Late' }).waitFor();
  // The rows of the former filter stay until those of the new one are there.
  const areOver = async () => {
    const clocks = await page.getByTitle(/^Answer by /).allTextContents();
    return clocks.length > 0 && clocks.every((clock) => clock.endsWith('over'));
  };
  await expect.poll(areOver).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter Status: New, In review' }).click();
  await page.getByRole('button', { name: 'Remove the filter Late' }).waitFor();
});

test('a search of the open referrals leads to all of them', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=All&decision=Accepted' });
  const [accepted = ''] = await loadedNames(page);
  await page.goto(`${platformUrl}/referrals`);
  await loadedNames(page);
  await page.getByRole('searchbox', { name: 'Search the referrals' }).fill(accepted);
  await page.getByRole('button', { name: 'Search all referrals' }).click();
  await expect.poll(() => names(page)).toContain(accepted);
});

test('a view is saved with its columns, and people it is shared with open it as it was saved', async () => {
  const [ana, marcus] = [await signIn('Ana Marshdemo'), await signIn('Marcus Halesample')];
  await ana.goto(`${platformUrl}/referrals?view=All&channel=Fax&sort=PatientName`);
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
  await marcus.getByRole('button', { name: 'Remove the filter Came by: Fax' }).waitFor();
  await marcus.getByRole('columnheader', { name: 'Payer' }).waitFor({ state: 'detached' });
  expect(await orderOf(marcus).inputValue()).toBe('PatientName');
  await marcus.getByRole('button', { name: 'Remove the filter Came by: Fax' }).click();
  await marcus.getByText('Changed', { exact: true }).waitFor();
  await marcus.getByRole('button', { name: 'View', exact: true }).click();
  await marcus.getByRole('menuitem', { name: 'Show as saved' }).click();
  await marcus.getByRole('button', { name: 'Remove the filter Came by: Fax' }).waitFor();
  await expectAccessible(marcus);

  await ana.getByRole('button', { name: 'View', exact: true }).click();
  await ana.getByRole('menuitem', { name: 'Delete view' }).click();
  const own = ana.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Faxes by name' });
  await own.waitFor({ state: 'detached' });
  await ana.getByText('Faxes by name is no longer a view.').getByRole('button', { name: 'Undo' }).click();
  await own.waitFor();
});

test('rows are changed together by keyboard, and each shows its outcome', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 400/ });
  await page.getByRole('table').waitFor();
  const chooseTwo = async () => {
    await firstRow(page).focus();
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
  await results.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undo: Assign to no one').waitFor();
  await page.getByText('2 of 2 done').waitFor();
  await results.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => results.count()).toBe(0);
});

test('a change to many rows leaves alone what a colleague changed meanwhile, and names it', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /ERR_INTERNET_DISCONNECTED|status of 409/ });
  const [name = ''] = await loadedNames(page);
  await firstRow(page).focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 selected').waitFor();
  const address = await firstRow(page).getAttribute('href');
  await page.context().setOffline(true);
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'No one' }).click();

  const colleague = await signIn('Marcus Halesample', { path: address ?? '' });
  const owner = colleague.getByRole('combobox', { name: 'Owner' });
  const former = await owner.inputValue();
  await owner.click();
  await colleague
    .getByRole('option')
    .filter({ hasNotText: former === '' ? 'Unassigned' : former })
    .last()
    .click();
  await colleague.getByText('Referral updated successfully').waitFor();
  await page.context().setOffline(false);
  const results = page.getByRole('region', { name: 'Results' });
  await results.getByText('1 of 2 done, 1 refused').waitFor({ timeout: 60_000 });
  const refused = results.getByRole('listitem').filter({ hasText: name });
  expect(await refused.textContent()).toMatch(/changed/);
  // The refusal was read, so trying again is meant.
  await results.getByRole('button', { name: 'Try 1 again' }).click();
  await results.getByText('2 of 2 done').waitFor();
});

test('selected rows are passed on to be checked as a list', async () => {
  const page = await signIn('Ana Marshdemo');
  const chosen = (await loadedNames(page)).slice(0, 2);
  await firstRow(page).focus();
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
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=All' });
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
  await firstRow(page).waitFor();
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
  for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('k');
  await expect.poll(() => focusedRow(page)).toBe('2991');
  // Crosses the edges of the rendered rows, and scrolls faster than rows render.
  await page.evaluate(() => {
    for (let steps = 0; steps < 100; steps += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
  });
  await expect.poll(() => focusedRow(page)).toBe('2891');
});

test('on a phone the first patient is near the top, with exceptions in words, and the bar leads on', async () => {
  const page = await signIn('Ana Marshdemo', { viewport: { width: 360, height: 780 } });
  const first = firstRow(page);
  await first.waitFor();
  await page
    .getByText(/Docs|Elig\./)
    .first()
    .waitFor();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(260);
  const controls = ['Filters', 'Saved views'].map((name) => page.getByRole('button', { name }));
  const [filters, views] = await Promise.all(controls.map((each) => each.boundingBox()));
  expect((await orderOf(page).boundingBox())?.y).toBe(filters?.y);
  expect(views?.y).toBeLessThan(filters?.y ?? 0);
  await page.goto(`${platformUrl}/referrals?channel=Fax&late=true`);
  await page.getByRole('button', { name: /^Filters ?2$/ }).click();
  await page.getByRole('button', { name: 'Remove the filter Came by: Fax' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filters ?1$/ }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Late on the phone');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\?saved=view-/);
  await page.goto(`${platformUrl}/referrals`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Late on the phone' }).click();
  await page.waitForURL(/\?saved=view-/);
  const scrolls = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await scrolls()).toBe(false);
  await expectAccessibleInBothSchemes(page);
  await page
    .getByRole('navigation', { name: 'Main pages' })
    .getByRole('link', { name: 'Eligibility' })
    .click();
  await page.waitForURL(/\/eligibility/);
});

test('many changes by others count the views again only now and then', async () => {
  const [ana, marcus] = [await signIn('Ana Marshdemo'), await signIn('Marcus Halesample')];
  await ana.getByText('Live', { exact: true }).waitFor();
  await ana.waitForLoadState('networkidle');
  let counted = 0;
  const started = Date.now();
  ana.on('request', (request) => (counted += Number(request.url().includes('getreferralcounts'))));
  await firstRow(marcus).click();
  const priority = marcus.getByRole('button', { name: 'Priority' });
  for (let change = 0; change < 8; change += 1) {
    await priority.click();
    await marcus.waitForTimeout(700);
  }
  await expect.poll(() => counted).toBeGreaterThan(0);
  const seconds = (Date.now() - started) / 1000;
  expect(counted).toBeLessThanOrEqual(Math.ceil(seconds / 5) + 1);
  expect(counted).toBeLessThan(8);
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
