import { randomUUID } from 'node:crypto';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

const day = () => {
  const today = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return today.format(Date.now() - 86_400_000);
};

test('times are the agency’s wherever a person sits, who reads which zone that is', async () => {
  const yesterday = day();
  const away = await signIn('Ana Marshdemo', {
    path: '/referrals/new',
    timezoneId: 'America/Chicago',
  });
  await away.getByLabel('Last name').fill('Zonedemo');
  await away.getByLabel('First name').fill('Pat');
  await away.getByLabel('Date of birth').fill('1951-02-03');
  await away.getByLabel('Referral source').selectOption('Family');
  await away.getByRole('combobox', { name: 'ZIP' }).fill('06103');
  await away.getByLabel('City').fill('Hartford');
  await away.getByRole('combobox', { name: 'Street address' }).fill('1 Test St');
  await away.getByLabel('Date and time received, ET').fill(`${yesterday} 11:30 PM`);
  // The header of a fax is by the clock of the agency's machine, too.
  const buffer = Buffer.from(smallPdf([`From: Fictional Hospital  ${yesterday} 11:30 PM  ${randomUUID()}`]));
  await away
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'zone.pdf', mimeType: 'application/pdf', buffer }]);
  await away.getByText('Uploaded', { exact: true }).waitFor();
  await expectAccessibleInBothSchemes(away);
  await away.getByRole('button', { name: 'Save referral' }).click();
  await away.waitForURL(/referrals\/referral-/);
  await away.getByText(`Received ${yesterday}, 11:30 PM ET`).first().waitFor();
  const { pathname } = new URL(away.url());

  const here = await signIn('Cleo Wintertest', { path: pathname });
  const received = here.getByText(`Received ${yesterday}, 11:30 PM`).first();
  await received.waitFor();
  expect(await received.textContent()).not.toContain('ET');
  await away.goto(new URL(`${pathname}/edit`, away.url()).href);
  await expect
    .poll(() => away.getByLabel('Date and time received, ET').inputValue())
    .toBe(`${yesterday} 11:30 PM`);
});
