import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessibleInBothSchemes, platformUrl, signIn, slow } from '../browser.ts';

/** The errors of conflicts, and of reads about a record that was just deleted. */
const conflicts = { expectedErrors: /status of (409|404)/ };

test('the add button appears once its position is known', async () => {
  const page = await signIn('Marcus Halesample');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/settings/GetInsurances*', async (route) => {
    await held;
    const answer = await route.fetch();
    await route.fulfill({ json: { ...Object(await answer.json()), InsurancesInfo: [] } });
  });
  await page.goto(`${platformUrl}/insurances`);
  await page.getByRole('heading', { level: 1, name: 'Insurances' }).waitFor();
  const add = page.getByRole('button', { name: 'Add insurance' });
  expect(await add.count()).toBe(0);
  release();
  await add.click();
  await page.getByRole('heading', { name: 'New insurance' }).waitFor();
});

test('a missing field gets the focus, and text typed during a save is kept', async () => {
  const page = await openInsurances('Marcus Halesample');
  await page.getByRole('button', { name: 'Add insurance' }).click();
  await page.getByRole('heading', { name: 'New insurance' }).waitFor();
  await page.getByLabel('Rank').first().focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Enter a name').waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Name');
  await expectAccessibleInBothSchemes(page);

  await slow(page, '**/settings/AddInsurance', 1500);
  await page.keyboard.type('Example Veterans');
  expect(await page.getByText('Enter a name').count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type(' Plan');
  await page.getByText('Insurance added successfully').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Example Veterans Plan');
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Insurance updated successfully').waitFor();
  await rowLink(page, 'Example Veterans Plan').waitFor();
  expect(await rowLink(page, 'Example Veterans').count()).toBe(0);
});

test('another row, a link and Back ask about unsaved text', async () => {
  const page = await openInsurances('Marcus Halesample');
  await rowLink(page, 'Medicare').click();
  await page.getByLabel('Name').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' B');
  await rowLink(page, 'Sample Supplement').click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Medicare B');
  await page.getByRole('link', { name: 'Referrals', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/referrals/);
});

test(
  'two people edit one record: untouched fields update, and fields that both changed are chosen one by one',
  { tags: ['main'] },
  async () => {
    const marcus = await openInsurances('Marcus Halesample', conflicts);
    const other = await openInsurances('Marcus Halesample', conflicts);
    for (const page of [marcus, other]) await rowLink(page, 'Sample Supplement').click();
    await choose(other, 'Rank', 'Primary');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Insurance updated successfully').waitFor();
    await expect.poll(() => valueOf(marcus, 'Rank')).toBe('Primary');

    await retype(marcus, 'Sample Supplement North');
    await retype(other, 'Sample Supplement South');
    await other.keyboard.press('Control+Enter');
    await rowLink(marcus, 'Sample Supplement South').waitFor();
    expect(await marcus.getByLabel('Name').inputValue()).toBe('Sample Supplement North');
    await marcus.keyboard.press('Control+Enter');
    const dialog = marcus.getByRole('dialog', { name: 'You changed this elsewhere' });
    await dialog.waitFor();
    expect(await dialog.getByRole('group').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('radio', { name: /^Mine/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowLink(other, 'Sample Supplement North').waitFor();
  },
);

test('rows are links: Ctrl+click opens a tab, selecting text opens nothing, and j, k and Enter work', async () => {
  const page = await openInsurances('Marcus Halesample');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    rowLink(page, 'Medicare').click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.getByRole('heading', { name: 'Medicare' }).waitFor();
  expect(page.url()).not.toContain('edit=');
  await tab.close();

  const cell = page
    .getByRole('row', { name: /Medicare/ })
    .getByRole('cell')
    .first();
  await cell.dblclick();
  expect(page.url()).not.toContain('edit=');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(/edit=/);
});

test('a name that another insurance has leads to that one, and is not saved', async () => {
  const page = await openInsurances('Marcus Halesample', { expectedErrors: /status of 400/ });
  await page.getByRole('button', { name: 'Add insurance' }).click();
  await page.getByLabel('Name').fill('medi-care');
  await page.getByText('Medicare exists already.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Medicare exists already', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Open it' }).click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Medicare', exact: true }).waitFor();
});

test('an insurance is merged into another one', async () => {
  const page = await openInsurances('Marcus Halesample', { expectedErrors: /status of 404/ });
  await page.getByRole('button', { name: 'Add insurance' }).click();
  await page.getByLabel('Name').fill('Example Medcare');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Merge into another insurance…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Example Medcare into another insurance?' });
  await choose(page, 'Merge into', 'Medicare');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect.poll(() => rowLink(page, 'Example Medcare').count()).toBe(0);
  await rowLink(page, 'Medicare').waitFor();
});

test('uses are moved to another insurance before it is deleted', async () => {
  const page = await openInsurances('Marcus Halesample', { expectedErrors: /status of 404/ });
  await rowLink(page, 'Example Advantage').click();
  await page.getByText('open referrals').waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Example Advantage?' });
  await dialog.getByText(/^\d+ open referrals$/).waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('combobox', { name: 'Move to' }).or(dialog.getByLabel('Move to')).first().click();
  await page.getByRole('option', { name: 'Medicare', exact: true }).click();
  await dialog.getByRole('button', { name: 'Move and delete' }).click();
  await page.getByText('Insurance deleted successfully').waitFor();
  await expect.poll(() => rowLink(page, 'Example Advantage').count()).toBe(0);
});

test('on a phone the list has cards and the editor covers it', async () => {
  const page = await openInsurances('Marcus Halesample', { viewport: { width: 360, height: 800 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await rowLink(page, 'Medicare').click();
  await page.getByRole('dialog', { name: 'Edit insurance' }).getByLabel('Name').waitFor();
  await expectAccessibleInBothSchemes(page);
});

async function openInsurances(person: string, options: Parameters<typeof signIn>[1] = {}): Promise<Page> {
  const page = await signIn(person, options);
  await page.goto(`${platformUrl}/insurances`);
  await page.getByRole('table', { name: 'Insurances' }).waitFor();
  return page;
}

const rowLink = (page: Page, name: string) =>
  page.locator('[data-row-link]').filter({ hasText: new RegExp(`^${name}$`) });

const focusedLabel = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.closest('.mantine-InputWrapper-root')?.querySelector('label')?.firstChild
        ?.textContent,
  );

const valueOf = (page: Page, label: string) =>
  page
    .getByRole('textbox', { name: label })
    .or(page.getByRole('combobox', { name: label }))
    .first()
    .inputValue();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('textbox', { name: label })
    .or(page.getByRole('combobox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).click();
}

async function retype(page: Page, text: string): Promise<void> {
  await page.getByLabel('Name').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
