import { expect, test } from 'vitest';
import { reviewLine, signIn } from '../browser.ts';
import { facePage, typedFile } from '../prefill/typed-file.ts';

test('values that no one decided survive the save, are named on the referral, and are decided there', async () => {
  // The page asks for the document until it is scanned.
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 409/ });
  await page.getByLabel('Attach files').setInputFiles([typedFile('packet.pdf', facePage)]);
  await reviewLine(page, 'Patient').filter({ hasText: 'Paula Prefilldemo' }).waitFor();
  for (const label of ['Patient', 'Date of birth', 'Address']) {
    await reviewLine(page, label).focus();
    await page.keyboard.press('Enter');
  }
  await reviewLine(page, 'Primary payer').focus();
  await page.keyboard.press('x');
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.getByRole('heading', { level: 1, name: /Prefilldemo/ }).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'values of the documents' });
  await row
    .getByText('2 values of the documents not decided: Medicare number (MBI), Emergency contact.')
    .waitFor();
  await page.getByText(/^Still open: .*2 values of the documents/).waitFor();

  await row.getByRole('link', { name: 'Review' }).click();
  await reviewLine(page, 'Emergency contact').filter({ hasText: 'Ann Roe' }).waitFor();
  // What was left out is not asked again.
  expect(await page.locator('[data-line]').count()).toBe(2);
  await reviewLine(page, 'Emergency contact').focus();
  await page.keyboard.press('Enter');
  await reviewLine(page, 'Medicare number (MBI)').focus();
  await page.keyboard.press('x');
  // The focus is in the form, so that its keys save it.
  await page.keyboard.press('Control+Enter');
  await page.getByRole('definition').getByText('Ann Roe').waitFor();
  expect(await row.count()).toBe(0);
});

test('a saved referral is left without a question until a person decides, and takes a second payer', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 409/ });
  const payers = ['Primary insurance: Unheard-of Health', 'Secondary insurance: Sample Supplement'];
  await page
    .getByLabel('Attach files')
    .setInputFiles([typedFile('payers.pdf', ['Patient name: OPENDEMO, OTTO', 'DOB: 03/06/1949', ...payers])]);
  for (const label of ['Patient', 'Date of birth']) {
    await reviewLine(page, label).focus();
    await page.keyboard.press('Enter');
  }
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.locator('input[data-path="Patient.Phone"]').fill('(203) 555-0177');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.getByRole('heading', { level: 1, name: /Opendemo/ }).waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await reviewLine(page, 'Secondary payer').filter({ hasText: 'Sample Supplement' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /Opendemo/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goForward();
  for (const label of ['Primary payer', 'Secondary payer']) {
    await reviewLine(page, label).focus();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Control+Enter');
  await page.getByRole('definition').getByText('Sample Supplement').waitFor();
});
