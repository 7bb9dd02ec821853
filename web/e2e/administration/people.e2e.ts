import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  firstRow,
  platformUrl,
  signIn,
  signInAnew,
} from '../browser.ts';

const open = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(platformUrl + path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

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

/** Watches the role in every frame, and returns the values that were shown since. */
async function rolesShown(role: Locator): Promise<() => Promise<string[]>> {
  const seen = await role.evaluateHandle((field: HTMLSelectElement) => {
    const values = new Set<string>();
    const look = () => {
      if (field.isConnected) values.add(field.value);
      requestAnimationFrame(look);
    };
    look();
    return values;
  });
  return () => seen.evaluate((values) => [...values]);
}

/** By the column, once its numbers are there. */
async function openReferralsOf(page: Page, person: string): Promise<number> {
  const number = page.getByRole('row', { name: new RegExp(person) }).getByRole('cell', { name: /^\d+$/ });
  return Number(await number.innerText());
}

const isInView = (button: Locator) =>
  button.evaluate((shown) => shown.getBoundingClientRect().bottom <= innerHeight);

test('on a wide screen a person’s panel stands beside the list', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  await ada.getByRole('link', { name: 'Bea Crossdemo' }).click();
  const left = async (name: string) => (await ada.getByRole('region', { name }).boundingBox())?.x;
  expect(await left('What Bea Crossdemo may do')).toBeGreaterThan(
    (await left('People and their roles')) ?? Infinity,
  );
});

test('a changed role shows its effect before it is saved, and open work is handed over first', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  await ada.getByRole('link', { name: 'Bea Crossdemo' }).click();
  const owned = await openReferralsOf(ada, 'Bea Crossdemo');
  const staying = ada.getByRole('region', { name: 'Roles of Bea Crossdemo' }).getByText(/open referrals?$/);
  const counts = (await staying.allInnerTexts()).map((text) => Number.parseInt(text, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(owned);
  await ada.getByLabel('Role of Bea Crossdemo in Evergreen Hospice').selectOption('No role');
  const panel = ada.getByRole('region', { name: 'What Bea Crossdemo may do' });
  await panel.getByText(/After saving: .* fewer in Evergreen Hospice/).waitFor();
  await panel.getByText('Change agencies, payers and areas').waitFor();
  await panel.getByText('1 change', { exact: true }).waitFor();
  await expect.poll(() => isInView(panel.getByRole('button', { name: 'Save' }))).toBe(true);
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
  const shown = await rolesShown(ada.getByLabel('Role of Bea Crossdemo in Evergreen Hospice'));
  await panel.getByRole('button', { name: 'Save' }).click();
  await ada.getByText('User updated successfully').waitFor();
  await panel.getByRole('button', { name: 'Delete access…' }).waitFor();
  // The former role does not return for a moment after saving.
  expect(await shown()).toEqual(['']);

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
  await panel.getByRole('button', { name: 'Sign out everywhere…' }).click();
  const question = ada.getByRole('dialog', { name: 'Sign Bea Crossdemo out on all devices?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  await ada.getByRole('link', { name: 'Ada Quillsample' }).click();
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
  const evergreen = ada.getByRole('row', { name: /Evergreen Hospice/ });
  await evergreen.getByRole('link', { name: /^\d of 7 steps are set up/ }).waitFor();
  const numbers = evergreen.getByRole('cell', { name: /^\d+$/ });
  await expect.poll(async () => (await numbers.allInnerTexts()).every((text) => Number(text) > 0)).toBe(true);
  expect(await numbers.count()).toBe(2);
  await ada.getByRole('link', { name: 'Evergreen Hospice', exact: true }).click();
  await ada.getByLabel('Answer within (hours)').fill('8');
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
  await ada.getByRole('button', { name: /^Save/ }).click();
  await ada.getByText('Our agency updated successfully').waitFor();
  await ada.getByRole('link', { name: /^\d of 7 steps are set up in Evergreen Hospice/ }).click();
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
  const tasks = ada.getByRole('region', { name: 'Administration' });
  await tasks.getByRole('link', { name: 'Import a state file' }).waitFor();
  const figures = tasks.locator('dl');
  await figures
    .getByText(/, (live|failed|unchanged|canceled|needs confirmation)/)
    .first()
    .waitFor();
  await figures.getByText('Last re-verification').waitFor();
  await figures.getByText('Waiting work').waitFor();
  await ada
    .getByRole('region', { name: 'Whom to ask' })
    .getByText(/administrator/)
    .waitFor();
  await ada
    .getByText(/ZIP codes in/)
    .first()
    .waitFor();
  expect(await ada.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Administration',
    'Whom to ask',
    'Keyboard shortcuts',
    'System status',
    'Address data',
    'For developers',
  ]);
  expect(new URL(ada.url()).pathname).toBe('/help');
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
});

test('intake finds a patient by name in the palette, and no name appears in an address', async () => {
  const ana = await signIn('Ana Marshdemo');
  const row = firstRow(ana);
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

test('people are exported, changed and imported: several agencies in a row, bad lines named, nothing lost', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  const [header = '', ...people] = await exportPeople(ada);
  expect(header).toBe('E-mail,Name,Roles');
  const cleo = people.find((row) => row.includes('Cleo'));
  if (cleo === undefined) throw new Error('Cleo is in the file');

  const changed = people.map((row) => (row === cleo ? `${row}; Evergreen Hospice: Viewer` : row));
  const added = [
    'file.person@agency.example,,Harbor Home Care: Viewer; Evergreen Hospice: Intake',
    'wrong.agency@agency.example,,Harbour Home Care: Viewer',
  ];
  const dialog = await importPeople(ada, [header, ...changed, ...added]);
  const summary = `1 new record, 1 change, ${people.length - 1} unchanged, 1 rejected.`;
  await dialog.getByText(summary).waitFor();
  await dialog.getByText('Roles: no agency is called Harbour Home Care').waitFor();
  await dialog.getByText('Harbor Home Care: Viewer; Evergreen Hospice: Intake').waitFor();
  await expectAccessibleInBothSchemes(ada);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('2 of 2 rows imported.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await ada.getByRole('row', { name: /Cleo.*Evergreen Hospice · Viewer/ }).waitFor();
  await ada.getByText(/^Invited \d/).click();
  const invited = ada.getByRole('row', { name: /file.person@agency.example/ });
  await invited.getByText('Harbor Home Care · Viewer').waitFor();
  expect(await exportPeople(ada)).toEqual([header, ...changed]);

  // Other stories on this platform use these people.
  const back = await importPeople(ada, [header, cleo]);
  await back.getByRole('button', { name: 'Import 1 row' }).click();
  await back.getByText('1 of 1 row imported.').waitFor();
  await back.getByRole('button', { name: 'Close', exact: true }).last().click();
  await invited.getByRole('button', { name: 'Cancel the invitation of file.person@agency.example' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Cancel the invitation' }).click();
  await invited.waitFor({ state: 'detached' });
  expect(await exportPeople(ada)).toEqual([header, ...people]);
});

test('invited people are counted, found and canceled together, and move no one off the screen', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  const everyone = ada.getByRole('table', { name: 'People and their roles' });
  await everyone.waitFor();
  const topOf = async () => (await everyone.boundingBox())?.y;
  const before = await topOf();
  const invited = await invitedCount(ada);
  const file = Array.from({ length: 25 }, (_, n) => `invited${n}@many.example,Harbor Home Care: Viewer`);
  const dialog = await importPeople(ada, ['E-mail,Roles', ...file]);
  const reads: string[] = [];
  ada.on('request', (request) => request.method() === 'GET' && reads.push(new URL(request.url()).pathname));
  // Slower than a message about an own write waits for the answer.
  await ada.route('**/users/import', async (route) => {
    await ada.waitForTimeout(1500);
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Import 25 rows' }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => invitedCount(ada)).toBe(invited + 25);
  expect(await topOf()).toBe(before);
  // Two calls and 25 invitations: each list is read once after the last of them.
  await ada.waitForTimeout(1500);
  expect(reads.toSorted()).toEqual([...new Set(reads)].toSorted());

  await ada.getByText(/^Invited \d/).click();
  const rows = ada.getByRole('table', { name: 'Invited people' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(invited + 26);
  await ada.getByRole('searchbox', { name: 'Search people' }).fill('MANY.example');
  await expect.poll(() => rows.count()).toBe(26);
  await ada.getByRole('checkbox', { name: 'Select all rows' }).check();
  await expectAccessibleInBothSchemes(ada);
  await expectNoSidewaysScroll(ada);
  await ada.getByRole('button', { name: 'Cancel 25 invitations…' }).click();
  const question = ada.getByRole('dialog', { name: 'Cancel 25 invitations?' });
  await question.getByRole('button', { name: 'Cancel 25 invitations' }).click();
  await question.waitFor({ state: 'detached' });
  await ada.getByText('Invitation canceled successfully').waitFor();
  await ada.getByRole('heading', { name: 'No one is invited here' }).waitFor();
  expect(await invitedCount(ada)).toBe(invited);
});

async function invitedCount(page: Page): Promise<number> {
  const label = await page.getByText(/^Invited \d/).innerText();
  return Number(label.replaceAll(/\D/g, ''));
}

async function exportPeople(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Import or export people' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  return (await readFile(await download.path(), 'utf8'))
    .replace(/[\uFEFF"]/gu, '')
    .trim()
    .split(/\r?\n/);
}

test('a person without a file of people begins with a template, which invites no one until it has addresses', async () => {
  const ada = await signIn('Ada Quillsample');
  await open(ada, '/admin/users', 'Users and access');
  await ada.getByRole('button', { name: 'Import or export people' }).click();
  await ada.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  const [download] = await Promise.all([
    ada.waitForEvent('download'),
    ada.getByRole('button', { name: 'Download a template' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('people-template.csv');
  const template = await readFile(await download.path());
  const dialog = ada.getByRole('dialog', { name: 'Import people' });
  const choose = (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await choose(template);
  await dialog.getByText('E-mail: enter an e-mail address').first().waitFor();
  await dialog.getByRole('button', { name: 'Nothing to import' }).waitFor();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(Buffer.from(template.toString('utf8').replace('\n,', '\nnew.person@agency.example,')));
  await dialog.getByText(/: 1 new record,/).waitFor();
});

async function importPeople(page: Page, rows: string[]): Promise<Locator> {
  await page.getByRole('button', { name: 'Import or export people' }).click();
  await page.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  return dialog;
}
