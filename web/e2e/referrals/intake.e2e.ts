import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible, inRail, platformUrl, reviewLine, signIn, takeIn } from '../browser.ts';

test('a referral is recorded without a mouse', async () => {
  const page = await openIntake();
  await fill(page, { 'Referral source': 'Hosp', 'Last name': 'Boardtest', 'First name': 'Kay' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('09141948');
  await fill(page, { State: 'alab' });
  await page.keyboard.press('Enter');
  await fill(page, { ZIP: '5201', City: 'Birmingham', 'Street address': '14 main st' });
  await page.getByRole('checkbox', { name: 'Physical therapy' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/referrals\/referral-/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toMatch(/Boardtest/);
});

test('an invalid field gets the focus and all typed text is kept', async () => {
  const page = await openIntake();
  await fill(page, { 'Referral source': 'Hospital', 'First name': 'Kay' });
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => focusedField(page)).toBe('Patient.LastName');
  expect(await page.getByLabel('First name').inputValue()).toBe('Kay');
});

test('a field missing for the eligibility check is linked, while typing and on the saved referral', async () => {
  const page = await openIntake();
  await fill(page, { 'Last name': 'Missingtest' });
  const checks = page.getByRole('complementary', { name: 'Checks' });
  await checks.getByText('3 fields missing to check eligibility').waitFor();
  await checks.getByRole('button', { name: 'Medicare number' }).click();
  await expect.poll(() => focusedField(page)).toBe('Patient.Mbi');
  await inRail(page, 'Referrals').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await takeIn(page, { first: 'Ida', last: 'Missingtest' });
  await page.getByRole('button', { name: 'Medicare number' }).click();
  await page.getByRole('heading', { name: 'Edit referral' }).waitFor();
  await expect.poll(() => focusedField(page)).toBe('Patient.Mbi');
});

test('state, city and county follow the ZIP code, replacing those typed for another place', async () => {
  const page = await openIntake();
  const place = async () => [
    await page.getByLabel('City').inputValue(),
    await page.getByLabel('County').inputValue(),
  ];
  await fill(page, { ZIP: '06103' });
  await expect.poll(place).toEqual(['Hartford', 'Hartford']);
  await page.getByLabel('City').fill('Somewhere else');
  await page.getByRole('combobox', { name: 'ZIP' }).fill('06510');
  await expect.poll(place).toEqual(['New Haven', 'New Haven']);
  // The new file has no county, so the county of the former place is removed.
  await page.getByRole('combobox', { name: 'ZIP' }).fill('02903-1234');
  await page.keyboard.press('Tab');
  await expect.poll(place).toEqual(['Providence', '']);
  expect(await page.getByRole('combobox', { name: 'ZIP' }).inputValue()).toBe('02903');
  expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('RI - Rhode Island');
});

test('a street is found when its number comes last and with a unit, and a misspelled one is only suggested', async () => {
  const page = await openIntake();
  const value = (name: string) => page.getByLabel(name).inputValue();
  await fill(page, { ZIP: '06103' });
  await expect.poll(() => value('City')).toBe('Hartford');
  const street = page.getByRole('combobox', { name: 'Street address' });
  await street.fill('fictional elm 18 apt 4');
  await page.getByRole('option', { name: /^18 FICTIONAL ELM ST .*unit left out/ }).click();
  await expect.poll(() => value('Unit')).toBe('4');
  expect(await street.inputValue()).toBe('18 FICTIONAL ELM ST');
  await street.fill('18 ficitonal elm st');
  await page.keyboard.press('Tab');
  await page.getByText('In the file: 18 FICTIONAL ELM ST (similar spelling)').waitFor();
  expect(await street.inputValue()).toBe('18 ficitonal elm st');
  await page.getByRole('button', { name: '18 FICTIONAL ELM ST' }).click();
  await expect.poll(() => street.inputValue()).toBe('18 FICTIONAL ELM ST');
  await page.getByText('In the file:').waitFor({ state: 'hidden' });
});

test('a street is offered although the list lacks the house number, which may be kept', async () => {
  const page = await openIntake();
  await fill(page, { ZIP: '06103' });
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Hartford');
  const street = page.getByRole('combobox', { name: 'Street address' });
  await street.fill('9041 demo orchrd');
  await page.getByRole('option', { name: /^9041 DEMO ORCHARD ST.*number not in the list/ }).click();
  expect(await street.inputValue()).toBe('9041 DEMO ORCHARD ST');
  await street.press('Tab');
  await page.getByText('Not in our address list (OK to keep)').first().waitFor();
});

test('the plan of a contract is chosen where it is asked for, while typing and on the saved referral', async () => {
  const page = await openIntake();
  await fill(page, { 'Referral source': 'Hospital', 'Last name': 'Plantest', 'First name': 'Paula' });
  await page.getByLabel('Date of birth').fill('3-4-52');
  await fill(page, { ZIP: '06103', 'Street address': '1 Test St', 'Primary payer': 'Medicare' });
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Hartford');
  const checks = page.getByRole('complementary', { name: 'Checks' });
  await checks.getByRole('button', { name: 'Choose plan' }).click();
  await page.getByRole('option', { name: 'Part A and B' }).waitFor();
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('link', { name: 'Choose plan' }).click();
  await page.getByRole('option', { name: 'Part A and B' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/^\d fine$/).click();
  await page.getByText('Medicare is contracted for Part A and B').waitFor();
});

test('on a phone the checks are above the save button, and no focused field is under it', async () => {
  const page = await openIntake();
  await page.setViewportSize({ width: 360, height: 780 });
  const line = page.getByRole('list', { name: 'Checks in short' });
  const save = page.getByRole('button', { name: 'Save referral' });
  const topOf = async (of: typeof line) => (await of.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(line)).toBeLessThan(await topOf(save));
  expect(await page.getByLabel('Date of birth').getAttribute('inputmode')).toBe('numeric');
  const last = page.getByLabel('Clinical summary');
  const isAtEnd = () => last.evaluate((field) => field === document.activeElement);
  await page.getByLabel('Referral source').focus();
  for (let tabs = 0; tabs < 40 && !(await isAtEnd()); tabs += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    const focused = page.locator(':focus');
    const box = await focused.boundingBox();
    const name = await focused.getAttribute('data-path');
    if (name === null || box === null) continue;
    expect([name, box.y + box.height <= (await topOf(line))]).toEqual([name, true]);
  }
  expect(await isAtEnd()).toBe(true);
});

test('a returning patient is recognized while typing, and is marked as different or linked to the earlier referral', async () => {
  const page = await openIntake();
  const patient = { 'First name': 'Rita', 'Last name': 'Returntest', 'Date of birth': '3-4-52' };
  const record = async () => {
    await fill(page, { 'Referral source': 'Hospital', ...patient });
    await fill(page, { ZIP: '06103', 'Street address': '1 Test St' });
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Hartford');
  };
  await record();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /Returntest/ }).waitFor();
  await page.goto(`${platformUrl}/referrals/new`);
  await expect.poll(() => focusedField(page)).toBe('Source.Kind');
  await record();
  const found = page.getByRole('region', { name: 'Likely duplicate' });
  await found.getByText('Same date of birth').waitFor();
  await found.getByRole('button', { name: 'Different patient' }).click();
  await found.waitFor({ state: 'hidden' });
  await page.getByRole('complementary', { name: 'Checks' }).getByRole('button', { name: 'Undo' }).click();
  await found.getByRole('button', { name: 'Link as readmission' }).click();
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  const related = page.getByRole('list', { name: 'Related referrals' });
  await related.getByText('Readmission. Earlier referral:').waitFor();
  await related.getByRole('link').click();
  await related.getByText('Readmitted. Later referral:').waitFor();
  expect(await page.getByRole('region', { name: 'Likely duplicate' }).count()).toBe(0);
});

test('a change after a lost answer still makes one referral, with the change', async () => {
  const page = await openIntake();
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route('**/api/referrals/create', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (!isLost) return route.continue();
    await route.fetch();
    return route.abort();
  });

  await fill(page, { 'Referral source': 'Phone', 'First name': 'Lois', 'Last name': 'Tanswertest' });
  await page.getByLabel('Date of birth').fill('1951-02-03');
  await fill(page, { ZIP: '6103', City: 'Hartford', 'Street address': '1 Test St' });
  await page.keyboard.press('Control+Enter');
  await page.getByText('We can’t tell whether').waitFor({ timeout: 45_000 });

  isLost = false;
  await page.getByLabel('First name').fill('Louise');
  await page.getByRole('button', { name: 'Save referral' }).dblclick();
  await page.waitForURL(/referrals\/referral-/);
  expect(new Set(keys).size).toBe(1);
  await page.getByRole('heading', { name: /Louise/ }).waitFor();
  await inRail(page, 'Referrals').click();
  await page.getByRole('link', { name: /^Tanswertest/ }).waitFor();
  expect(
    await page
      .getByRole('table')
      .getByRole('link', { name: /Tanswertest/ })
      .count(),
  ).toBe(1);
});

test('a lost answer is resolved although someone has edited the referral since', async () => {
  const page = await openIntake(/net::ERR_FAILED|status of 409/);
  let isLost = true;
  await page.route('**/api/referrals/create', async (route) => {
    if (route.request().method() !== 'PUT' || !isLost) return route.continue();
    await route.fetch();
    return route.abort();
  });

  await fill(page, { 'Referral source': 'Phone', 'First name': 'Lois', 'Last name': 'Meanwhiletest' });
  await page.getByLabel('Date of birth').fill('1951-02-03');
  await fill(page, { ZIP: '6103', City: 'Hartford', 'Street address': '1 Test St' });
  await page.keyboard.press('Control+Enter');
  await page.getByText('We can’t tell whether').waitFor({ timeout: 45_000 });

  const marcus = await signIn('Marcus Halesample');
  await marcus
    .getByRole('link', { name: /Meanwhiletest/ })
    .first()
    .click();
  await marcus.getByRole('button', { name: 'Accept' }).click();
  await marcus.getByText('Referral updated successfully').waitFor();

  isLost = false;
  await page.getByLabel('First name').fill('Louise');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toMatch(/Louise/);
});

test('a ZIP code answer that arrives during the save neither changes the form nor blocks leaving it', async () => {
  const page = await openIntake();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/referrals/create', async (route) => {
    const known = page.waitForResponse('**/api/settings/GetZipCodesByState*');
    release();
    await (await known).finished();
    await route.continue();
  });
  await fill(page, { 'Referral source': 'Phone', 'First name': 'Lois', 'Last name': 'Latetest' });
  await page.getByLabel('Date of birth').fill('1951-02-03');
  await page.route('**/api/settings/GetZipCodesByState*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'RI - Rhode Island' }).click();
  await fill(page, { ZIP: '02903', City: 'Elsewhere', 'Street address': '1 Test St' });
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/referrals\/referral-/);
  await page.getByText('Elsewhere').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('Enter takes the first suggestion, even one that arrived after the text', async () => {
  const page = await openIntake();
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/settings/GetStreetAddressesByStateAndCode*', async (route) => {
    await typed;
    await route.continue();
  });
  await fill(page, { ZIP: '06511', 'Street address': 'elm 18' });
  release();
  await page.locator('[data-combobox-selected]', { hasText: '18 FICTIONAL ELM ST' }).waitFor();
  await page.keyboard.press('Enter');
  const street = page.locator('[data-path="Address.StreetAddress"]');
  await expect.poll(() => street.inputValue()).toBe('18 FICTIONAL ELM ST');
});

test('a name and a phone number are saved, and what is missing is asked for in one view', async () => {
  const page = await openIntake();
  await fill(page, { 'Referral source': 'Phone', 'Last name': 'Callertest' });
  // A key at a time, as a person types it.
  await page.locator('[data-path="Patient.Phone"]').pressSequentially('8605550133 ext 12');
  expect(await page.locator('[data-path="Patient.Phone"]').inputValue()).toBe('(860) 555-0133 ext 12');
  await page.getByText('5 fields can wait').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: 'Callertest' }).waitFor();
  await page.getByText('Date of birth unknown').waitFor();
  await page.getByText('Needs information.').waitFor();
  await page.getByRole('button', { name: 'Street address', exact: true }).waitFor();
  await inRail(page, 'Referrals').click();
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Needs information' })
    .click();
  await page.getByRole('table').getByRole('link', { name: 'Callertest' }).waitFor();
  expect(await page.getByRole('table').innerText()).not.toMatch(/NaN|Invalid/);
});

test('a field is judged when it is left, and the SSN is then masked', async () => {
  const page = await openIntake();
  const ssn = page.getByLabel('SSN');
  await ssn.fill('219-09-9999');
  await page.getByLabel('Medicare number').fill('1EG4TE5MK5X');
  expect(await ssn.inputValue()).toBe('***-**-9999');
  await page.keyboard.press('Tab');
  const wrong = page.getByText('An MBI looks like 1EG4-TE5-MK73. The last character must be a number');
  // Below the field, and soon in the footer, too.
  await wrong.first().waitFor();
  await page.getByRole('combobox', { name: 'State' }).focus();
  expect(await page.locator('[role=option]:visible').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Primary payer', exact: true }).focus();
  await page.getByRole('option', { name: 'Medicare', exact: true }).waitFor();
  await ssn.focus();
  expect(await ssn.inputValue()).toBe('219-09-9999');
  await page.getByLabel('Date of birth').fill('2/30/49');
  await ssn.focus();
  await page.getByText('There is no February 30').waitFor();
  // The footer says it once, and the index that it is wrong, not empty.
  await page
    .getByText(/have errors|has an error|have an error/)
    .first()
    .waitFor();
  expect(await page.getByText('fields need attention').count()).toBe(0);
  await page.getByRole('navigation', { name: 'Parts of the referral' }).getByText('2 to correct').waitFor();
  const checks = page.getByRole('complementary', { name: 'Checks' });
  await page.getByLabel('Last name').fill('Toolongtest');
  await checks.getByRole('heading', { name: /^Checks/ }).waitFor();
  // Nothing is asked about a name that is too long, which would be an error in the console.
  await page.getByLabel('Last name').fill('Toolongtest'.repeat(6));
  await page.getByText('Use 60 characters or fewer (this has 66)').first().waitFor();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await checks.getByRole('heading', { name: /^Checks/ }).count()).toBe(1);
});

test('values of a pasted text are reviewed line by line, and only accepted ones are taken over', async () => {
  const page = await openIntake();
  await page.getByRole('button', { name: 'Paste text…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste text' });
  await dialog.getByLabel('Text of the fax').fill('Thank you');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('Nothing was found that the form does not have already').waitFor();
  await dialog
    .getByLabel('Text of the fax')
    .fill('Patient: PRETENDEZ, RAYMOND  DOB: 03/06/1949\nMBI: 1EG4-TE5-MK12\nHARTFORD CT 06103');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  await reviewLine(page, 'Patient').filter({ hasText: 'Raymond Pretendez' }).waitFor();
  await expectAccessible(page);
  for (const label of ['Patient', 'Date of birth', 'Address']) {
    await reviewLine(page, label).focus();
    await page.keyboard.press('Enter');
  }
  await reviewLine(page, 'Medicare number (MBI)').focus();
  await page.keyboard.press('x');
  const value = (path: string) => page.locator(`[data-path="${path}"]`).inputValue();
  expect(await value('Patient.LastName')).toBe('Pretendez');
  expect(await value('Patient.DateOfBirth')).toBe('03/06/1949');
  expect(await value('Patient.Mbi')).toBe('');
  expect(await value('Address.ZipCode')).toBe('06103');
});

async function openIntake(expectedErrors = /net::ERR_FAILED/): Promise<Page> {
  const page = await signIn('Ana Marshdemo', { expectedErrors, path: '/referrals/new' });
  await page.getByLabel('First name').waitFor();
  return page;
}

/** Uses the keyboard alone: to the field, then its text. */
async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await page.locator(`[data-path="${paths.get(label) ?? ''}"]`).focus();
    await page.keyboard.type(text);
  }
}

const paths = new Map([
  ['Referral source', 'Source.Kind'],
  ['First name', 'Patient.FirstName'],
  ['Last name', 'Patient.LastName'],
  ['Date of birth', 'Patient.DateOfBirth'],
  ['State', 'Address.State'],
  ['ZIP', 'Address.ZipCode'],
  ['City', 'Address.City'],
  ['Street address', 'Address.StreetAddress'],
  ['Primary payer', 'Payers.0.Name'],
]);

function focusedField(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-path') ?? null);
}

test('patient numbers are masked, can be revealed, and are masked again after half a minute', async () => {
  const page = await openIntake();
  await fill(page, { 'Referral source': 'Phone', 'First name': 'Nora', 'Last name': 'Numbertest' });
  await page.getByLabel('Date of birth').fill('1951-02-03');
  await fill(page, { ZIP: '6103', City: 'Hartford', 'Street address': '1 Test St' });
  await page.getByLabel('SSN').fill('219-09-9999');
  await page.getByLabel('Medicare number').pressSequentially('1eg4 - te5 - mk73');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByText('***-**-9999').waitFor();
  await page.clock.install();
  await page.getByRole('button', { name: 'Show MBI and SSN' }).click();
  await page.getByRole('menuitem', { name: 'Confirm who the patient is' }).click();
  await page.getByText('219-09-9999').waitFor();
  await page.getByText('1EG4-TE5-MK73').waitFor();
  await page.clock.runFor(30_000);
  await page.getByText('****-***-MK73').waitFor();
  expect(await page.getByText('219-09-9999').count()).toBe(0);
});
