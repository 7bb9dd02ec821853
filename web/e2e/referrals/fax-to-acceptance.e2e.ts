import type { Locator } from 'playwright-core';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import { openBrowser, reviewLine, signIn } from '../browser.ts';
import { scannedFile } from '../prefill/scanned-file.ts';

const MOST_KEYS = 25;

const fax = [
  'Patient name: FAXDEMO, FREDA',
  'DOB: 07/19/1946',
  'Address: 18 Fictional Elm St, New Haven, CT 06511',
  'Emergency contact: Ann Roe   Phone: (203) 555-0125',
  'Services ordered: Skilled nursing, Physical therapy',
  'Room: 214',
];

test('a scanned fax becomes a referral with few keys, its sender uploads what is missing, and it is accepted', async () => {
  const page = await signIn('Ana Marshdemo');
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const click = async (place: Locator) => {
    keys += 1;
    await place.click();
  };
  const field = (path: string) => page.locator(`[data-path="${path}"]`);
  await page.getByLabel('Files for a new referral').setInputFiles([await scannedFile(page, fax)]);
  await reviewLine(page, 'Patient').filter({ hasText: 'Faxdemo' }).waitFor({ timeout: 90_000 });
  await page.getByText('Reading the scanned page').waitFor({ state: 'detached' });
  const count = await page.locator('[data-line]').count();
  for (let line = 0; line < count; line += 1) await press('Enter');
  await page.getByText('values, all decided').waitFor();
  await click(field('Patient.Phone'));
  await page.keyboard.type('2035550171');
  keys += 10;
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: /Faxdemo/ }).waitFor();
  expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  await page.getByText('07/19/1946').first().waitFor();

  await page.getByRole('button', { name: 'Request documents…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = (await dialog.locator('code').textContent()) ?? '';
  await page.keyboard.press('Escape');

  const sender = await openBrowser();
  await sender.goto(address);
  const order = { name: 'order.pdf', mimeType: 'application/pdf', buffer: Buffer.from(smallPdf(['Order'])) };
  await sender.getByLabel('Choose a file for Referral order').setInputFiles([order]);
  await sender.getByText('order.pdf was received as Referral order. Thank you.').waitFor();

  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('listitem').filter({ hasText: 'order.pdf' }).getByText('Sender link').waitFor();
  const saved = page.waitForResponse(/referrals\/update/);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await saved;
  await sender.reload();
  await sender.getByText('We accepted this referral.').waitFor();
});
