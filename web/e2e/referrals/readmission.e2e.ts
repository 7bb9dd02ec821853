import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, expectShown, firstRow, platformUrl, signIn } from '../browser.ts';

test('a manager puts a patient on the do-not-readmit list; intake sees why, and never the note', async () => {
  const marcus = await signIn('Marcus Halesample', { path: '/referrals?view=New' });
  await firstRow(marcus).click();
  await marcus.getByText(/^\d fine$/).click();
  await marcus.getByText('Clear of the do-not-readmit list.').waitFor();
  const referral = marcus.url();
  await marcus.getByRole('button', { name: 'More actions' }).click();
  await marcus.getByRole('menuitem', { name: 'Add to the do-not-readmit list…' }).click();
  const lastName = marcus.getByLabel('Last name');
  await expect.poll(() => lastName.inputValue()).not.toBe('');
  const patient = `${await lastName.inputValue()}, ${await marcus.getByLabel('First name').inputValue()}`;
  const born = await marcus.getByLabel('Date of birth').inputValue();
  await marcus.getByRole('combobox', { name: 'Reason' }).click();
  await marcus.getByRole('option', { name: 'Non-payment' }).click();
  await marcus.getByLabel('Note').fill('Owes for three visits');
  await expectAccessibleInBothSchemes(marcus);
  await marcus.getByRole('button', { name: 'Add patient' }).last().click();
  await expectShown(marcus, 'Do-not-readmit entry added successfully');
  await marcus.getByRole('table').getByRole('link', { name: patient }).waitFor();

  const ana = await signIn('Ana Marshdemo', { expectedErrors: /status of 403/ });
  await ana.goto(referral);
  const warning = /On the do-not-readmit list: Non-payment\. Added by Marcus Halesample on /;
  await ana.getByText(warning).waitFor();
  expect(await ana.getByText('Owes for three visits').count()).toBe(0);
  expect(await ana.getByRole('link', { name: /do-not-readmit/i }).count()).toBe(0);
  await ana.goto(`${platformUrl}/referrals/new`);
  await ana.getByLabel('First name').fill(patient.split(', ')[1] ?? '');
  await ana.getByLabel('Last name').fill(patient.split(', ')[0] ?? '');
  await ana.getByLabel('Date of birth').fill(born);
  await ana.getByText(warning).waitFor();

  await marcus.goto(
    `${platformUrl}/do-not-readmit?edit=new&referral=${referral.split('/').at(-1)?.split('?')[0]}`,
  );
  await marcus.getByText(/^On the list already, since .*: Non-payment\./).waitFor();
  await expectAccessibleInBothSchemes(marcus);
  await marcus.getByRole('link', { name: 'Open that entry' }).click();
  await marcus.getByText(/Added by Marcus Halesample/).waitFor();

  await marcus.getByRole('button', { name: 'Remove…' }).click();
  await marcus.getByRole('button', { name: 'Remove from the list' }).click();
  await expectShown(marcus, 'Do-not-readmit entry deleted successfully');
  await ana.goto(referral);
  await ana.getByText(/^\d fine$/).click();
  await ana.getByText('Clear of the do-not-readmit list.').waitFor();
});

test('on a phone the list is shown, and its editor opens over it only on request', async () => {
  const page = await signIn('Marcus Halesample');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${platformUrl}/do-not-readmit`);
  await page.getByRole('heading', { name: 'Do not readmit' }).waitFor();
  await page.getByRole('button', { name: 'Add patient' }).click();
  await page.getByRole('dialog').getByLabel('Last name').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Add patient' }).isVisible()).toBe(true);
});
