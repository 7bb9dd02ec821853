import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  platformUrl,
  signIn,
  takeIn,
} from './browser.ts';

test('a plan that intake recorded is shown for the next patient of the plan, with the last decision', async () => {
  const page = await signIn('Ana Marshdemo');
  const first = await takeInMember(page, { first: 'Petra', last: 'Planfirst' });
  const known = page.getByRole('region', { name: 'What we know of the plan' });
  await known.getByText('no one has recorded anything about this plan yet').waitFor();
  await known.getByRole('link', { name: 'Record what we know' }).click();

  await page.getByRole('heading', { name: 'New plan' }).waitFor();
  const valueOf = (label: string) => page.getByLabel(label).first().inputValue();
  expect(await Promise.all(['Name', 'Contract number', 'Plan number'].map(valueOf))).toEqual([
    'SAMPLE GROUP MEDICARE ADVANTAGE (PPO)',
    'H2001',
    '815',
  ]);
  await choose(page, 'Contracted', 'No');
  await choose(page, 'AuthorizationNeeded', 'Yes');
  await page.getByLabel('Whom to call').fill('Pat Plansample');
  await page.getByLabel('Phone').fill('8605550101');
  await page.getByLabel('Note').fill('Answers within a day.');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Add plan' }).last().click();
  await page.getByText('Medicare Advantage plan created successfully').waitFor();
  await page.getByRole('table').getByText('H2001-815').waitFor();
  await expectNoSidewaysScroll(page);

  await page.goto(`${platformUrl}/referrals/${first}`);
  await page.getByRole('button', { name: 'Accept' }).first().click();
  await page.getByText('Referral updated successfully').first().waitFor();

  await takeInMember(page, { first: 'Paul', last: 'Plannext' });
  await known
    .getByText(/^H2001-815: not contracted, authorization needed, call Pat Plansample \(860\) 555-0101\./)
    .waitFor();
  await known.getByText('Answers within a day.').waitFor();
  await expectAccessibleInBothSchemes(page);
  await known
    .getByRole('link', { name: /^accepted/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /Planfirst/ }).waitFor();
});

/** Records a patient whose check finds a plan, and opens the referral's checks; returns its id. */
async function takeInMember(page: Page, name: { first: string; last: string }): Promise<string> {
  await takeIn(page, { ...name, mbi: '1EG4-TE5-MK04' });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.goto(`${platformUrl}/eligibility?referral=${id}`);
  await page.getByText('For the referral of').waitFor();
  await page.locator('[data-path=Mbi]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/medicare/);
  await page.goto(`${platformUrl}/referrals/${id}?tab=eligibility`);
  return id;
}

async function choose(page: Page, field: string, value: string): Promise<void> {
  await page.locator(`[data-path=${field}]`).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}
