import { randomFillSync, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pdfOfPages, pdfOfPictures } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  draftKept,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  platformUrl,
  reviewLine,
  signIn,
} from '../browser.ts';
import { scannedFile } from '../prefill/scanned-file.ts';
import { tiffFax } from '../prefill/tiff-fax.ts';
import { facePage, typedFile } from '../prefill/typed-file.ts';

const Attached = z.object({ ReferralDocuments: z.tuple([z.object({ blobName: z.string() })]) });

const packet = () => typedFile('packet.pdf', facePage);

test('values of a dropped PDF are reviewed line by line beside their page, and only accepted ones are saved', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  const field = (path: string) => page.locator(`section[data-section] input[data-path="${path}"]`);
  const line = (label: string) => reviewLine(page, label);
  await field('Patient.FirstName').fill('Pauline');
  await page.getByLabel('Attach files').setInputFiles([packet()]);
  // Nothing replaces a typed value, and nothing is a value yet.
  await line('Patient').filter({ hasText: 'Prefilldemo' }).waitFor();
  expect(await field('Patient.LastName').inputValue()).toBe('');
  await line('Primary payer').filter({ hasText: 'Not in the list of your payers' }).waitFor();
  await line('Address').filter({ hasText: 'Verified' }).waitFor();

  await line('Patient').focus();
  const papers = page.getByRole('region', { name: 'Attached papers' });
  const mark = papers.getByRole('region', { name: 'Page 2 of 2' }).locator('[data-mark]');
  await expect.poll(() => isInside(mark.boundingBox(), papers.boundingBox())).toBe(true);
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Enter');
  expect(await field('Patient.LastName').inputValue()).toBe('Prefilldemo');
  await line('Patient').filter({ hasText: 'Accepted' }).waitFor();
  // What goes together is decided together.
  await line('Emergency contact').focus();
  await page.keyboard.press('x');
  await line('Emergency contact').filter({ hasText: 'Left out' }).waitFor();
  await line('Emergency contact').focus();
  await page.keyboard.press('e');
  const editor = page.getByRole('group', { name: 'Edit: Emergency contact' });
  await editor.getByLabel('Emergency phone').fill('(203) 555-0126');
  await page.keyboard.press('Enter');
  expect(await editor.count()).toBe(0);
  expect(await field('Clinical.EmergencyContact').inputValue()).toBe('Ann Roe');
  // Neither key takes the change back.
  for (const key of ['Enter', 'e']) {
    await line('Emergency contact').focus();
    await page.keyboard.press(key);
    expect(await field('Clinical.EmergencyPhone').inputValue()).toBe('(203) 555-0126');
  }
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Accept \d+ verified$/ }).click();
  await expect.poll(() => field('Address.StreetAddress').inputValue()).toBe('18 Fictional Elm St');
  expect(await field('Patient.Mbi').inputValue()).toBe('1EG4-TE5-MK12');
  // One with a warning waits for a person, and an accepted one can be left out again.
  expect(await field('Payers.0.Name').inputValue()).toBe('');
  await line('Medicare number (MBI)').focus();
  await page.keyboard.press('x');
  expect(await field('Patient.Mbi').inputValue()).toBe('');
  await line('Medicare number (MBI)').focus();
  await page.keyboard.press('Enter');
  await line('Date of birth').focus();
  await page.keyboard.press('Enter');
  await expectNoSidewaysScroll(page);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('heading', { level: 1, name: /Prefilldemo/ }).waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'filled in fields from a document' }).first();
  await entry.waitFor();
  const changes = (await entry.getByRole('listitem').allTextContents()).join('; ');
  expect(changes).toMatch(/Document ?Document [0-9a-f]{8}/);
  expect(changes).toMatch(/; Accepted ?Last name/);
  expect(changes).toMatch(/Accepted and changed ?Emergency phone/);
  expect(changes).toMatch(/Not accepted.*First name/);
  expect(changes).not.toMatch(/Prefilldemo|1949/);
});

test('after the last line the focus is in the first field that is still missing, and Enter never meets a button', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Attach files').setInputFiles([packet()]);
  await reviewLine(page, 'Primary payer').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-line'))).toBe(true);
  for (let pressed = 0; pressed < 12; pressed += 1) {
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  }
  await page.getByText('values, all decided').waitFor();
  expect(await page.getByRole('grid', { name: 'Values to review' }).count()).toBe(0);
  expect(await page.getByLabel('Last name').inputValue()).toBe('Prefilldemo');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await reviewLine(page, 'Patient').filter({ hasText: 'Accepted' }).waitFor();
  await page.goto(`${platformUrl}/referrals`);
});

test('typing the last open value into the form leaves the focus there', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page
    .getByLabel('Attach files')
    .setInputFiles([typedFile('two.pdf', ['Room: 214', 'Language: Spanish'])]);
  await reviewLine(page, 'Current facility').focus();
  await page.keyboard.press('Enter');
  await page.locator('section[data-section] input[data-path="Clinical.Language"]').fill('');
  await page.keyboard.type('Polish');
  expect(await page.locator('section[data-section] input[data-path="Clinical.Language"]').inputValue()).toBe(
    'Polish',
  );
  await page.goto(`${platformUrl}/referrals`);
});

test('Enter accepts and goes on, and never removes a payer; one that was removed comes back by Undo', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page
    .getByLabel('Attach files')
    .setInputFiles([
      typedFile('payers.pdf', [
        'Patient name: PAYERDEMO, PETRA',
        'DOB: 03/06/1949',
        'Primary insurance: Unheard-of Health',
        'Secondary insurance: Sample Supplement',
      ]),
    ]);
  const name = page.locator('fieldset section input[data-path="Payers.1.Name"]');
  for (const label of ['Primary payer', 'Secondary payer']) {
    await reviewLine(page, label).focus();
    await page.keyboard.press('Enter');
  }
  await name.focus();
  for (let pressed = 0; pressed < 6; pressed += 1) {
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BUTTON');
  }
  expect(await name.inputValue()).toBe('Sample Supplement');
  // The remark about a name stays within its field.
  const primary = page.locator('input[data-path="Payers.0.Name"]');
  const [field, remark] = await Promise.all([
    primary.boundingBox(),
    page.getByText('Not in your lists (OK to keep)').first().boundingBox(),
  ]);
  const right = (box: typeof field) => (box ? box.x + box.width : Number.NaN);
  expect(right(remark)).toBeLessThanOrEqual(right(field));
  await page.getByRole('button', { name: 'Remove the secondary payer' }).click();
  expect(await name.count()).toBe(0);
  await page.keyboard.press('Enter');
  expect(await name.inputValue()).toBe('Sample Supplement');

  // The activity names the document that has the page after sorting.
  await reviewLine(page, 'Patient').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sort the pages…' }).click();
  const sorting = page.getByRole('dialog', { name: 'Sort the pages' });
  await sorting.getByRole('button', { name: 'Page 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('s');
  await sorting.getByRole('button', { name: 'Use 2 documents' }).click();
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect.poll(() => documents.getByText('Uploaded', { exact: true }).count()).toBe(2);
  await page.getByRole('textbox', { name: 'First name' }).fill('Petra');
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('03/06/1949');
  await page.getByRole('combobox', { name: 'ZIP' }).fill('06103');
  await page.getByLabel('City').fill('Hartford');
  await page.getByRole('combobox', { name: 'Street address' }).fill('1 Test St');
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('link', { name: 'Activity' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'filled in fields from a document' }).first();
  await entry.waitFor();
  expect((await entry.getByRole('listitem').allTextContents()).join('; ')).toMatch(
    /; Accepted ?.*Last name(?!.*Not accepted.*Last name)/,
  );
});

test('a PDF without text, or with text that says nothing, leaves the form as it was', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  const buffer = Buffer.from(pdfOfPages([[{ x: 72, y: 72, text: `Wound care ${randomUUID()}` }]]));
  await page
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'plain.pdf', mimeType: 'application/pdf', buffer }]);
  await page.getByRole('region', { name: 'Page 1 of 1' }).getByText('Wound care').waitFor();
  await page.getByText('Uploaded', { exact: true }).waitFor();
  expect(await page.getByRole('grid', { name: 'Values to review' }).count()).toBe(0);
  await page.goto(`${platformUrl}/referrals`);
});

const requested = ['Services ordered: Skilled nursing, Physical therapy', 'Room: 214'];

test('a scanned page is read in the browser alone, and its values are accepted by keys with their place beside', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  const hosts = new Set<string>();
  page.context().on('request', (request) => hosts.add(new URL(request.url()).hostname));
  const scan = await scannedFile(page, [...facePage, ...requested]);
  const field = (path: string) => page.locator(`input[data-path="${path}"]`);
  const line = (label: string) => reviewLine(page, label);
  await page.getByLabel('Attach files').setInputFiles([scan]);
  await page.getByText('Reading the scanned page 1 of 1 of scan.pdf').waitFor();
  await line('Patient').filter({ hasText: 'Prefilldemo' }).waitFor({ timeout: 60_000 });
  await page.getByText('Reading the scanned page').waitFor({ state: 'detached' });
  await expectAccessibleInBothSchemes(page);

  await line('Patient').focus();
  const papers = page.getByRole('region', { name: 'Attached papers' });
  const mark = papers.getByRole('region', { name: 'Page 1 of 1' }).locator('[data-mark]');
  await expect.poll(() => isInside(mark.boundingBox(), papers.boundingBox())).toBe(true);
  for (const label of ['Patient', 'Services', 'Date of birth']) {
    await line(label).focus();
    await page.keyboard.press('Enter');
  }
  expect(await field('Patient.LastName').inputValue()).toBe('Prefilldemo');
  expect(await page.getByRole('checkbox', { name: 'Physical therapy' }).isChecked()).toBe(true);
  expect(await field('Patient.DateOfBirth').inputValue()).toBe('03/06/1949');
  await field('Patient.Phone').fill('(203) 555-0177');
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('link', { name: 'Activity' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'filled in fields from a document' }).first();
  await entry.waitFor();
  expect((await entry.getByRole('listitem').allTextContents()).join('; ')).toMatch(
    /Accepted(?!.*Not accepted.*Services).*Services/,
  );
  hosts.delete('rasterize.localhost');
  expect([...hosts].filter((host) => host !== 'localhost' && host !== '127.0.0.1')).toEqual([]);
});

test('a fax that came as a TIFF is shown, read and sorted page by page like a PDF', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  await page.getByLabel('Attach files').setInputFiles([await tiffFax()]);
  const second = page.getByRole('region', { name: 'Page 2 of 2' });
  await second.waitFor();
  await reviewLine(page, 'Patient').filter({ hasText: 'Faxwell' }).waitFor({ timeout: 60_000 });
  await reviewLine(page, 'Date of birth').filter({ hasText: '03/06/1949' }).waitFor();
  await reviewLine(page, 'Patient').focus();
  await expect.poll(() => second.locator('[data-mark]').count()).toBe(1);

  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sort the pages…' }).click();
  const sorting = page.getByRole('dialog', { name: 'Sort the pages' });
  await sorting.getByRole('button', { name: 'Page 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('s');
  await sorting.getByRole('button', { name: 'Use 2 documents' }).click();
  await page.getByRole('region', { name: 'Documents' }).getByText('(fax, page 2).pdf').first().waitFor();
});

test('a draft that is opened again proposes the values of its document for the fields that are still empty', async () => {
  const before = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await before.getByLabel('Attach files').setInputFiles([packet()]);
  await before.getByText('Uploaded', { exact: true }).waitFor();
  const isKept = draftKept(before, 'Reopeneddemo');
  await before.getByLabel('Last name').fill('Reopeneddemo');
  await isKept;
  await before.context().close();

  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  const kept = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  await kept.filter({ hasText: 'Reopeneddemo' }).getByRole('button', { name: 'Continue' }).click();
  await reviewLine(page, 'Date of birth').filter({ hasText: '03/06/1949' }).waitFor();
  expect(await reviewLine(page, 'Patient').textContent()).not.toContain('Prefilldemo');
});

test('a document of a draft that is being checked for malware says so, and does not hold up the others', async () => {
  const before = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  const attached = before.waitForResponse((response) => response.url().endsWith('/services/uploadfile'));
  await before.getByLabel('Attach files').setInputFiles([packet()]);
  const { ReferralDocuments } = Attached.parse(await (await attached).json());
  await before.getByLabel('Attach files').setInputFiles([typedFile('second.pdf', ['Room: 214'])]);
  await expect.poll(() => before.getByText('Uploaded', { exact: true }).count()).toBe(2);
  const isKept = draftKept(before, 'Scanneddemo');
  await before.getByLabel('Last name').fill('Scanneddemo');
  await isKept;
  await before.context().close();

  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 409/ });
  const json = { ErrorMessage: 'Wait', code: 'scan_in_progress', requestId: randomUUID() };
  let isChecked = false;
  await page.route(`**/api/services/viewfile/${ReferralDocuments[0].blobName}`, (route) =>
    isChecked ? route.continue() : route.fulfill({ status: 409, headers: { 'Retry-After': '1' }, json }),
  );
  const kept = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  await kept.filter({ hasText: 'Scanneddemo' }).getByRole('button', { name: 'Continue' }).click();
  await reviewLine(page, 'Current facility').filter({ hasText: '214' }).waitFor();
  await page.getByRole('button', { name: 'Previous document (K)' }).click();
  await page.getByText('This document is being checked for malware').waitFor();
  expect(await reviewLine(page, 'Date of birth').count()).toBe(0);
  isChecked = true;
  await reviewLine(page, 'Date of birth').filter({ hasText: '03/06/1949' }).waitFor();
  await page.getByRole('region', { name: 'Page 1 of 2' }).waitFor();
});

test('a scanned page can be skipped while it is read', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  const { buffer, ...file } = await scannedFile(page, facePage);
  await page.getByLabel('Attach files').setInputFiles([{ ...file, buffer }]);
  await page.getByRole('button', { name: 'Skip the page' }).click();
  await page.getByText('Reading the scanned page').waitFor({ state: 'detached' });
  expect(await page.getByRole('grid', { name: 'Values to review' }).count()).toBe(0);
  await page.goto(`${platformUrl}/referrals`);
});

test('a scanned page on which no word is read says so', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  // A black page, in which a random row makes it another file than that of other tests.
  const bits = Buffer.alloc(50 * 500);
  randomFillSync(bits, 0, 50);
  const buffer = Buffer.from(pdfOfPictures([{ bits: deflateSync(bits), width: 400, height: 500 }]));
  await page
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'stain.pdf', mimeType: 'application/pdf', buffer }]);
  await page.getByText('This page could not be read: page 1 of stain.pdf.').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('grid', { name: 'Values to review' }).count()).toBe(0);
  await page.goto(`${platformUrl}/referrals`);
});

type Rect = Promise<{ y: number; height: number } | null>;

async function isInside(inner: Rect, outer: Rect): Promise<boolean> {
  const [mark, around] = await Promise.all([inner, outer]);
  if (!mark || !around) return false;
  return mark.y > around.y && mark.y + mark.height < around.y + around.height;
}
