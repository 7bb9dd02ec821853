import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInBothSchemes, platformUrl, signIn } from '../browser.ts';

test('a manager follows the notice, confirms and removes access, and exports the review', async () => {
  const marcus = await signIn('Marcus Halesample');
  // The bell shows the newest dozen only, and other stories notify managers, too.
  const notices = `${platformUrl}/notifications?kind=access`;
  await marcus.goto(notices);
  const notice = marcus.getByRole('listitem').filter({ hasText: /The access of \d+ people is due/ });
  // Another story may have read it, and a week later there is another one.
  await notice.getByRole('link').first().click();
  await marcus.waitForURL('**/admin/access-review?*');
  // Loading the page instead would cancel the request that marks the notice.
  await marcus.goBack();
  await notice.first().waitFor();
  await expect
    .poll(() =>
      notice
        .first()
        .getByRole('button', { name: /^Mark as read/ })
        .count(),
    )
    .toBe(0);
  await notice.getByRole('link').first().click();
  await marcus.waitForURL('**/admin/access-review?*');
  await marcus.getByText(/^No one|Your own access \(Manager\)/).waitFor();
  const table = marcus.getByRole('table', { name: 'Access to review' });
  expect(await table.getByText('Marcus Halesample').count()).toBe(0);
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });

  const cleo = row('Cleo Wintertest');
  await cleo.getByText('never').last().waitFor();
  await cleo.getByRole('link').click();
  const panel = marcus.getByRole('region', { name: 'What Cleo Wintertest may do in Harbor Home Care' });
  await panel.getByText('Write notes').waitFor();
  await expectAccessibleInBothSchemes(marcus);
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });

  // By keyboard: x selects the focused row.
  await cleo.getByRole('link').focus();
  await marcus.keyboard.press('x');
  await marcus.getByText('1 selected').waitFor();
  await marcus.getByRole('button', { name: 'Confirm access' }).click();
  await marcus.getByText('Access confirmed successfully').waitFor();
  await cleo.getByText(/· Marcus H\.$/).waitFor();

  await marcus.getByRole('button', { name: 'Remove the access of Victor Lanedemo' }).click();
  const dialog = marcus.getByRole('dialog', { name: 'Remove the access of Victor Lanedemo?' });
  await dialog.getByText(/^Access to Harbor Home Care ends at once/).waitFor();
  await expectAccessible(marcus);
  await dialog.getByRole('button', { name: 'Remove access' }).click();
  await marcus.getByText('Access removed successfully').waitFor();
  await row('Victor Lanedemo').waitFor({ state: 'detached' });

  const [download] = await Promise.all([
    marcus.waitForEvent('download'),
    marcus.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^access-review-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toMatch(/^Cleo Wintertest,.*,Marcus Halesample,Clinician,.*,no,user-/m);
  expect(file).not.toContain('Victor Lanedemo');

  await marcus.goto(`${platformUrl}/admin/audit?action=access.confirmed`);
  const entries = marcus.getByRole('region', { name: 'Entries' }).getByRole('listitem');
  await entries.filter({ hasText: 'Marcus Halesample confirmed the access of a person' }).first().waitFor();
});

test('an administrator reviews each agency, and a person without that right learns who has it', async () => {
  const ada = await signIn('Ada Quillsample');
  await ada.getByRole('link', { name: 'Access review' }).click();
  await ada.getByRole('combobox', { name: 'Agency' }).selectOption('Evergreen Hospice');
  await ada.getByRole('table').getByText('Oscar Pinesample').waitFor();
  expect(await ada.getByText(/Your own access/).count()).toBe(0);
  const ana = await signIn('Ana Marshdemo', { path: '/admin/access-review' });
  await ana.getByRole('heading', { name: 'You don’t have access to Access review' }).waitFor();
});
