import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessible, firstRow, platformUrl, signIn } from '../browser.ts';

test('a manager finds who viewed a referral, verifies the history and exports it', async () => {
  const ana = await signIn('Ana Marshdemo');
  await firstRow(ana).click();
  await ana.getByRole('button', { name: 'Decline…' }).waitFor();
  const path = new URL(ana.url()).pathname;

  const marcus = await signIn('Marcus Halesample', { path: `${path}?tab=access` });
  const access = marcus.getByRole('region', { name: 'Who saw this patient' });
  await access
    .getByRole('listitem')
    .filter({ hasText: 'Ana Marshdemo looked at the referral' })
    .first()
    .waitFor();
  const report = marcus.waitForEvent('download');
  await access.getByRole('button', { name: 'Export as CSV' }).click();
  expect(await readFile(await (await report).path(), 'utf8')).toContain('Ana Marshdemo,');

  await marcus.goto(`${platformUrl}/admin/audit?record=${path.split('/').at(-1)}`);
  const entries = marcus.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  await entries.filter({ hasText: 'Ana Marshdemo looked at the referral' }).first().waitFor();

  await entries
    .getByRole('link', { name: /^[A-Z]\.[A-Z]\. [0-9a-f]{8}$/ })
    .first()
    .waitFor();
  await marcus.getByRole('combobox', { name: 'Action' }).selectOption('Looked at the referral');
  await marcus.getByRole('combobox', { name: 'Person' }).selectOption('Ana Marshdemo');
  await expect.poll(() => entries.filter({ hasText: 'Marcus' }).count()).toBe(0);
  const download = marcus.waitForEvent('download');
  await marcus.getByRole('button', { name: 'Export as CSV' }).click();
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(header).toMatch(/^\uFEFFEntry,At \(UTC\),Person,/);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain(`,referral.viewed,${path.split('/').at(-1)},`);

  await marcus.goto(`${platformUrl}/admin/audit`);
  await entries.first().waitFor();
  expect(await entries.filter({ hasText: 'looked at' }).count()).toBe(0);
  await marcus.getByRole('link', { name: 'Views', exact: true }).click();
  await entries.filter({ hasText: 'Ana Marshdemo looked at the referral' }).first().waitFor();
  expect(await entries.filter({ hasText: /#\d/ }).count()).toBe(0);

  await marcus.getByRole('button', { name: 'Verify' }).click();
  await marcus.getByText(/All \d+ entries are as written/).waitFor();
  await marcus.getByText('No entry has been altered').waitFor();
  await expectAccessible(marcus);
  await marcus.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(marcus);
});

test('administrators see system changes, and others learn which role they need', async () => {
  const ada = await signIn('Ada Quillsample');
  await ada.getByRole('link', { name: 'Audit' }).click();
  const entries = ada.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  await entries.filter({ hasText: 'Ada Quillsample uploaded a state file' }).first().waitFor();
  expect(await entries.filter({ hasText: 'referral' }).count()).toBe(0);

  await ada.goto(`${platformUrl}/admin/users`);
  await ada.getByRole('link', { name: 'Cleo Wintertest' }).click();
  const role = ada.getByLabel('Role of Cleo Wintertest in Harbor Home Care');
  for (const name of ['Viewer', 'Clinician']) {
    await role.selectOption(name);
    await ada.getByRole('button', { name: 'Save' }).click();
    await ada.getByRole('button', { name: 'Delete access…' }).waitFor();
  }
  await ada.goto(`${platformUrl}/admin/audit`);
  const changed = entries.filter({ hasText: 'Ada Quillsample changed a person' });
  await changed
    .filter({ hasText: /Harbor Home Care.*Clinician.* is now .*Viewer/ })
    .first()
    .waitFor();
  const ana = await signIn('Ana Marshdemo', { path: '/admin/audit' });
  await ana.getByRole('heading', { name: 'You don’t have access to Audit' }).waitFor();
  expect(await ana.getByRole('link', { name: 'Audit' }).count()).toBe(0);
});
