import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, signIn } from '../browser.ts';

const ROWS = 500_000;

test('an administrator watches the import of a state file, and intake finds its streets', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  await ada
    .locator('input[type=file]')
    .setInputFiles({ name: 'nj.csv', mimeType: 'text/csv', buffer: stateFile() });
  // The first rows say which state it is, and what each column is read as.
  await expect.poll(() => ada.getByRole('combobox', { name: 'State' }).inputValue()).toBe('NJ');
  await ada.getByRole('columnheader', { name: /^ZIP code\s*zip$/ }).waitFor();
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('heading', { name: 'Import of New Jersey' }).waitFor();

  // The machine decides how many steps are visible: half a million rows take a second or two.
  const seen = await watch(ada);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  await ada.getByText('Live.', { exact: true }).waitFor();
  // Figures that need a read, such as the columns, appear by themselves.
  await expect.poll(() => figures(ada)).toMatchObject({ 'ZIP code': 'zip07102 · 07103 · 07104' });
  const numbers = await figures(ada);
  expect(numbers).toMatchObject({ 'Rows read': '500,002', Rejected: '2' });
  await ada.reload();
  await ada.getByText('Rows read').waitFor();
  expect(await figures(ada)).toEqual(numbers);
  const downloading = ada.waitForEvent('download');
  await ada.getByRole('button', { name: 'Download rejected rows' }).click();
  const report = await downloading;
  expect(report.suggestedFilename()).toMatch(/^rejected-rows-.*\.csv$/);
  expect(await text(await report.createReadStream())).toMatch(/_line,_reason\r\n(?:.*\r\n){2}$/);
  await expectAccessible(ada);
  // On a phone the columns are stacked.
  const leftOf = async (name: string) => (await ada.getByRole('heading', { name }).boundingBox())?.x;
  const apart = async () => (await leftOf('What it changed')) !== (await leftOf('Rejected rows'));
  expect(await apart()).toBe(true);
  await ada.setViewportSize({ width: 360, height: 800 });
  await expect.poll(apart).toBe(false);

  const ana = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await ana.getByLabel('State').first().click();
  await ana.getByRole('option', { name: 'NJ - New Jersey' }).click();
  await ana.getByRole('combobox', { name: 'ZIP' }).fill('7102');
  await ana.getByRole('combobox', { name: 'ZIP' }).press('Tab');
  await expect.poll(() => ana.getByLabel('City').inputValue()).toBe('Newark');
  await ana.getByRole('combobox', { name: 'Street address' }).pressSequentially('17 BRO');
  await ana.getByRole('option', { name: '17 BROAD ST', exact: true }).click();
});

test('the columns that are read come first, however many stand before them', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  const others = Array.from({ length: 31 }, (_, n) => `unused${n}`);
  const rows = [
    [...others, 'number', 'street', 'city', 'state', 'zip'],
    [...others, '1', 'OAK ST', 'STAMFORD', 'CT', '06901'],
  ];
  await ada.locator('input[type=file]').setInputFiles({
    name: 'wide.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
  });
  const preview = ada.getByRole('region', { name: 'The first rows' });
  const cells = preview.getByRole('row').last().getByRole('cell');
  await cells.first().waitFor();
  const shown = await cells.allInnerTexts();
  expect(shown.slice(0, 5).toSorted()).toEqual(['06901', '1', 'CT', 'OAK ST', 'STAMFORD']);
  expect(shown.slice(5)).toEqual(others);
  const zip = preview.getByRole('columnheader', { name: /^ZIP code\s*zip$/ });
  expect((await zip.boundingBox())?.x).toBeLessThan(1200);
  await expectAccessible(ada);
});

test('a file for a live state shows its changes, and waits', { tags: ['main'] }, async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
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
    .getByRole('region', { name: 'Service areas and open referrals' })
    .getByText(/^ZIP code \d+ is no longer in the addresses/)
    .first()
    .waitFor();
  await ada.getByRole('button', { name: 'Publish…' }).waitFor();
  await expectAccessible(ada);
  await cancel(ada);
});

test("a wrong column is corrected, and the correction is removed under the state's rules", async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  const rows = 'number,street,way,road,city,county,state,zip\n1,S-1,N,OAK ST,BATH,SAGADAHOC CNTY,ME,04530\n';
  await ada
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await ada.getByRole('combobox', { name: 'State' }).selectOption('ME');
  await ada.getByRole('checkbox', { name: /before staff see it/ }).check();
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('button', { name: 'Correct columns' }).click({ timeout: 60_000 });
  const street = ada.getByRole('combobox', { name: 'Street', exact: true });
  await street.click();
  await ada.getByRole('option', { name: /^way/ }).click();
  await ada.getByRole('option', { name: 'road (OAK ST): street, 50%' }).click();
  await street.press('Escape');
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Read the file again' }).click();
  const read = ada.getByRole('region', { name: 'How the file was read' });
  await read.getByText('With the columns that Ada Quillsample chose').waitFor({ timeout: 60_000 });
  await read.getByText('N OAK ST').waitFor();
  await cancel(ada);

  await ada.getByRole('link', { name: 'All imports' }).click();
  await ada.getByRole('button', { name: 'Actions for Maine' }).click();
  await ada.getByRole('menuitem', { name: 'Rules…' }).click();
  const rules = ada.getByRole('dialog', { name: 'How files of Maine are read' });
  await rules.getByText('Street: way + road').waitFor();
  await rules.getByRole('button', { name: 'Forget these columns' }).click();
  await rules.getByLabel('County names').fill('SAGADAHOC CNTY = SAGADAHOC');
  await expectAccessible(ada);
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await rules.waitFor({ state: 'hidden' });
  await ada.getByText('1 county name').waitFor();
});

test('a failure that must fail again offers the way out, and leaves a healthy state healthy', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  await upload(ada, { name: 'ri.csv', state: 'RI', rows: ['zip,city', '02903,PROVIDENCE'] });
  await ada.getByText('Failed.', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await ada.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await ada.getByRole('button', { name: 'Correct columns' }).click();
  await ada.getByRole('button', { name: 'Read the file again' }).waitFor();
  await expectAccessible(ada);

  await ada.getByRole('link', { name: 'All imports' }).click();
  await upload(ada, { name: 'ri.csv', state: 'RI', rows: ['number,street,city,zip'] });
  await ada.getByText('Failed.', { exact: true }).waitFor({ timeout: 60_000 });
  await ada.getByRole('link', { name: 'Choose another file' }).click();
  await ada.getByRole('heading', { name: 'Address imports' }).waitFor();
});

test('a state is rolled back and emptied from its row, with the numbers before', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  const header = 'number,street,city,county,zip';
  await upload(ada, { name: 'vt-small.csv', state: 'VT', rows: [header, ...oakStreet(3)] });
  await ada.getByText('Live.', { exact: true }).waitFor({ timeout: 60_000 });
  // The notification of an import that is watched counts as read.
  await ada.getByRole('button', { name: /^Notifications/ }).click();
  await ada.getByRole('link', { name: /^Vermont, vt-small\.csv: the import is done and live/ }).waitFor();
  await ada.keyboard.press('Escape');
  await ada.getByRole('link', { name: 'All imports' }).click();
  const vermont = ada
    .getByRole('table', { name: 'Addresses by state' })
    .getByRole('row', { name: /^Vermont/ });
  await vermont.getByText('vt-small.csv').waitFor();
  await upload(ada, { name: 'vt-large.csv', state: 'VT', rows: [header, ...oakStreet(9)] });
  await ada.getByRole('button', { name: 'Publish…' }).click({ timeout: 60_000 });
  await ada.getByRole('button', { name: 'Publish 9 addresses' }).click();
  await ada.getByText('Live.', { exact: true }).waitFor();
  await ada.getByRole('link', { name: 'All imports' }).click();

  await vermont.getByText('vt-large.csv').waitFor();
  await vermont.getByRole('button', { name: 'Actions for Vermont' }).click();
  await ada.getByRole('menuitem', { name: 'Roll back to vt-small.csv…' }).click();
  const back = ada.getByRole('dialog', { name: 'Roll back to this version of Vermont?' });
  await back.getByText('The state would shrink from 9 to 3 addresses.').waitFor();
  await back.getByText('No open referral is affected.').waitFor();
  expect(Math.round((await back.boundingBox())?.width ?? 0)).toBe(560);
  await expectAccessible(ada);
  await back.getByRole('button', { name: 'Roll back to 3 addresses' }).click();
  await vermont.getByText('vt-small.csv').waitFor();

  await vermont.getByRole('button', { name: 'Actions for Vermont' }).click();
  await ada.getByRole('menuitem', { name: 'Remove the addresses…' }).click();
  const remove = ada.getByRole('dialog', { name: 'Remove the addresses of Vermont?' });
  await remove.getByText('3 → 0').waitFor();
  await expectAccessible(ada);
  await remove.getByRole('button', { name: 'Remove 3 addresses' }).click();
  await vermont.getByText('Addresses removed').waitFor();
});

test('a column that no name tells is offered by what it holds', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  const rows = Array.from({ length: 6 }, (_, at) => `${at + 2},ELM ST,ABINGTON,0235${at % 2}`);
  await ada.locator('input[type=file]').setInputFiles({
    name: 'ma.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['nr,weg,city,plz', ...rows].join('\n')),
  });
  await ada.getByRole('combobox', { name: 'State' }).selectOption('MA');
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('button', { name: 'Correct columns' }).click({ timeout: 60_000 });
  const form = ada.getByRole('region', { name: 'How the file was read' });
  for (const column of ['nr', 'weg', 'plz']) await form.getByText(new RegExp(`^${column} \\(`)).waitFor();
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Read the file again' }).click();
  await form.getByText('02350 · 02351').waitFor({ timeout: 60_000 });
});

test('a file of another kind is refused with a reason, before any upload', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  await ada.locator('input[type=file]').setInputFiles({
    name: 'nj.xlsx.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004 a workbook'),
  });
  await ada.getByRole('alert').filter({ hasText: /Excel/ }).waitFor();
  expect(await ada.getByRole('button', { name: 'Upload and import' }).count()).toBe(0);
});

test('the plan list of CMS is previewed with its rejected rows before it is imported', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/imports' });
  await ada.getByRole('button', { name: 'Import or export plans' }).click();
  await ada.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Import plans' });
  const rows = 'Contract,Plan,Name,Kind,Phone\nH5521,042,Harbor Choice,HMO,\nX12,001,Wrong Contract,PPO,\n';
  await dialog
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'plans.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  await dialog.getByText('1 new record, 0 changes, 0 unchanged, 1 rejected.').waitFor();
  await expectAccessible(ada);
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByText('1 of 1 row imported.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await ada.getByText(/^1 plan of 1 contract, imported/).waitFor();
});

const oakStreet = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at + 1},OAK ST,MONTPELIER,WASHINGTON,05602`);

interface StateFile {
  name: string;
  state: string;
  rows: string[];
}

async function upload(page: Page, { name, state, rows }: StateFile): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('combobox', { name: 'State' }).selectOption(state);
  await page.getByRole('button', { name: 'Upload and import' }).click();
}

async function cancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this import?' });
  await dialog.getByText(/^1 row was read\. Nothing from .* goes live\./).waitFor();
  await dialog.getByRole('button', { name: 'Cancel the import' }).click();
  await page.getByText('Canceled.', { exact: true }).waitFor();
}

/** Collects the percentages shown until the import is done. */
async function watch(page: Page): Promise<number[]> {
  const seen: number[] = [];
  const bar = page.getByRole('progressbar', { name: 'Import of New Jersey' });
  await bar
    .or(page.getByText('Live.', { exact: true }))
    .first()
    .waitFor();
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
