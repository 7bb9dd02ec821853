import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  platformUrl,
  signIn,
  signInAnew,
} from '../browser.ts';

const open = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(platformUrl + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

async function expectNoSidewaysScroll(page: Page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a waiting person gets the prepared access in one click, and their page continues by itself', async () => {
  const pat = await signInAnew('Pat Newdemo');
  await pat.waitForURL(/no-access/);
  await pat.getByText(/^Request/).waitFor();
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  const waiting = ada
    .getByRole('region', { name: 'People waiting for access' })
    .getByRole('listitem')
    .filter({ hasText: 'Pat Newdemo' });
  await expect.poll(() => waiting.getByLabel('Role for Pat Newdemo').inputValue()).toBe('Intake');
  await expectAccessibleInBothSchemes(ada);
  await waiting.getByRole('button', { name: 'Give access' }).click();
  await ada.getByText('User created successfully').waitFor();
  await pat.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
  await waiting.waitFor({ state: 'detached' });
});

test('a changed role shows its effect before it is saved, and open work is handed over first', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  await ada.getByLabel('Role of Bea Crossdemo in Evergreen Hospice').selectOption('No role');
  const panel = ada.getByRole('region', { name: 'What Bea Crossdemo may do' });
  await panel.getByText('Evergreen Hospice').click();
  await panel.getByText(/After saving: .* fewer in Evergreen Hospice/).waitFor();
  await panel.getByText('Change agencies, payers and areas').waitFor();
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
  await panel.getByRole('button', { name: 'Save' }).click();
  await ada.getByText('User updated successfully').waitFor();

  await panel.getByRole('button', { name: 'Delete access…' }).click();
  const dialog = ada.getByRole('dialog');
  await dialog
    .getByText(/open referrals? in Harbor Home Care/)
    .first()
    .waitFor();
  await expectAccessible(ada);
  await dialog.getByRole('combobox').click();
  await ada.getByRole('option', { name: 'Marcus Halesample' }).click();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await dialog.getByText('No open referrals in Harbor Home Care.').waitFor();
  await dialog.getByRole('button', { name: 'Delete access', exact: true }).click();
  await ada.getByText('User deleted successfully').waitFor();
  await ada.getByText(/^Inactive \d/).click();
  await ada
    .getByRole('row', { name: /Bea Crossdemo/ })
    .getByText('inactive')
    .waitFor();
  await ada.getByRole('link', { name: 'Bea Crossdemo' }).click();
  await panel.getByRole('button', { name: 'Activate again' }).click();
  await ada.getByText(/^Everyone \d/).click();
  // Other stories on this platform use her two agencies.
  await ada.getByLabel('Role of Bea Crossdemo in Evergreen Hospice').selectOption('Manager');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Delete access…' }).waitFor();
  const { disabled } = await ada
    .getByLabel('Ada Quillsample is an administrator')
    .evaluate((box: HTMLInputElement) => ({ disabled: box.disabled }));
  expect(disabled).toBe(true);

  const marcus = await signIn('Marcus Halesample');
  await marcus.getByRole('button', { name: /^Notifications/ }).click();
  await marcus.getByRole('link', { name: /handed over .* to you/ }).click();
  await expect.poll(() => marcus.url()).toContain('view=Mine');
});

test('our agencies, setup and help are accessible and fit a phone; the palette opens them', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/agencies', 'Our agencies');
  await ada.getByRole('link', { name: 'Evergreen Hospice' }).click();
  await ada.getByLabel('Answer within (hours)').fill('8');
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
  await ada.getByRole('button', { name: /^Save/ }).click();
  await ada.getByText('Our agency updated successfully').waitFor();
  await ada.getByRole('link', { name: 'What is missing' }).first().click();
  await ada.getByRole('heading', { level: 1, name: /^Set up/ }).waitFor();
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);

  await ada.keyboard.press('Control+k');
  const input = ada.getByRole('dialog').getByLabel('Search or jump to');
  await input.fill('users');
  await ada.getByRole('option', { name: 'Users and access' }).waitFor();
  await expectAccessibleInBothSchemes(ada);
  await ada.keyboard.press('Enter');
  await ada.getByRole('heading', { level: 1, name: 'Users and access' }).waitFor();
  await ada.getByRole('link', { name: 'Help' }).click();
  await ada.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await ada
    .getByText(/ZIP codes in/)
    .first()
    .waitFor();
  expect(new URL(ada.url()).pathname).toBe('/help');
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
});

test('intake finds a patient by name in the palette, and no name appears in an address', async () => {
  const ana = await signIn('Ana Marshdemo');
  const row = ana.getByRole('table').getByRole('link').first();
  const name = (await row.innerText()).split(',')[0] ?? '';
  await ana.keyboard.press('Control+k');
  const urls: string[] = [];
  ana.on('request', (request) => urls.push(request.url()));
  await ana.getByRole('dialog').getByLabel('Search or jump to').fill(name);
  const found = ana.getByRole('group', { name: 'Referrals' }).getByRole('option').first();
  await found.waitFor();
  await ana.keyboard.press('Enter');
  await ana.waitForURL(/\/referrals\/referral-/);
  expect(urls.filter((url) => decodeURIComponent(url).includes(name))).toEqual([]);

  // The most common actions, without opening the referral first.
  await ana.keyboard.press('Control+k');
  await ana.getByRole('dialog').getByLabel('Search or jump to').fill(name);
  const actions = ana.getByRole('group', { name: new RegExp(`^${name}, `) });
  await actions.getByRole('option', { name: 'Add a note' }).click();
  await ana.getByLabel('New note').waitFor();
  await ana.keyboard.press('Control+k');
  await ana.getByRole('dialog').getByLabel('Search or jump to').fill(name);
  await actions.getByRole('option', { name: 'Check eligibility' }).click();
  await ana.getByText('For the referral of').waitFor();
});
