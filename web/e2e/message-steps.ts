import type { Page } from 'playwright-core';

export const records = [
  { path: 'agencies', noun: 'agency', label: 'Agency', created: 'created' },
  { path: 'payers', noun: 'payer', label: 'Contracted payer', created: 'created' },
  { path: 'advantage-plans', noun: 'plan', label: 'Medicare Advantage plan', created: 'created' },
  { path: 'service-areas', noun: 'service area', label: 'Service Area', created: 'created' },
  { path: 'insurances', noun: 'insurance', label: 'Insurance', created: 'added' },
];

export const stateFile = 'number,street,city,county,state,zip\n1,TEST ST,BRATTLEBORO,WINDHAM,VT,05301\n';

export const file = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

export async function askMedicare(page: Page, mbi: string): Promise<void> {
  await page.getByLabel('Medicare number').fill(mbi);
  await page.getByLabel('First name').fill('Jane');
  await page.getByLabel('Last name').fill('Sampledemo');
  await page.getByLabel('Date of birth').fill('1941-03-05');
  await page.keyboard.press('Enter');
}

export async function typeReferral(page: Page): Promise<void> {
  await page.getByLabel('Referral source').selectOption('Family');
  await page.getByLabel('First name').fill('Tess');
  await page.getByLabel('Last name').fill('Messagetest');
  await page.getByLabel('Date of birth').fill('1949-01-02');
  await page.getByLabel('State').first().click();
  await page.getByRole('option', { name: 'VT - Vermont' }).click();
  await page.getByRole('combobox', { name: 'ZIP' }).fill('05301');
  await page.getByLabel('City').fill('BRATTLEBORO');
  await page.getByRole('combobox', { name: 'Street address' }).fill('1 TEST ST');
}

export async function switchAgency(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'switch agency' }).click();
  await page.locator('[role=menuitem]:not([aria-current=true])').last().click();
}
