import { readFile } from 'node:fs/promises';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { advantageAnswer } from './pasted-answer.ts';
import { expectAccessible, expectAccessibleInBothSchemes, platformUrl, signIn, takeIn } from './browser.ts';

/** As the page shows a day. */
const shown = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

interface Check {
  mbi: string;
  category?: 'Home Care' | 'Hospice' | 'Other';
}

const stories: (Check & {
  path: string;
  heading: string;
  finding: string;
  sentence?: string;
  card?: RegExp;
})[] = [
  {
    mbi: '1EG4-TE5-MK12',
    path: '/admin/medicareeligible',
    heading: 'Medicare eligible',
    finding: 'Qualified Medicare Beneficiary (QMB), NJ QMB Plan',
  },
  {
    mbi: '1EG4-TE5-MK07',
    path: '/admin/medicareeligibilityissues',
    heading: 'Eligible, with issues',
    finding: 'Another agency (NPI 1427038314) has an open home health period',
    sentence: 'but another home health agency has an open period.',
    card: /day \d+ of 60, (first|second) 30-day period/,
  },
  {
    mbi: '1EG4-TE5-MK01',
    path: '/admin/medicarenoteligible',
    heading: 'Not Medicare eligible',
    finding: 'it has not begun, or it has ended.',
  },
  {
    mbi: '1EG4-TE5-MK09',
    category: 'Other',
    path: '/admin/medicareeligible',
    heading: 'Medicare eligible',
    finding: 'pays before Medicare',
  },
];

test('every check ends on its page, with its findings and the lines behind them', async () => {
  const page = await openForm();
  for (const { path, heading, finding, sentence = '', card: words, ...check } of stories) {
    await ask(page, check);
    await page.waitForURL(new RegExp(`${path}\\?.*check=`));
    await page.getByText('Received the eligibility response').first().waitFor();
    await page.getByRole('heading', { name: heading, level: 2 }).waitFor();
    await page.getByText('SANDBOX, not a Medicare response').first().waitFor();
    await page.getByRole('region', { name: heading }).getByText(sentence).first().waitFor();
    await page.getByRole('listitem').filter({ hasText: finding }).locator('summary').click();
    if (words) await page.getByText(words).first().waitFor();
    // The main kinds have a card in any case; another kind with a card is not listed as missing.
    for (const name of ['Part A', 'Part B', 'Medicare Advantage', 'Home health', 'Hospice'])
      await page.getByRole('heading', { name, exact: true, level: 3 }).first().waitFor();
    const [card, missing] = [
      page.getByRole('heading', { name: 'Part D', exact: true }),
      page.getByText(/^Nothing on file about[^.]*Part D/),
    ];
    expect((await card.count()) + (await missing.count())).toBe(1);
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('Loaded', { exact: true }).waitFor();
    await page.getByText('Show source data for Part A').click();
    await expect.poll(() => page.getByRole('list', { name: 'Lines of the 271 response' }).count()).toBe(2);
    if (check.category === undefined) await expectAccessibleInBothSchemes(page);
    const rail = page.getByRole('link', { name: 'Eligibility' });
    expect(await rail.getAttribute('aria-current')).toBe('page');
    await rail.click();
  }
  // Without a check in its address, a page shows the latest one of its kind.
  await page.goto(`${platformUrl}/admin/medicareeligible`);
  await page.waitForURL(/check=/);
  await page.getByRole('heading', { name: 'Look at this first' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'SAMPLE EMPLOYER PLAN' }).waitFor();
  // Print has no buttons, and the details that no one can open on paper.
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' });
  const details = page.getByText('Loaded', { exact: true });
  await expect
    .poll(() => details.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true })))
    .toBe(true);
});

test('invalid input stays on the form, marks its field and is kept', async () => {
  const page = await openForm();
  await page.getByRole('button', { name: 'Check eligibility' }).click();
  await expect.poll(() => focusedField(page)).toBe('Mbi');
  await page.getByText('4 fields to complete or correct').first().waitFor();

  await ask(page, { mbi: '1EG4-TE5-MK71' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'The birth date does not match the one Medicare has.' })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/eligibility');
  expect(await page.getByText('Received the eligibility response').count()).toBe(0);
  await expect.poll(() => focusedField(page)).toBe('DateOfBirth');
  expect(await page.locator('[data-path=DateOfBirth]').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Sample');
  await expectAccessibleInBothSchemes(page);

  await page.goto(`${platformUrl}/eligibility/history`);
  await page.getByText(/with invalid input (is|are) hidden/).waitFor();
  expect(await page.getByRole('table').getByText('Invalid input').count()).toBe(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('table').getByText('Invalid input').first().waitFor();
});

test('a test number is chosen by its story, and days are typed as people write them', async () => {
  const page = await openForm();
  await page.getByText('Test numbers and their stories').click();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('listitem').filter({ hasText: 'In hospice care' }).getByRole('button').click();
  await expect.poll(() => focusedField(page)).toBe('FirstName');
  await page.keyboard.type('Ana');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Date of birth').fill('1949');
  expect(await page.getByText('years)').count()).toBe(0);
  await page.getByLabel('Date of birth').fill('3-12-48');
  const service = page.getByLabel('Date of service');
  const today = await service.inputValue();
  await service.fill(`${today.slice(0, 6)}${today.slice(8)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/medicareeligib/);
  await page.getByText('born 03/12/1948').waitFor();
  await page.locator('dd', { hasText: today }).first().waitFor();
});

test('a check that was not completed is an error, and a corrected one is sent after it', async () => {
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

test(
  'a referral is checked with its own masked number, and shows the resulting status',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo');
    await takeIn(page, { first: 'Vera', last: 'Checksample', mbi: '1EG4-TE5-MK00' });
    await page.goto(`${platformUrl}/referrals?view=All`);
    // Rows of other stories may fill the list beyond the screen.
    await page.getByRole('searchbox', { name: 'Search the referrals' }).fill('Checksample');
    await page.getByRole('table').getByRole('link', { name: 'Checksample, Vera' }).focus();
    await page.keyboard.press('e');
    await page.getByText('For the referral of').waitFor();
    expect(await page.locator('[data-path=Mbi]').inputValue()).toBe('****-***-MK00');
    expect(await page.getByLabel('Date of birth').inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    await page.locator('[data-path=Mbi]').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/medicareeligible\?/);
    await page.getByText('****-***-MK00').first().waitFor();
    await page.getByRole('link', { name: 'The referral' }).click();
    const checks = page.getByRole('region', { name: 'Eligibility' });
    await checks.getByText(/Eligible\s*as of/).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    // What is fine is folded into one line.
    await page.getByText(/^\d fine$/).click();
    await page.getByText('Checked: Eligible.').waitFor();
    await expectAccessibleInBothSchemes(page);
  },
);

test('one key checks a referral as it stands, and the answer is beside it', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /409/ });
  await takeIn(page, { first: 'Wanda', last: 'Onekeysample', mbi: '1EG4-TE5-MK03' });
  const start = addDays(dayIn(medicareTimeZone, new Date()), 6);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  await page.getByLabel('Requested start of care').fill(shown(start));
  await page.getByRole('button', { name: 'Save changes' }).click();
  const eligibility = page.getByRole('region', { name: 'Medicare eligibility' });
  await eligibility.getByText('Not checked').waitFor();
  await page.keyboard.press('e');
  await eligibility.getByText(`Home Care on ${shown(start)}`).waitFor();
  await eligibility.getByText('Eligible, with issues').waitFor();
  await eligibility.getByText('Medicare Advantage plan').waitFor();
  await page.getByText('Checked: Eligible, with issues.').waitFor();
  await expectAccessibleInBothSchemes(page);
  // Another charge is a person's choice.
  await eligibility.getByRole('button', { name: 'Check again' }).click();
  await eligibility.getByText('Checking again costs another charge').waitFor();
  await eligibility.getByRole('button', { name: 'Check again with Medicare' }).click();
  await eligibility.getByText('Medicare Advantage plan').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/referrals\/referral-/);
});

test('a referral without a Medicare number opens the form, which names what is missing', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Xenia', last: 'Nonumbersample' });
  await page.getByText('1 field missing to check eligibility.').waitFor();
  await page.keyboard.press('e');
  await expect
    .poll(() => page.getByRole('form', { name: 'Eligibility check' }).getByRole('status').textContent())
    .toBe('1 field to complete or correct before the check:');
});

test('the eligibility of a referral follows the check of a colleague', async () => {
  const marcus = await signIn('Marcus Halesample');
  await takeIn(marcus, { first: 'Raymond', last: 'Followsample' });
  await marcus.locator('main').getByRole('link', { name: 'Eligibility', exact: true }).first().click();
  await marcus.getByText('Eligibility has not been checked').waitFor();
  const ana = await openForm();
  const referral = new URL(marcus.url()).pathname.split('/').at(-1);
  await ana.goto(`${platformUrl}/eligibility?referral=${referral}`);
  await ana.getByText('For the referral of').waitFor();
  await ana.locator('[data-path=Mbi]').fill('1EG4-TE5-MK03');
  await ana.keyboard.press('Enter');
  await ana.waitForURL(/\/admin\/medicare/);
  const checks = marcus.getByRole('region', { name: 'Eligibility' });
  await checks.getByText(/as of .*, for Home Care on \d\d\/\d\d\/\d{4}\./).waitFor();
  await checks.getByRole('link', { name: 'Reasons and coverage' }).click();
  await marcus.getByRole('link', { name: 'Decline and refer…' }).click();
  const dialog = marcus.getByRole('dialog', { name: 'Decline Followsample, Raymond' });
  await expect.poll(() => dialog.count()).toBe(1);
});

test('repeating a check offers the recent response, and shows the changes after the rules changed', async () => {
  const page = await openForm('Oscar Pinesample');
  await ask(page, { mbi: '1EG4-TE5-MK07' });
  await page.waitForURL(/\/admin\/medicareeligibilityissues\?/);
  const first = page.url();

  await page.goto(`${platformUrl}/eligibility/settings`);
  await page.getByLabel('National provider identifier').fill('1427038315');
  await page.keyboard.press('Enter');
  await page.getByText('The NPI’s check digit is wrong').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('National provider identifier').fill('1427038314');
  await page.keyboard.press('Enter');
  await page.getByLabel('Part B ends within').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a whole number').waitFor();
  await page.getByLabel('Part B ends within').fill('60');
  await page.getByLabel('Service types asked about').first().pressSequentially('ag;');
  await page.getByText('AG', { exact: true }).waitFor();
  // A rule that differs from the default is marked, and only that one.
  await page.getByTitle('Not the default').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings updated successfully').waitFor();

  await page.goto(first);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('This was checked a few minutes ago').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again with Medicare' }).click();
  await page.waitForURL(/\/admin\/medicareeligible\?/);
  await page.getByText('the verdict was “Eligible, with issues”').waitFor();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByText('The verdict changed: Eligible, with issues → Eligible').waitFor();

  await page.getByRole('link', { name: 'Eligibility' }).click();
  await ask(page, { mbi: '1EG4-TE5-MK03' });
  await page.getByText('but a Medicare Advantage plan pays instead of Medicare').waitFor();
  await page.getByRole('button', { name: 'Mark as resolved…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as resolved' });
  await dialog.getByLabel('How it was resolved').fill('The plan gave an authorization');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Resolved: The plan gave an authorization/).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Mark as resolved…' }).waitFor();
  await page.getByRole('link', { name: 'Add a contract' }).click();
  await page.waitForURL(/\/payers\?edit=new/);
});

test('a pasted response of the same person is compared with the check before, and the history exports both', async () => {
  const page = await openForm();
  await ask(page, { mbi: '1EG4-TE5-MK10' });
  await page.waitForURL(/\/admin\/medicareeligible\?/);
  await page.getByRole('link', { name: 'Eligibility' }).click();
  await page.getByText('Paste a 271 response').click();
  await page
    .getByLabel('Medicare response')
    .fill(await advantageAnswer({ mbi: '1EG4-TE5-MK10', first: 'Ana', last: 'Sample', born: '1948-03-12' }));
  await ask(page, { mbi: '1EG4-TE5-MK10' });
  await page.waitForURL(/\/admin\/medicareeligibilityissues\?/);

  await page.getByRole('button', { name: 'Compare with the check before' }).click();
  await page.getByText('The verdict changed: Eligible → Eligible, with issues').waitFor();
  await page
    .getByRole('row', { name: /Medicare Advantage gained retroactive.* none SAMPLE HEALTH PLAN/ })
    .waitFor();
  await page.getByRole('row', { name: /Part B changed retroactive/ }).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.goto(`${platformUrl}/eligibility/history`);
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expectAccessibleInBothSchemes(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain('****-***-MK10');
  expect(csv).not.toContain('1EG4');
  expect(csv).toContain('SANDBOX  not a Medicare response');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('The verdict changed').waitFor();
});

test('an administrator opens the request and the response by a link from the person with the problem', async () => {
  const ana = await openForm();
  await ask(ana, { mbi: '1EG4-TE5-MK15' });
  await ana.waitForURL(/\/admin\/medicareeligible\?/);
  const link = ana.url();
  await ana.goto(`${platformUrl}/eligibility/exchange`);
  await ana.getByText('You don’t have access to Raw 270/271').waitFor();
  await ana.getByRole('link', { name: 'Back to referrals' }).click();
  await ana.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();

  const ada = await signIn('Ada Quillsample');
  await ada.getByRole('link', { name: 'Raw 270/271' }).click();
  await ada.getByLabel('Link to the check').fill(link);
  await ada.keyboard.press('Enter');
  await ada.getByRole('button', { name: 'Open and record it' }).click();
  const answer = ada.getByRole('region', { name: 'Response (271)' });
  await answer.getByRole('row', { name: /Name NM1\*IL\*1\*SAMPLE\*ANA\*\*\*\*MI\*1EG4TE5MK15/ }).waitFor();
  await ada.getByRole('region', { name: 'Request (270)' }).getByText('EQ*30^42^45').waitFor();
  const downloading = ada.waitForEvent('download');
  await answer.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/^ISA\*/);
  await expectAccessibleInBothSchemes(ada);
});

test('on a phone in the dark nothing is cut off', async () => {
  const page = await signIn('Ana Marshdemo', { colorScheme: 'dark', viewport: { width: 360, height: 800 } });
  const screens = [
    ['/eligibility', /SANDBOX/],
    ['/eligibility/history', /SANDBOX/],
    ['/admin/medicareeligible', /SANDBOX/],
    ['/eligibility/settings', /A manager of the agency can change them/],
  ] as const;
  for (const [path, text] of screens) {
    await page.goto(platformUrl + path);
    await page.getByText(text).first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

async function openForm(person = 'Ana Marshdemo'): Promise<Page> {
  const page = await signIn(person, { expectedErrors: /409|50[23]/ });
  await page.getByRole('link', { name: 'Eligibility' }).click();
  await page.getByText('SANDBOX, not a Medicare response').first().waitFor();
  return page;
}

/** Fills the form by keyboard, as staff do. */
async function ask(page: Page, { mbi, category = 'Home Care' }: Check): Promise<void> {
  await page.locator('[data-path=Mbi]').fill(mbi.replaceAll('-', ' ').toLowerCase());
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Date of birth').fill('1948-03-12');
  await page.getByRole('radio', { name: category }).check();
  // Enter on a choice sends no form.
  await page.keyboard.press('Control+Enter');
}

function focusedField(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-path') ?? null);
}
