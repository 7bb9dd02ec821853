import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  platformUrl,
  signIn,
  signInAnew,
  takeIn,
} from './browser.ts';

test('a person who is mentioned in a note is notified at once, has read it by opening the referral, and can mute such notifications', async () => {
  const ana = await signIn('Ana Marshdemo');
  await ana.getByRole('button', { name: /^Notifications/ }).click();
  await ana.getByRole('link', { name: 'All notifications and settings' }).click();
  const mute = async (name: string) => {
    const saved = ana.waitForResponse('**/api/users/updateusernotificationsettings');
    await ana.getByRole('switch', { name }).click();
    await saved;
  };
  // A timer sends them.
  await mute('A referral of mine, or of my team, waits too long for an answer');
  await ana.getByRole('button', { name: 'Mark all as read' }).click();
  await ana.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await expect.poll(() => ana.getByRole('button', { name: /^Mark as read/ }).count()).toBe(0);

  const marcus = await signIn('Marcus Halesample');
  await firstRow(marcus).click();
  await marcus.getByRole('link', { name: 'Notes' }).click();
  const write = async (text: string) => {
    await marcus.getByLabel('New note').fill(text);
    const saved = marcus.waitForResponse('**/api/referrals/updatereferralnotes');
    await marcus.getByRole('button', { name: 'Add note' }).click();
    await saved;
  };
  const field = marcus.getByLabel('New note');
  await field.pressSequentially('Please call the family, @marsh');
  await marcus.getByRole('option', { name: 'Ana Marshdemo' }).waitFor();
  await expectAccessible(marcus);
  await marcus.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('Please call the family, @Ana Marshdemo ');
  await marcus.keyboard.press('Control+Enter');
  await ana.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  const line = ana
    .getByRole('listitem')
    .filter({ hasText: 'Unread: Marcus Halesample mentioned you in a note' });
  await line.waitFor();

  await mute('I am mentioned in a note');
  await ana.goto(marcus.url());
  await ana.getByText('Please call the family, @Ana Marshdemo').waitFor();
  await ana.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  await write('Never mind, @Ana Marshdemo.');
  await ana.getByText('Never mind, @Ana Marshdemo.').waitFor();
  await ana.goto(`${platformUrl}/notifications?unread=true&kind=mention`);
  await ana.getByRole('heading', { name: 'No match' }).waitFor();
  await ana.getByRole('link', { name: 'Show all' }).click();
  await ana.getByRole('link', { name: 'Marcus Halesample mentioned you in a note' }).first().waitFor();
  await expect
    .poll(() => ana.getByRole('switch', { name: 'I am mentioned in a note' }).getAttribute('aria-checked'))
    .toBe('false');
});

test('the bell shows whom a notification is about, grouped by patient', async () => {
  const marcus = await signIn('Marcus Halesample');
  const name = async (path: string) => {
    await marcus.goto(`${platformUrl}${path}?tab=notes`);
    await marcus.getByLabel('New note').fill('Please look, @Cleo Wintertest');
    const saved = marcus.waitForResponse('**/api/referrals/updatereferralnotes');
    await marcus.getByRole('button', { name: 'Add note' }).click();
    await saved;
  };
  await takeIn(marcus, { first: 'Bea', last: 'Ringtest' });
  const bea = new URL(marcus.url()).pathname;
  await takeIn(marcus, { first: 'Gus', last: 'Chimetest' });
  const gus = new URL(marcus.url()).pathname;
  for (const path of [bea, gus, bea]) await name(path);

  const cleo = await signInAnew('Cleo Wintertest');
  await cleo.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const today = cleo.getByRole('region', { name: 'Today' });
  const ofBea = today.getByRole('listitem').filter({ hasText: 'B.R.' });
  await ofBea.getByRole('link', { name: 'Marcus Halesample mentioned you in a note' }).waitFor();
  const initials = await today
    .getByRole('listitem')
    .evaluateAll((lines) =>
      lines
        .filter((line) => line.textContent.includes('mentioned you in a note'))
        .map((line) => line.querySelector('b')?.textContent),
    );
  expect(initials.slice(0, 3)).toEqual(['B.R.', '', 'G.C.']);
  await expectAccessibleInBothSchemes(cleo);
});
