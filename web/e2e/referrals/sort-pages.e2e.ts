import { randomUUID } from 'node:crypto';
import { pdfOfPages } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  platformUrl,
  reviewLine,
  signIn,
} from '../browser.ts';

const page = (text: string) => [{ x: 72, y: 72, text }];

test('more documents than a referral takes are refused, and the file stays as it was', async () => {
  const intake = await signIn('Ivy Frosttest', { path: '/referrals/new' });
  const pages = Array.from({ length: 21 }, (_, index) =>
    page(`Page ${index} of the long fax ${randomUUID()}`),
  );
  const buffer = Buffer.from(pdfOfPages(pages));
  await intake
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'long.pdf', mimeType: 'application/pdf', buffer }]);
  await intake.getByText('Uploaded', { exact: true }).waitFor();
  await intake.getByRole('button', { name: 'Sort the pages…' }).click();
  const dialog = intake.getByRole('dialog', { name: 'Sort the pages' });
  await dialog.getByRole('button', { name: 'Page 21', exact: true }).waitFor();
  for (let each = 1; each < pages.length; each += 1) {
    await intake.keyboard.press('ArrowRight');
    await intake.keyboard.press('s');
  }
  await dialog.getByRole('button', { name: 'Use 21 documents' }).click();
  await dialog.getByText('A referral starts with at most 20 documents').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const names = await intake.getByRole('region', { name: 'Documents' }).getByText(/\.pdf/).allTextContents();
  expect(names.filter((name) => !name.includes('long.pdf'))).toEqual([]);
  await intake.goto(`${platformUrl}/referrals`);
});

/** Four pages about one patient, of which the third repeats the second, and two about another. */
const stack = () => {
  const own = randomUUID();
  return {
    name: 'stack.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(
      pdfOfPages([
        page(`Cover sheet of the fax ${own}, from a fictional hospital`),
        page(`Orders for home health of the first patient, ${own}`),
        page(`Orders for home health of the first patient, ${own}`),
        page(`Face-to-face note of the first patient, ${own}`),
        page(`Face sheet of the second patient, ${own}, who goes home too`),
        page(`Orders for home health of the second patient, ${own}`),
      ]),
    ),
  };
};

test('a fax is sorted by keys: its pages become typed documents, and papers of another patient a draft', async () => {
  const intake = await signIn('Ivy Frosttest', { path: '/referrals/new' });
  await intake.getByLabel('Last name').fill('Stackdemo');
  await intake.getByLabel('Attach files').setInputFiles([stack()]);
  await intake.getByText('Uploaded', { exact: true }).waitFor();
  await intake.getByRole('button', { name: 'Sort the pages…' }).click();
  const dialog = intake.getByRole('dialog', { name: 'Sort the pages' });
  await dialog.getByRole('button', { name: 'Page 3 Looks like page 2' }).waitFor();
  await dialog.locator('[aria-current] canvas').waitFor();
  // Behind a full screen, axe judges the targets of the form by what the dialog leaves of them.
  await expectAccessibleInBothSchemes(intake, '[role=dialog]');
  const press = async (...keys: string[]) => {
    for (const key of keys) await intake.keyboard.press(key);
  };
  await press('n');
  await dialog.getByText('The first page belongs to this referral.').waitFor();
  // The orders begin a document and are there once; the note is another one, and was faxed upside down.
  await press('ArrowRight', 's', '3', 'ArrowRight', 'x', 's', '2', 'r', 'r');
  // The second patient's papers begin with the next page, in the middle of what was the note.
  await press('ArrowRight', 'n', '1');
  await dialog.getByRole('region', { name: 'Patient 2: new draft' }).getByText('pages 5–6').waitFor();
  await dialog.getByText('1 more draft will be made.').waitFor();
  await expectNoSidewaysScroll(intake);
  await press('Control+Enter');
  await intake.getByText('1 more draft made from the pages.').waitFor();
  const documents = intake.getByRole('region', { name: 'Documents' });
  await documents.getByText(/page 2\)\.pdf/).waitFor();
  await documents.getByText(/page 4\)\.pdf/).waitFor();
  expect(await documents.getByText('stack.pdf', { exact: true }).count()).toBe(0);
  await expect.poll(() => documents.getByText('Uploaded', { exact: true }).count()).toBe(3);

  await intake.getByRole('link', { name: 'Open the drafts' }).click();
  await intake.getByRole('dialog').getByRole('button', { name: 'Keep draft' }).click();
  await intake.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
  // A draft without a name is known by its first document.
  await intake.getByRole('link', { name: 'Face sheet (stack, pages 5–6).pdf' }).first().click();
  await intake
    .getByRole('region', { name: 'Documents' })
    .getByText('Face sheet (stack, pages 5–6).pdf')
    .first()
    .waitFor();
});

/** The face sheet of one patient, an order that names no one, and the face sheet of another. */
const mixed = () =>
  Buffer.from(
    pdfOfPages(
      [
        ['Patient name: OWNDEMO, OPAL', 'DOB: 03/06/1949', 'Language: Spanish', `Cover ${randomUUID()}`],
        ['Room: 214'],
        ['Patient name: STRAYDEMO, HAROLD', 'DOB: 05/07/1941', 'Phone: (203) 555-0177', 'Sex: M'],
      ].map((lines) => lines.map((text, index) => ({ x: 72, y: 72 + index * 22, text }))),
    ),
  );

test('pages of another patient are named before any value, give none, and become a draft of their own', async () => {
  const intake = await signIn('Ivy Frosttest', { path: '/referrals/new' });
  await intake
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'mixed.pdf', mimeType: 'application/pdf', buffer: mixed() }]);
  const notice = intake.getByRole('status').filter({ hasText: 'Page 3 is about Straydemo, Harold.' });
  await notice.waitFor();
  await reviewLine(intake, 'Patient').filter({ hasText: 'Opal Owndemo' }).waitFor();
  expect(await reviewLine(intake, 'Sex').count()).toBe(0);
  await reviewLine(intake, 'Language').focus();
  await intake.keyboard.press('x');
  await intake.getByText('Uploaded', { exact: true }).waitFor();
  // Sorting opens with the split that was read.
  await intake.getByRole('button', { name: 'Sort the pages…' }).click();
  const dialog = intake.getByRole('dialog', { name: 'Sort the pages' });
  await dialog
    .getByRole('region', { name: 'Straydemo, Harold: new draft' })
    .getByText('mixed.pdf, page 3')
    .waitFor();
  await dialog.getByText('1 more draft will be made.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectAccessibleInBothSchemes(intake);
  await notice.getByRole('button', { name: 'Move to a new draft' }).click();
  await intake.getByText('1 more draft made from the pages.').waitFor();
  expect(await notice.count()).toBe(0);
  // What was decided stays decided.
  await reviewLine(intake, 'Language').filter({ hasText: 'Left out' }).waitFor();
  const documents = intake.getByRole('region', { name: 'Documents' });
  await documents
    .getByText(/mixed, pages 1–2\)\.pdf/)
    .first()
    .waitFor();
  await intake.getByRole('link', { name: 'Open the drafts' }).click();
  await intake.getByRole('dialog').getByRole('button', { name: 'Keep draft' }).click();
  await intake.getByRole('link', { name: 'Straydemo, Harold' }).click();
  await reviewLine(intake, 'Patient').filter({ hasText: 'Harold Straydemo' }).waitFor();
  expect(await reviewLine(intake, 'Language').count()).toBe(0);
});

const paper = (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    pdfOfPages([[...lines, `Cover ${randomUUID()}`].map((text, at) => ({ x: 72, y: 72 + at * 22, text }))]),
  ),
});

test('a whole paper about another patient gives nothing until a person says that it is the same one', async () => {
  const intake = await signIn('Ivy Frosttest', { path: '/referrals/new' });
  await intake
    .getByLabel('Attach files')
    .setInputFiles([paper('first.pdf', ['Patient name: MAIDENDEMO, MAY', 'DOB: 03/06/1949'])]);
  await reviewLine(intake, 'Patient').waitFor();
  await intake
    .getByLabel('Attach files')
    .setInputFiles([paper('second.pdf', ['Patient name: MARRIEDDEMO, MAY', 'Language: Spanish'])]);
  const notice = intake.getByRole('status').filter({ hasText: 'second.pdf is about Marrieddemo, May.' });
  await notice.waitFor();
  expect(await reviewLine(intake, 'Language').count()).toBe(0);
  await notice.getByRole('button', { name: 'Same patient' }).click();
  await reviewLine(intake, 'Language').filter({ hasText: 'Spanish' }).waitFor();
  expect(await notice.count()).toBe(0);
  await intake.goto(`${platformUrl}/referrals`);
});
