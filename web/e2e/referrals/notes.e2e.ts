import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

test('a note marked as priority stands first, can be shown alone, and flags the tab', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.getByRole('link', { name: /^Notes/ }).click();

  const write = async (text: string, isPriority: boolean) => {
    await page.getByLabel('New note').fill(text);
    if (isPriority) await page.getByRole('checkbox', { name: 'Priority', exact: true }).check();
    await page.getByRole('button', { name: 'Add note' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Edit note' })
      .waitFor();
  };
  await write('Oxygen at home: call before the first visit.', true);
  expect(await page.getByRole('checkbox', { name: 'Priority', exact: true }).isChecked()).toBe(false);
  await write('Daughter has the key.', false);

  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  const first = notes.filter({ hasText: 'Oxygen at home' });
  await expect.poll(() => notes.first().textContent()).toContain('Oxygen at home');
  await page.getByRole('link', { name: /^Notes \d+ with priority$/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Priority only' }).check();
  await notes.filter({ hasText: 'Daughter has the key.' }).waitFor({ state: 'hidden' });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('checkbox', { name: 'Priority only' }).uncheck();

  await first.getByRole('button', { name: 'Edit note' }).click();
  const editor = notes.filter({ has: page.getByRole('button', { name: 'Save note' }) });
  await editor.getByRole('checkbox', { name: 'Priority' }).uncheck();
  await editor.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => notes.first().textContent()).toContain('Daughter has the key.');
});
