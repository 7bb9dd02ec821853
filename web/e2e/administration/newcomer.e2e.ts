import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { openBrowser, signIn, signInAnew } from '../browser.ts';

const pdf = {
  name: 'orders.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n% orders\n%%EOF\n'),
};

test(
  'intake records a referral, attaches a PDF and writes a note that a colleague reads live',
  { tags: ['main'] },
  async () => {
    const ana = await signIn('Ana Marshdemo');
    await ana.getByRole('button', { name: 'New referral' }).click();
    await fillIntake(ana);
    await ana.getByRole('button', { name: 'Save referral' }).click();
    await ana.getByText('Referral created successfully').waitFor();
    await ana.getByRole('heading', { name: /Newcomer/ }).waitFor();

    await ana.getByRole('link', { name: /Documents/ }).click();
    await ana.getByLabel('Attach files').setInputFiles(pdf);
    await ana.getByText('Document uploaded successfully').waitFor();
    const download = ana.waitForEvent('download');
    await ana.getByRole('button', { name: 'Download orders.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('orders.pdf');

    const cleo = await signInAnew('Cleo Wintertest');
    await cleo.goto(ana.url().replace(/\/documents|tab=[^&]*/, ''));
    await cleo.getByRole('link', { name: /Notes/ }).click();
    await ana.getByRole('link', { name: /Notes/ }).click();
    await ana.getByLabel('New note').fill('Call the daughter first.');
    await ana.getByRole('button', { name: 'Add note' }).click();
    await ana.getByText('Referral notes updated successfully').waitFor();

    await cleo.getByText('Call the daughter first.').waitFor();
    await ana.getByText(/Read by.*Cleo Wintertest/).waitFor();
    await ana.getByRole('link', { name: /Activity/ }).click();
    await ana.getByText('Ana Marshdemo').first().waitFor();
  },
);

test('a person without access learns that and whom to ask, and a visitor is sent to the start page', async () => {
  const noah = await signInAnew('Noah Waitetest');
  await noah.waitForURL(/no-access/);
  await noah
    .getByText(/administrator/)
    .first()
    .waitFor();

  const nobody = await openBrowser();
  await nobody.goto(`${new URL(noah.url()).origin}/referrals`);
  await nobody.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(nobody.url()).pathname).toBe('/');
});

async function fillIntake(page: Page): Promise<void> {
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Date of birth').fill('1948-03-12');
  await page.getByRole('combobox', { name: 'ZIP' }).fill('06103');
  await page.getByRole('combobox', { name: 'ZIP' }).press('Tab');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Hartford');
  await page.getByRole('combobox', { name: 'Street address' }).pressSequentially('orchard');
  await page
    .getByRole('option', { name: /DEMO ORCHARD/ })
    .first()
    .click();
}
