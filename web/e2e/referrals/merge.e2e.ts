import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, expectShown, signIn, takeIn } from '../browser.ts';

test('two referrals of a patient are merged, the old address leads to the new one, and the merge can be undone', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 404/ });
  const patient = { first: 'Minna', last: 'Mergesample' };
  await takeIn(page, patient);
  const kept = page.url();
  await takeIn(page, patient);
  const other = page.url();
  await page.getByRole('link', { name: /^Notes/ }).click();
  await page.getByLabel('New note').fill('Daughter has the key.');
  await page.keyboard.press('Control+Enter');
  await expectShown(page, 'Referral notes updated successfully');

  await page.goto(kept);
  const found = page.getByRole('region', { name: 'Likely duplicate' });
  await found.getByRole('button', { name: 'Merge…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge two referrals' });
  // The one with more on it is proposed.
  await expect.poll(() => dialog.getByRole('radio', { name: /^The other one/ }).isChecked()).toBe(true);
  await dialog.getByText('0 documents, 1 note').waitFor();
  await dialog.getByRole('radio', { name: /^This referral/ }).check();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^The referrals were merged\. This can be undone until /).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Merged with the referral received').waitFor();
  await found.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Notes 2' }).click();
  await page.getByText('Daughter has the key.').waitFor();

  await page.goto(other);
  await page.getByRole('heading', { name: 'This referral was merged into another one' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the referral it was merged into' }).click();
  await page.getByRole('button', { name: 'Undo the merge' }).click();
  await expectShown(page, 'Referral restored successfully');
  await found.waitFor();
  expect(await page.getByText('Merged with the referral received').count()).toBe(0);
});

test('keeping the other referral opens its page, and the message can undo the merge', async () => {
  // The former page reads its referral again when the message about the merge arrives.
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 404/ });
  const patient = { first: 'Nils', last: 'Keepsample' };
  await takeIn(page, patient);
  const other = page.url();
  await takeIn(page, patient);
  const found = page.getByRole('region', { name: 'Likely duplicate' });
  await found.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two referrals' });
  await dialog.getByRole('radio', { name: /^The other one/ }).check();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => page.url()).toBe(other);
  await page.getByText('Merged with the referral received').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectShown(page, 'Referral restored successfully');
  await found.waitFor();
});

test('two referrals marked as different patients can be compared again at any time', async () => {
  const page = await signIn('Ana Marshdemo');
  const patient = { first: 'Ada', last: 'Apartsample' };
  await takeIn(page, patient);
  await takeIn(page, patient);
  const found = page.getByRole('region', { name: 'Likely duplicate' });
  await found.getByRole('button', { name: 'Different patient' }).click();
  const apart = page.getByRole('list', { name: 'Different patients' });
  await apart.getByText('Not the same patient as in another referral.').waitFor();
  await page.reload();
  await apart.getByRole('link', { name: 'another referral' }).waitFor();
  expect(await found.count()).toBe(0);
  await expectAccessible(page);
  await apart.getByRole('button', { name: 'Undo' }).click();
  await found.waitFor();
  await apart.waitFor({ state: 'hidden' });
});
