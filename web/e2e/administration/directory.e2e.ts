import { writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

test('a service area is built from the county tree, a search and a pasted list', async () => {
  const page = await open('/service-areas', 'Service areas');
  await page.getByRole('button', { name: 'Add service area' }).click();
  await page.getByLabel('Name').fill('Example valley');
  await page.getByRole('button', { name: 'Open CT - Connecticut' }).click();
  await page.getByRole('checkbox', { name: /^Hartford/ }).check();
  await page.getByText('Covers CT: 1 county.').waitFor();

  await page.getByLabel('Find a ZIP code, city or county').fill('new hav');
  await page
    .getByRole('checkbox', { name: /^065\d\d New Haven/ })
    .first()
    .check();
  await page.getByText('Covers CT: 1 county, 1 ZIP code.').waitFor();
  await page.getByLabel('Find a ZIP code, city or county').fill('');

  await page.getByRole('button', { name: 'Paste a list of ZIP codes' }).click();
  await page.getByLabel('ZIP codes and ranges').fill('06001, 06002-06010\nHartford\n01001');
  await page.getByText('Line 2: Hartford. This is not a ZIP code.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Add 3' }).click();
  await page.getByText('Covers CT: 1 county, 2 ZIP codes, 1 ZIP range; MA: 1 ZIP code.').waitFor();
  expect(await page.getByLabel('ZIP codes and ranges').inputValue()).toBe('Hartford');

  await page.keyboard.press('Control+Enter');
  await page.getByText('Service Area created successfully').waitFor();
  await page.getByRole('link', { name: 'Example valley' }).waitFor();
});

test('payers are imported from a file after a preview, and exported again', async () => {
  const page = await open('/payers', 'Payers');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'handoff-')), 'payers.csv');
  await writeFile(
    file,
    'Name,Plans,Contract from,Contract until,Shoe size\nFileborn Health,Gold; Silver,2026-01-01,,4\nBroken,,2026-02-01,2026-01-01,4\n',
  );
  await page.getByRole('button', { name: 'Import or export payers' }).click();
  await page.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Import payers' });
  await dialog.getByText('1 new record, 0 changes, 0 unchanged, 1 rejected.').waitFor();
  await dialog.getByText('Contract until: The end is before the start').waitFor();
  await dialog.getByText(/not imported: shoe size/).waitFor();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByText('1 of 1 row imported.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Fileborn Health' }).waitFor();

  await page.getByRole('button', { name: 'Import or export payers' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^payers-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByText('File downloaded successfully').waitFor();
});

test('a contract that ends soon is marked in the list and in the record', async () => {
  const page = await open('/payers', 'Payers');
  await page.getByRole('link', { name: 'Sample Supplement' }).click();
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Until').fill(soon);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Contracted payer updated successfully').waitFor();
  await page
    .getByRole('row', { name: /Sample Supplement/ })
    .getByText(/ends in (29|30|31) days/)
    .waitFor();
  await page.getByText('changed a contracted payer').first().waitFor();
  expect(await page.getByText(/This contract ends in/).count()).toBe(1);
  await page.getByText(/^\d+ payers, \d+ ends? soon$/).waitFor();
  await page.getByLabel('Show').selectOption('Ends soon');
  await expect.poll(() => page.getByRole('table').getByText('in contract').count()).toBe(0);
  await page.getByRole('link', { name: 'Sample Supplement' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('nothing like this');
  await page.getByText('Nothing found for “nothing like this”').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('table').getByText('in contract').first().waitFor();
});

test('the open referrals of an agency and of a payer are counted, and the count leads to them', async () => {
  for (const [address, heading] of [
    ['/agencies', 'Partner agencies'],
    ['/payers', 'Payers'],
  ] as const) {
    const page = await open(address, heading);
    await page.getByRole('columnheader', { name: 'Open referrals' }).waitFor();
    const count = page.getByRole('link', { name: /^\d+ open referrals?$/ }).first();
    const [counted = ''] = (await count.innerText()).split(' ');
    await expectAccessibleInBothSchemes(page);
    await count.click();
    await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
    await expect.poll(() => page.locator('[data-row-link]').count()).toBe(Number(counted));
  }
});

test('an agency has contacts, and a phone number is formatted', async () => {
  const page = await open('/agencies', 'Partner agencies');
  await page.getByRole('link', { name: 'Testwood Rehabilitation' }).click();
  expect(await page.getByLabel('Phone').first().inputValue()).toBe('(401) 555-0143');
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByLabel('Name').nth(1).fill('Dee Discharge');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Agency updated successfully').waitFor();
});

async function open(address: string, title: string): Promise<Page> {
  const page = await signIn('Marcus Halesample', { expectedErrors: /status of 40\d/, path: address });
  await page.getByRole('table', { name: title }).waitFor();
  return page;
}
