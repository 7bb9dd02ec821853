import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, platformUrl, signIn } from './browser.ts';

test('a manager allows number lookups: one finds a number after a confirmation, and a list shows its cost', async () => {
  const page = await signIn('Oscar Pinesample', { path: '/eligibility/settings' });
  await page.getByLabel('Price of a check').fill('25');
  await page.getByLabel('Allow looking up an unknown Medicare number').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings updated successfully').waitFor();

  await page.getByRole('link', { name: 'Eligibility', exact: true }).click();
  await page.getByText('The Medicare number is not known').click();
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Date of birth').fill('1948-03-12');
  await page.getByLabel('Social security number').fill('219-09-9904');
  await page.getByRole('button', { name: 'Look up the number' }).click();
  const confirming = page.getByRole('region', { name: 'Confirm the look-up' });
  await confirming.getByText('born 03/12/1948').waitFor();
  await expectAccessibleInBothSchemes(page);
  await confirming.getByRole('button', { name: 'Look up and check' }).click();
  await page.waitForURL(/\/admin\/medicareeligibilityissues\?/);
  await page.getByText('****-***-MK04').first().waitFor();

  await page.goto(`${platformUrl}/eligibility/batch`);
  const person = `Sample ${Date.now()},Ana,03/12/1948,1EG4-TE5-MK00`;
  await page.getByRole('textbox', { name: 'List' }).fill(`${person}\nNo number,Bo,03/12/1948\n${person}`);
  await page.getByText('1 person to check, about $0.25').waitFor();
  await page.getByText('2 lines are skipped. Correct them above, or check the others. Line 2:').waitFor();
  await page.getByText('and 1 more').click();
  await page.getByText('Line 3: The same person as in line 1.').waitFor();
  await page.getByText('Add from referrals').click();
  const selecting = page.getByRole('button', { name: /^Select \d+ referrals shown$/ });
  const count = Number(/\d+/.exec((await selecting.textContent()) ?? '')?.[0]);
  await selecting.click();
  await page.getByText(`${count + 1} people to check, about $${((count + 1) * 0.25).toFixed(2)}`).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Start checking' }).click();
  await page.getByRole('heading', { name: /^1 person, Hospice/ }).waitFor();
});

test('a plan that begins soon is the headline, and two people with one number are not compared as one person', async () => {
  const page = await signIn('Ana Marshdemo');
  for (const [last, born] of [
    ['Sample', '1948-03-12'],
    ['Quill', '1951-07-30'],
  ] as const) {
    await page.getByRole('link', { name: 'Eligibility', exact: true }).click();
    await page.locator('[data-path=Mbi]').fill('1eg4 te5 mk13');
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill(last);
    await page.getByLabel('Date of birth').fill(born);
    await page.getByRole('radio', { name: 'Home Care' }).check();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/medicareeligible\?/);
    await page.getByRole('heading', { name: new RegExp(`^${last}`) }).waitFor();
    await page.getByRole('heading', { name: /^Medicare Advantage from/, level: 2 }).waitFor();
    await page.getByText('25 days into the first 60-day certification period').waitFor();
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('Payer', { exact: true }).waitFor();
  }
  await page.goto(`${platformUrl}/eligibility/history`);
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('These checks are for different people.').waitFor();
  expect(await page.getByText('Nothing changed').count()).toBe(0);
  await expectAccessibleInBothSchemes(page);
});
