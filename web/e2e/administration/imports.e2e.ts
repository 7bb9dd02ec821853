import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, platformUrl, signIn } from '../browser.ts';

const ROWS = 500_000;

test('an administrator watches a state file come in, and intake finds its streets', async () => {
  const ada = await signIn('Ada Quillsample');
  await ada.goto(`${platformUrl}/admin/imports`);
  await ada
    .locator('input[type=file]')
    .setInputFiles({ name: 'nj.csv', mimeType: 'text/csv', buffer: stateFile() });
  await ada.getByRole('combobox', { name: 'State' }).selectOption('NJ');
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('heading', { name: 'Import of New Jersey' }).waitFor();

  // How much of it is seen depends on the machine: half a million rows take a second or two.
  const seen = await watch(ada);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await ada.getByText('Live').first().waitFor();
  const numbers = await figures(ada);
  expect(numbers).toMatchObject({ 'Rows read': '500,002', Rejected: '2' });
  await ada.reload();
  await ada.getByText('Rows read').waitFor();
  expect(await figures(ada)).toEqual(numbers);
  await expectAccessible(ada);
  // On a phone one stands below the other.
  const leftOf = async (name: string) => (await ada.getByRole('heading', { name }).boundingBox())?.x;
  expect(await leftOf('What it changed')).not.toBe(await leftOf('Rejected rows'));
  await ada.setViewportSize({ width: 360, height: 800 });
  expect(await leftOf('What it changed')).toBe(await leftOf('Rejected rows'));

  const ana = await signIn('Ana Marshdemo');
  await ana.goto(`${platformUrl}/referrals/new`);
  await ana.getByLabel('State').first().click();
  await ana.getByRole('option', { name: 'NJ - New Jersey' }).click();
  await ana.getByRole('combobox', { name: 'ZIP' }).fill('7102');
  await ana.getByRole('combobox', { name: 'ZIP' }).press('Tab');
  await expect.poll(() => ana.getByLabel('City').inputValue()).toBe('NEWARK');
  await ana.getByRole('combobox', { name: 'Street address' }).pressSequentially('17 BRO');
  await ana.getByRole('option', { name: '17 BROAD ST', exact: true }).click();
});

test('a file of a state that staff work with shows what it would change, and waits', async () => {
  const ada = await signIn('Ada Quillsample');
  await ada.goto(`${platformUrl}/admin/imports`);
  const rows = 'number,street,city,county,state,zip\n1,OAK ST,STAMFORD,FAIRFIELD,CT,06901\n';
  await ada
    .locator('input[type=file]')
    .setInputFiles({ name: 'ct.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await ada.getByRole('combobox', { name: 'State' }).selectOption('CT');
  expect(await ada.getByRole('checkbox', { name: /before staff see it/ }).isChecked()).toBe(true);
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('heading', { name: 'What it changes' }).waitFor({ timeout: 60_000 });
  await ada.getByRole('region', { name: 'What it changes' }).getByText('06901').waitFor();
  await ada
    .getByRole('region', { name: 'Open referrals it affects' })
    .getByText('No open referral')
    .waitFor();
  await ada.getByRole('button', { name: 'Publish…' }).waitFor();
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Cancel the import' }).click();
  await ada.getByText('The import was canceled.').waitFor();
});

test('a file that is none is refused in words, before anything is sent', async () => {
  const ada = await signIn('Ada Quillsample');
  await ada.goto(`${platformUrl}/admin/imports`);
  await ada.locator('input[type=file]').setInputFiles({
    name: 'nj.xlsx.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004 a workbook'),
  });
  await ada.getByRole('alert').filter({ hasText: /Excel/ }).waitFor();
  expect(await ada.getByRole('button', { name: 'Upload and import' }).count()).toBe(0);
});

/** The percentages shown until the import is over. */
async function watch(page: Page): Promise<number[]> {
  const seen: number[] = [];
  const bar = page.getByRole('progressbar', { name: 'Import of New Jersey' });
  await bar.or(page.getByText('Live')).first().waitFor();
  while (await bar.isVisible()) {
    const percent = await bar.getAttribute('value', { timeout: 1000 }).catch(() => null);
    if (percent !== null) seen.push(Number(percent));
    await page.waitForTimeout(100);
  }
  return seen;
}

async function figures(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator('main dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );
  return Object.fromEntries(pairs);
}

function stateFile(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const zip = String(7102 + (index % 3)).padStart(5, '0');
    const street = ['BROAD ST', 'MARKET ST', 'OAK AVE'][Math.floor(index / 3) % 3];
    return `${Math.floor(index / 9) + 1},${street},NEWARK,ESSEX,NJ,${zip}`;
  });
  return Buffer.from(
    [
      'number,street,city,county,state,zip',
      ...rows,
      ',NO NUMBER ST,NEWARK,ESSEX,NJ,07102',
      '1,X,NEWARK,ESSEX,NJ,O7102',
      '',
    ].join('\n'),
  );
}
