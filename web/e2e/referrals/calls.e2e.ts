import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, signIn, takeIn } from '../browser.ts';

test('a call is logged beside the notes, shown alone, corrected and printed', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Phil', last: 'Phonesample' });
  await page.getByRole('link', { name: /^Notes/ }).click();
  await page.getByLabel('New note').fill('Dog in the yard.');
  await page.getByRole('button', { name: 'Add note' }).click();
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await notes.getByRole('button', { name: 'Edit note' }).waitFor();

  await page.getByRole('button', { name: 'Log a call' }).click();
  await expectAccessible(page);
  await page.getByLabel('Call with').fill('Olive Orderdemo');
  await page.getByLabel('Outcome').selectOption('Left a message');
  await page.getByText('Shared', { exact: true }).click();
  await page.getByRole('button', { name: 'Add call' }).click();
  const call = notes.filter({ hasText: 'Call with Olive Orderdemo, left a message' });
  await call.getByRole('button', { name: 'Edit note' }).waitFor();

  await page.getByText('Calls', { exact: true }).click();
  await expect.poll(() => notes.count()).toBe(1);
  await page.getByText('1 of 2 notes').waitFor();
  await expectAccessibleInBothSchemes(page);
  await call.getByRole('button', { name: 'Edit note' }).click();
  await notes.getByLabel('Outcome').selectOption('Reached');
  await notes.getByRole('textbox', { name: 'Note', exact: true }).fill('She signs today.');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await notes.getByText('Call with Olive Orderdemo, reached').waitFor();

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Packet to print or save as PDF' }).click();
  const paper = page.getByRole('article');
  await paper.getByText('Call with Olive Orderdemo, reached').waitFor();
  await paper.getByText('She signs today.').waitFor();
});
