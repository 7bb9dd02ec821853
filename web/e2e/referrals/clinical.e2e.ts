import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll, signIn, takeIn } from '../browser.ts';

test('the orderer, diagnoses and contacts are typed when known, judged and shown', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Clara', last: 'Clinicdemo' });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add orderer, diagnoses and contacts' }).click();
  await page.getByLabel('Ordering practitioner', { exact: true }).fill('Olive Orderdemo');
  const npi = page.getByLabel('Ordering NPI');
  await npi.fill('1427038315');
  await npi.press('Tab');
  await page.getByText('Check for a mistyped digit').first().waitFor();
  await npi.fill('1427038314');
  await page.getByLabel('Primary diagnosis').fill('i509');
  await page.getByLabel('Requested start of care').fill('12/1/2026');
  await page.getByRole('combobox', { name: 'Homebound' }).selectOption('Yes');
  await page.getByLabel('Emergency phone').fill('8605550101');
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const clinical = page.getByRole('main').locator('section', { hasText: 'Requested start of care' }).last();
  await clinical.getByText('I50.9', { exact: true }).waitFor();
  await clinical.getByText('12/01/2026').waitFor();
  await clinical.getByText('(860) 555-0101').waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Ordering NPI').first().waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  // Known fields are open without a press.
  expect(await page.getByLabel('Primary diagnosis').inputValue()).toBe('I50.9');
  await expectNoSidewaysScroll(page);
});
