import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll, platformUrl, signIn } from '../browser.ts';

test('coverage lists partners and payers, answers for a ZIP code, names the gaps, and opens a county beside the grid', async () => {
  const page = await signIn('Marcus Halesample', { path: '/coverage' });
  const rail = page.getByRole('complementary', { name: 'Partners and payers' });
  await rail.getByRole('link', { name: 'Neighborly Example Home Care' }).waitFor();
  await rail.getByRole('link', { name: 'Medicare', exact: true }).waitFor();
  const zip = page.getByRole('textbox', { name: 'ZIP code' });
  await zip.fill('06103');
  const answer = page.locator('main').getByRole('status').filter({ hasText: '06103' });
  await answer.getByText(/Hartford is in Hartford, CT\. Covered by .+ Payers here: .+\./).waitFor();
  await zip.fill('00000');
  await page.getByText('No state has ZIP codes that begin with 000.').waitFor();
  await zip.fill('0');

  const grid = page.getByRole('table', { name: 'Coverage of CT' });
  const counties = grid.locator('tbody').getByRole('row');
  await counties.first().waitFor();
  const all = await counties.count();
  const texts = await counties.evaluateAll((rows) => rows.map((row) => row.textContent));
  const open = texts.filter((text) => !text.startsWith('All of') && isOpen(text)).length;
  await page.getByRole('button', { name: 'Only what needs a look' }).click();
  // The line of the entire state stays.
  await expect.poll(() => counties.count()).toBe(open + 1);
  expect(open).toBeLessThanOrEqual(all);
  await page.getByRole('button', { name: 'Only what needs a look' }).click();
  // A city is not shown as a county.
  const providence = page
    .getByRole('table', { name: 'Coverage of RI' })
    .getByRole('row', { name: /^County unknown/ });
  await providence.getByText('City: Providence').waitFor();
  await grid.getByRole('link', { name: 'Hartford', exact: true }).click();
  await page.getByRole('complementary', { name: 'Hartford, CT' }).waitFor();
  await expect.poll(() => page.url()).toContain('county=HARTFORD');
  await expectAccessibleInBothSchemes(page);
});

/** By the words of its cells. */
const isOpen = (text: string) =>
  /partly|two areas|ends soon|full until|asked for/.test(text) ||
  /: served.*: not ours|: not ours.*: served/.test(text);

test('the map of counties shows one discipline or all, and a click on a county goes to its line in the grid', async () => {
  const page = await signIn('Marcus Halesample', { path: '/coverage' });
  const grid = page.getByRole('table', { name: 'Coverage of CT' });
  await grid.getByRole('row', { name: /^Litchfield/ }).waitFor();
  const county = (name: string) => page.locator('path', { hasText: name }).first();
  const state = (name: string) => county(name).getAttribute('data-state');
  const inGrid = async (name: string, discipline: string) =>
    (await grid.getByRole('row', { name: new RegExp(`^${name}`) }).textContent())?.includes(
      `${discipline}: served`,
    );
  await page.getByRole('combobox', { name: 'Map of' }).selectOption('Skilled nursing');
  await expect.poll(() => state('Fairfield')).toBe('served');
  expect(await inGrid('Fairfield', 'Skilled nursing')).toBe(true);
  expect(await inGrid('Litchfield', 'Skilled nursing')).toBe((await state('Litchfield')) === 'served');
  await county('Hartford').click();
  const link = grid.getByRole('link', { name: 'Hartford', exact: true });
  expect(await link.evaluate((shown) => shown === document.activeElement)).toBe(true);
  await expectAccessibleInBothSchemes(page);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});

test('each figure of the dashboard opens the list that it counts, and each chart has its table', async () => {
  const page = await signIn('Marcus Halesample');
  const open = async () => {
    await page.goto(`${platformUrl}/dashboard`);
    await page.getByRole('term').filter({ hasText: 'Open and overdue' }).waitFor();
  };
  await open();
  await page.getByRole('list', { name: 'Time to answer' }).getByText('0–6 hr', { exact: true }).waitFor();
  const late = page.getByRole('definition').filter({ hasText: /within 24 hr/ });
  await late.getByText(/^\d+ late$/).waitFor();
  const figures = page.locator('main dl').getByRole('link');
  const received = figures.first();
  const count = Number(await received.textContent());
  expect(count).toBeGreaterThan(0);
  await received.click();
  await page.waitForURL(/\/referrals\?.*from=/);
  await expect.poll(() => page.getByRole('table').locator('tbody').getByRole('row').count()).toBe(count);

  await open();
  for (const card of await page
    .getByRole('region')
    .filter({ has: page.getByRole('group', { name: /^Show/ }) })
    .all()) {
    await card.getByRole('button', { name: 'Table' }).click();
    await card.getByRole('table').waitFor();
  }
  expect(await page.getByRole('table').count()).toBeGreaterThan(3);
  await expectAccessibleInBothSchemes(page);
});
