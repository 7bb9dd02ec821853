import { expect, test } from 'vitest';
import { expectAccessible, firstRow, signIn, takeIn } from '../browser.ts';

test('a declined referral is transferred to another of our agencies, and both agencies see it', async () => {
  const ana = await signIn('Ana Marshdemo');
  await takeIn(ana, { first: 'Theo', last: 'Transfersample' });
  await ana.getByRole('button', { name: 'Decline…' }).click();
  const patient = (await ana.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const dialog = ana.getByRole('dialog', { name: /^Decline / });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await ana.getByRole('option').first().click();
  await dialog.getByLabel('Comment').fill('Asked for hospice care');
  await dialog.getByRole('radio', { name: /Evergreen Hospice/ }).check();
  await dialog.getByText(/receives a copy with the documents.* internal notes stay here/).waitFor();
  await expectAccessible(ana);
  await dialog.getByRole('button', { name: 'Decline and transfer' }).click();
  await ana.getByText(/^Transferred to Evergreen Hospice .* by Ana Marshdemo/).waitFor();
  // A timer delivers it.
  await ana.getByText('received there.').waitFor({ timeout: 60_000 });

  const ivy = await signIn('Ivy Frosttest', { path: '/referrals?sort=ReceivedNewest' });
  await firstRow(ivy).click();
  await ivy.getByRole('heading', { level: 1, name: patient }).waitFor();
  await ivy.getByText(/^Transferred from Harbor Home Care/).waitFor();
  expect(await ivy.getByText('“Asked for hospice care”').count()).toBe(1);
});
