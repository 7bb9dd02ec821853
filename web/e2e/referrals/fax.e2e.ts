import { randomUUID } from 'node:crypto';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { draftKept, expectAccessibleInBothSchemes, platformUrl, signIn } from '../browser.ts';

/** No other test has this file. */
const someFax = () => ({
  name: 'fax.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(smallPdf([`Wound care ${randomUUID()}`])),
});

test('a fax dropped on the list is shown beside the form, and recognized when it arrives again', async () => {
  const page = await signIn('Ana Marshdemo');
  const fax = someFax();
  await page.getByRole('button', { name: 'New from fax or file…' }).waitFor();
  await drop(page, fax);
  await page.waitForURL(/\/referrals\/new/);
  const papers = page.getByRole('region', { name: 'Attached papers' });
  await papers.getByRole('region', { name: 'Page 1 of 1' }).getByText('Wound care').waitFor();
  const kind = page.getByLabel('Referral source');
  expect(await page.getByLabel('Came by').inputValue()).toBe('Fax');
  expect(await kind.evaluate((each) => document.activeElement === each)).toBe(true);
  await papers.getByRole('button', { name: 'Hide the page' }).focus();
  await page.keyboard.press('p');
  await papers.getByRole('button', { name: 'Show the page' }).waitFor();
  await page.keyboard.press('p');
  await papers.getByRole('region', { name: 'fax.pdf' }).press('+');
  await papers.getByRole('button', { name: '125%' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await save(page, 'Copytest');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Open fax.pdf' }).waitFor();

  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('First name').waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await drop(page, { ...fax, name: 'again.pdf' });
  await page.getByText(/already attached to the referral of Copytest, Pat, received /).waitFor();
  await papers.getByRole('button', { name: 'Show the page' }).click();
  await papers.getByRole('region', { name: 'Page 1 of 1' }).getByText('Wound care').waitFor();
  await expectAccessibleInBothSchemes(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the referral of Copytest, Pat' }).click();
  const tab = await opened;
  await expect.poll(() => tab.getByRole('heading', { level: 1 }).textContent()).toMatch(/Copytest/);
  await tab.close();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Attach files').setInputFiles([{ ...fax, name: 'twice.pdf' }]);
  await page.getByText('The same file as again.pdf, attached before').waitFor();
  await kind.selectOption('Hospital');
  await save(page, 'Othertest');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByLabel('Attach files').setInputFiles([{ ...fax, name: 'third.pdf' }]);
  await page
    .getByText(/third\.pdf is already attached to the referral of Copytest, Pat, received /)
    .waitFor();
  await expectAccessibleInBothSchemes(page);
});

test('a fax of an unsaved referral returns with its draft in another browser, and is attached with it', async () => {
  const before = await signIn('Ana Marshdemo');
  await before.getByRole('button', { name: 'New from fax or file…' }).waitFor();
  await drop(before, someFax());
  await before.waitForURL(/\/referrals\/new/);
  await before.getByText('Uploaded', { exact: true }).waitFor();
  const isKept = draftKept(before, 'Neversaved');
  await before.getByLabel('Last name').fill('Neversaved');
  await isKept;
  await before.context().close();

  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  const kept = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  await kept.filter({ hasText: 'Neversaved' }).getByRole('button', { name: 'Continue' }).click();
  const papers = page.getByRole('region', { name: 'Attached papers' });
  await papers.getByRole('region', { name: 'Page 1 of 1' }).getByText('Wound care').waitFor();
  expect(await page.getByLabel('Came by').inputValue()).toBe('Fax');
  await expectAccessibleInBothSchemes(page);
  await save(page, 'Neversaved');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Open fax.pdf' }).waitFor();
});

test('a fax stays apart from the draft of another patient, unless one says that it belongs to it', async () => {
  const page = await signIn('Ivy Frosttest', { path: '/referrals/new' });
  await page.getByLabel('Attach files').setInputFiles([{ ...someFax(), name: 'obrien.pdf' }]);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  const isKept = draftKept(page, 'Obriendemo');
  await page.getByLabel('Last name').fill('Obriendemo');
  await isKept;
  await page.goto(`${platformUrl}/referrals`);
  await page.getByRole('button', { name: 'New from fax or file…' }).waitFor();
  await drop(page, { ...someFax(), name: 'quimby.pdf' });
  await page.waitForURL(/\/referrals\/new/);
  const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
  const proceed = drafts.filter({ hasText: 'Obriendemo' }).getByRole('button', { name: 'Continue' });
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.getByText('Uploaded', { exact: true }).waitFor();
  // Beside an open fax the drafts are one link.
  await page.getByRole('button', { name: /^Show \d+ drafts?$/ }).click();
  await proceed.click();
  const dialog = page.getByRole('dialog', { name: 'Add this file to the draft of Obriendemo?' });
  await expectAccessibleInBothSchemes(page, '[role=dialog]');
  // The first answer, which Enter gives, leaves both apart.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Last name').inputValue()).toBe('');
  expect(await documents.getByText('obrien.pdf').count()).toBe(0);

  await proceed.click();
  await dialog.getByRole('button', { name: 'Open the draft alone' }).click();
  await documents.getByText('obrien.pdf').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Obriendemo');
  expect(await documents.getByText('quimby.pdf').count()).toBe(0);
  // The other fax is a draft now.
  await drafts.filter({ hasText: 'quimby.pdf' }).getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('dialog', { name: 'Add this file to the draft of quimby.pdf?' })
    .getByRole('button', { name: 'Add to the draft' })
    .click();
  await documents.getByText('quimby.pdf').waitFor();
  await documents.getByText('obrien.pdf').waitFor();
});

type Dropped = ReturnType<typeof someFax>;

async function drop(page: Page, { name, mimeType, buffer }: Dropped): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }));
      return dropped;
    },
    { name, type: mimeType, bytes: [...buffer] },
  );
  await page.locator('main').dispatchEvent('drop', { dataTransfer });
}

async function save(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First name').fill('Pat');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Date of birth').fill('1951-02-03');
  await page.getByRole('combobox', { name: 'ZIP' }).fill('06103');
  await page.getByLabel('City').fill('Hartford');
  await page.getByRole('combobox', { name: 'Street address' }).fill('1 Test St');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
}
