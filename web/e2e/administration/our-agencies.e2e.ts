import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

test('a new agency gets a color of its own, and retention is a choice', async () => {
  const page = await signIn('Ada Quillsample');
  await page.getByRole('link', { name: 'Our agencies' }).click();
  await page.getByRole('button', { name: 'Create agency' }).click();
  await page.getByText('More settings, which can wait').click();
  for (const group of ['Agency', 'Response time', 'Security', 'Retention'])
    await page.getByRole('group', { name: group, exact: true }).waitFor();
  // A demo agency is teal.
  expect(await page.getByRole('combobox', { name: 'Color' }).inputValue()).not.toBe('Teal');

  const begin = page.getByRole('combobox', { name: 'Begin with' });
  expect(await begin.inputValue()).toBe('The lists of its kind of care');
  await begin.click();
  await page.getByRole('option', { name: 'Lists, areas and payers of Harbor Home Care' }).click();

  const accepted = page.getByRole('combobox', { name: 'Accepted referrals' });
  expect(await accepted.inputValue()).toBe('Keep until deleted');
  await accepted.click();
  await page.getByRole('option', { name: 'Delete after some years' }).click();
  const years = page.getByRole('textbox', { name: 'Accepted referrals: years' });
  expect(await years.inputValue()).toBe('7');
  await years.fill('5');
  await years.press('Tab');
  await page.getByText('Enter 6 years or more').waitFor();
  await expectAccessibleInBothSchemes(page);
  await years.fill('');
  expect(await years.isVisible()).toBe(true);

  // An error replaces the hint.
  const hours = page.getByLabel('Answer within (hours)');
  await page.getByText('Referrals turn orange at half this time').waitFor();
  await hours.fill('200');
  await hours.press('Tab');
  await page.getByText('Enter 1 to 168 hours').waitFor();
  expect(await page.getByText('Referrals turn orange at half this time').count()).toBe(0);
  // What is wrong cannot be folded away.
  await page.getByText('More settings, which can wait').click();
  await expect.poll(() => hours.isVisible()).toBe(true);
});
