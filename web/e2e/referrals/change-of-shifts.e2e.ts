import { expect, test } from 'vitest';
import { expectAccessible, signIn } from '../browser.ts';

test('a link among the views shows what others changed since one left, newest first', async () => {
  const [marcus, ana] = [await signIn('Marcus Halesample'), await signIn('Ana Marshdemo')];
  const row = marcus.getByRole('table').locator('[data-row-link]').nth(3);
  const name = (await row.textContent()) ?? '';
  await row.click();
  await marcus.getByRole('link', { name: /^Notes/ }).click();
  await marcus.getByLabel('New note').fill('The son has the key.');
  await marcus.getByRole('button', { name: 'Add note' }).click();
  await marcus.getByRole('region', { name: 'Notes' }).getByRole('listitem').first().waitFor();

  const tab = (each: string) =>
    ana.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: each, exact: true });
  await tab('Changed').click();
  await ana.waitForURL(/changed=/);
  await expect.poll(() => ana.getByRole('table').locator('[data-row-link]').first().textContent()).toBe(name);
  expect(await tab('Changed').getAttribute('aria-current')).toBe('page');
  await ana.getByRole('button', { name: /^Remove the filter Changed since: \d.* [AP]M/ }).waitFor();
  await expectAccessible(ana);

  await tab('All').click();
  await ana.waitForURL(/view=All/);
  expect(ana.url()).not.toContain('changed=');
});
