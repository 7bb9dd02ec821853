import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectAccessible, signIn } from './browser.ts';

interface Check {
  mbi: string;
  category?: 'Home Care' | 'Hospice' | 'Other';
}

const stories: (Check & { path: string; heading: string; finding: string })[] = [
  {
    mbi: '1EG4-TE5-MK12',
    path: '/admin/medicareeligible',
    heading: 'Medicare eligible',
    finding: 'Qualified Medicare Beneficiary: NJ QMB Plan',
  },
  {
    mbi: '1EG4-TE5-MK07',
    path: '/admin/medicareeligibilityissues',
    heading: 'Eligible, with issues',
    finding: 'a transfer or coordination is needed',
  },
  {
    mbi: '1EG4-TE5-MK01',
    path: '/admin/medicarenoteligible',
    heading: 'Not Medicare eligible',
    finding: 'It has not begun, or it has ended.',
  },
  {
    mbi: '1EG4-TE5-MK09',
    category: 'Other',
    path: '/admin/medicareeligible',
    heading: 'Medicare eligible',
    finding: 'Pays before Medicare: SAMPLE EMPLOYER PLAN',
  },
];

test('every check ends on its page, with what was found and the lines behind it', async () => {
  const page = await openForm();
  for (const { path, heading, finding, ...check } of stories) {
    await ask(page, check);
    await page.waitForURL(new RegExp(`${path}\\?.*check=`));
    await page.getByText('Received the eligibility response').first().waitFor();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText('SANDBOX, not a Medicare answer').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: finding }).locator('summary').click();
    await page.getByRole('list', { name: 'Lines of the 271 answer' }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Eligibility' }).click();
  }
  // By its route alone a page shows the latest of its kind.
  await page.goto(`${inject('url')}/admin/medicareeligible`);
  await page.waitForURL(/check=/);
  await page.getByRole('heading', { name: 'Look at these first' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'SAMPLE EMPLOYER PLAN' }).waitFor();
});

test('a wrong input stays on the form, marks its field and keeps what was typed', async () => {
  const page = await openForm();
  await page.getByRole('button', { name: 'Check eligibility' }).click();
  await expect.poll(() => focusedField(page)).toBe('Mbi');
  await page.getByText('4 fields missing').waitFor();

  await ask(page, { mbi: '1EG4-TE5-MK71' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'The birth date does not match the one Medicare has.' })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/eligibility');
  await expect.poll(() => focusedField(page)).toBe('DateOfBirth');
  expect(await page.locator('[data-path=DateOfBirth]').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Sample');
  await expectAccessible(page);
});

test('a check that was not completed is an error, and a corrected one goes out after it', async () => {
  const page = await openForm();
  await ask(page, { mbi: '1EG4-TE5-MK51' });
  await page.getByText('The check was not completed').waitFor();
  expect(new URL(page.url()).pathname).toBe('/eligibility');
  await page.getByRole('region', { name: 'Recent checks' }).getByText('Not completed').first().waitFor();
  await expectAccessible(page);
  await page.locator('[data-path=Mbi]').fill('1EG4-TE5-MK00');
  await page.getByRole('button', { name: 'Check eligibility' }).click();
  await page.waitForURL(/\/admin\/medicareeligible\?/);
});

test('a re-check shows what changed since, and the history exports both', async () => {
  const page = await openForm();
  await ask(page, { mbi: '1EG4-TE5-MK10' });
  await page.waitForURL(/\/admin\/medicareeligible\?/);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Repeats the check of').waitFor();
  expect(await page.locator('[data-path=Mbi]').inputValue()).toBe('1EG4-TE5-MK10');
  await page.getByText('I have the answer already').click();
  await page.getByLabel('Answer of Medicare').fill(await advantageAnswer());
  await page.getByRole('button', { name: 'Read the pasted answer' }).click();
  await page.waitForURL(/\/admin\/medicareeligibilityissues\?/);

  await page.getByRole('button', { name: 'Compare with the check before' }).click();
  await page.getByText('The verdict changed: Eligible → Eligible, with issues').waitFor();
  await page.getByRole('row', { name: /Medicare Advantage gained none SAMPLE HEALTH PLAN/ }).waitFor();
  await page.getByText(/unchanged line/).click();
  await page.getByText('Part B: active').waitFor();
  await expectAccessible(page);

  await page.goto(`${inject('url')}/eligibility/history`);
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain('****-***-MK10');
  expect(csv).not.toContain('1EG4');
  expect(csv).toContain('SANDBOX  not a Medicare answer');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('The verdict changed').waitFor();
});

test('on a phone in the dark nothing is cut off', async () => {
  const page = await signIn('Ana Marshdemo', { colorScheme: 'dark', viewport: { width: 360, height: 800 } });
  for (const path of ['/eligibility', '/eligibility/history', '/admin/medicareeligible']) {
    await page.goto(inject('url') + path);
    await page
      .getByText(/SANDBOX/)
      .first()
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(360);
  }
});

async function openForm(): Promise<Page> {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /50[23]/ });
  await page.getByRole('link', { name: 'Eligibility' }).click();
  await page.getByLabel('First name').waitFor();
  return page;
}

/** By keys, as the form is filled in all day. */
async function ask(page: Page, { mbi, category = 'Home Care' }: Check): Promise<void> {
  await page.locator('[data-path=Mbi]').fill(mbi.replaceAll('-', ' ').toLowerCase());
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Date of birth').fill('1948-03-12');
  await page.getByRole('radio', { name: category }).check();
  await page.keyboard.press('Enter');
}

function focusedField(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-path') ?? null);
}

/** What a portal gave somebody for the same person: in a Medicare Advantage plan by now. */
async function advantageAnswer(): Promise<string> {
  const folder = new URL('../../shared/src/domain/eligibility/fixtures/', import.meta.url);
  const name = 'made-03-medicare-advantage-hmo-eb-r-form.271';
  const text = await readFile(new URL(name, folder), 'utf8');
  return text.replaceAll('1EG4TE5MK03', '1EG4TE5MK10');
}
