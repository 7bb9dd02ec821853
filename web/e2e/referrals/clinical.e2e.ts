import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  firstRow,
  platformUrl,
  reviewLine,
  signIn,
  takeIn,
} from '../browser.ts';

test('the orderer, diagnoses and contacts are typed when known, judged and shown', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Clara', last: 'Clinicdemo' });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  await page.getByRole('combobox', { name: 'Ordering practitioner' }).fill('Olive Orderdemo');
  const npi = page.getByLabel('Ordering NPI');
  await npi.fill('1427038315');
  await npi.press('Tab');
  await page.getByText('Check for a mistyped digit').first().waitFor();
  await npi.fill('1427038314');
  await page.getByRole('combobox', { name: 'Primary diagnosis' }).fill('i509');
  await page.getByLabel('Requested start of care').fill(dayFrom(4));
  await page.getByRole('combobox', { name: 'Homebound' }).selectOption('Yes');
  await page.getByLabel('Emergency phone').fill('8605550101');
  await page.getByLabel('Allergies').fill('penicillin');
  await page.getByRole('combobox', { name: 'Code status' }).selectOption('DNR');
  await page.getByLabel('Infection and precautions').fill('MRSA, contact');
  await page.getByLabel('Discharge date').fill(dayFrom(1));
  await page.getByLabel('Discharge time').fill('2 PM');
  await page.getByLabel('Going home to').fill('Daughter, 12 Test Way, Hartford');
  const primaryCare = page.getByRole('combobox', { name: 'Primary care practitioner' });
  await primaryCare.focus();
  await primaryCare.press('Enter');
  await expect.poll(() => page.getByLabel('Primary care NPI').inputValue()).toBe('1427038314');
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const clinical = page.getByRole('main').locator('section', { hasText: 'Requested start of care' }).last();
  await clinical.getByText('I50.9', { exact: true }).waitFor();
  await clinical.getByText(dayFrom(4)).waitFor();
  await clinical.getByText('(860) 555-0101').waitFor();
  await clinical.getByText('Daughter, 12 Test Way, Hartford').waitFor();
  await page
    .getByText(
      `leaves ${dayFrom(1)}, 2 PM · homebound · allergies: penicillin · infection: MRSA, contact · DNR`,
    )
    .waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Ordering NPI').first().waitFor();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  // Known fields are open without a press.
  expect(await page.getByRole('combobox', { name: 'Primary diagnosis' }).inputValue()).toBe('I50.9');
  await expectNoSidewaysScroll(page);
});

test('a start of care brings the dates that it must meet, each with its rule, and they follow its facts', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Adele', last: 'Admitdemo' });
  expect(await page.getByRole('region', { name: 'Admission dates' }).count()).toBe(0);
  const change = async (name: string, value: string) => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const open = page.getByRole('button', { name: 'Add clinical facts' });
    const field = page.getByLabel(name, { exact: true });
    await open.or(field).first().waitFor();
    if (await open.isVisible()) await open.click();
    await field.fill(value);
    await page.getByRole('button', { name: 'Save changes' }).click();
  };
  await change('Start of care', dayFrom(-20));
  const dates = page.getByRole('region', { name: 'Admission dates' });
  const notice = dates.getByRole('listitem').filter({ hasText: 'Notice of admission (NOA)' });
  await notice.getByText(`By ${dayFrom(-15)}`).waitFor();
  await notice.getByText('Rule').click();
  await notice.getByText('42 CFR 484.205(j)').waitFor();
  await dates.getByText(`${dayFrom(-110)} to ${dayFrom(10)}`).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await change('NOA or NOE filed', dayFrom(-16));
  await notice.getByText('Done').waitFor();

  await page.goto(`${platformUrl}/referrals?view=All&sort=ReceivedNewest`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Next date' }).click();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: 'Admitdemo' });
  await row.getByText(`${dayFrom(10)} Face-to-face encounter`).waitFor();
});

test('practitioners and diagnoses are found in the national lists, and a claim’s own rule says who may order', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Orla', last: 'Ordersample' });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  await page.getByRole('combobox', { name: 'Ordering practitioner' }).fill('Prescriber, D');
  const option = page.getByRole('option', { name: 'PRESCRIBER, DANA · 1427038314' });
  await option.and(page.locator('[data-combobox-selected]')).waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('combobox', { name: 'Ordering practitioner' }).inputValue()).toBe(
    'PRESCRIBER, DANA',
  );
  const npi = page.getByLabel('Ordering NPI');
  expect(await npi.inputValue()).toBe('1427038314');
  await page.getByText('PRESCRIBER, DANA: may order home health.').waitFor();
  await npi.fill('1000000277');
  await page.getByText('CMS has this NPI as EXAMPLER, ELENA. A claim with another name is denied.').waitFor();
  await page.getByRole('combobox', { name: 'Ordering practitioner' }).fill('Elena Exampler, NP');
  await page.getByText('EXAMPLER, ELENA: may not order home health.').waitFor();
  await page.getByRole('combobox', { name: 'Primary diagnosis' }).fill('heart fail');
  await page.getByRole('option', { name: 'I50.9 Heart failure, unspecified' }).click();
  expect(await page.getByRole('combobox', { name: 'Primary diagnosis' }).inputValue()).toBe('I50.9');
  const others = page.getByRole('combobox', { name: 'Other diagnoses' });
  await others.fill('I10, type 2 hyper');
  await page.getByRole('option', { name: /^E11\.65/ }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Enter');
  expect(await others.inputValue()).toBe('I10, E11.65');
});

test('a saved orderer whom Medicare denies is a check, is not settled, and is in the packet', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Odette', last: 'Ordersaved' });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  await page.getByRole('combobox', { name: 'Ordering practitioner' }).fill('Pat Placeholder');
  await page.getByLabel('Ordering NPI').fill('1427038314');
  const denied = 'CMS has this NPI as PRESCRIBER, DANA. A claim with another name is denied.';
  await page.getByText(denied).waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const row = page
    .getByRole('region', { name: /^Checks/ })
    .getByRole('listitem')
    .filter({ hasText: 'Orderer' });
  await row.getByText(denied).waitFor();
  await page.getByText(/^Still open: .*orderer that Medicare denies/).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  const { pathname } = new URL(page.url());
  await page.goto(`${platformUrl}${pathname}/packet`);
  await page.getByRole('row').filter({ hasText: 'Orderer' }).getByText(denied).waitFor();
  await page.goto(`${platformUrl}${pathname}`);
  await row.getByRole('link', { name: 'Change orderer' }).click();
  await page.getByLabel('Ordering NPI').and(page.locator(':focus')).waitFor();
});

test('an NPI is judged with the name that the fax has for it, before the name is accepted', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  const buffer = Buffer.from(smallPdf(['Ordering physician: Pat Placeholder']));
  await page
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'order.pdf', mimeType: 'application/pdf', buffer }]);
  await reviewLine(page, 'Ordering practitioner').filter({ hasText: 'Pat Placeholder' }).waitFor();
  await page.getByLabel('Ordering NPI').fill('1427038314');
  await page
    .getByText('CMS has this NPI as PRESCRIBER, DANA. A claim with another name is denied.')
    .waitFor();
  expect(await page.getByText('may order home health').count()).toBe(0);
  await page.goto(`${platformUrl}/referrals`);
});

test('Enter takes what an empty field usually repeats, days are typed from today, and a list finds who starts by then', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Rhea', last: 'Repeatdemo' });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add clinical facts' }).press('Enter');
  const valueOf = (path: string) => page.locator(`[data-path="Clinical.${path}"]`).inputValue();
  await page.keyboard.type('d pres');
  await page.getByRole('option', { name: 'PRESCRIBER, DANA · 1427038314' }).waitFor();
  await page.locator('[data-combobox-selected]').waitFor();
  await page.keyboard.press('Enter');
  // The certifying practitioner, past the number that was filled.
  await page.getByRole('button', { name: 'Same as ordering practitioner' }).first().waitFor();
  await page.keyboard.press('Enter');
  expect([await valueOf('CertifyingPractitioner'), await valueOf('CertifyingNpi')]).toEqual([
    'PRESCRIBER, DANA',
    '1427038314',
  ]);
  await page.keyboard.type('-3');
  await page.keyboard.press('Enter');
  expect(await valueOf('FaceToFaceDate')).toBe(dayFrom(-3));
  await page.keyboard.press('Enter');
  expect(await valueOf('FaceToFaceBy')).toBe('PRESCRIBER, DANA');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.fill('Spanish');
  await page.getByLabel('Requested start of care').fill('t+5');
  expect(await language.inputValue()).toBe('Spanish');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(dayFrom(5)).first().waitFor();

  await page.goto(`${platformUrl}/referrals?view=All&start=${isoFrom(4)}`);
  await page.getByRole('button', { name: `Remove the filter Start by: ${dayFrom(4)}` }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Repeatdemo' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Requested start by').fill(isoFrom(5));
  await page.getByRole('row').filter({ hasText: 'Repeatdemo' }).waitFor();
});

test('an agency chooses the clinical facts that its intake asks for, and what a referral has stays in view', async () => {
  const page = await signIn('Ivy Frosttest');
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const edited = page.url();
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  await page.getByRole('combobox', { name: 'Primary diagnosis' }).fill('I50.9');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('I50.9', { exact: true }).waitFor();

  const ada = await signIn('Ada Quillsample', { path: '/admin/agencies' });
  await ada.getByRole('link', { name: 'Evergreen Hospice', exact: true }).click();
  const facts = ada.getByRole('combobox', { name: 'Clinical facts' });
  await facts.focus();
  for (let left = ClinicalField.options.length; left > 0; left -= 1) await facts.press('Backspace');
  await facts.fill('Room');
  await ada.getByRole('option', { name: 'Room', exact: true }).click();
  await facts.press('Tab');
  await expectAccessibleInBothSchemes(ada);
  await ada.getByRole('button', { name: 'Save', exact: true }).click();
  await ada.getByText('Our agency updated successfully').waitFor();

  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByRole('button', { name: 'Add clinical facts' }).click();
  const clinical = page.getByRole('region', { name: 'Clinical' });
  await clinical.getByLabel('Room').waitFor();
  expect(await clinical.getByRole('textbox').count()).toBe(1);

  await page.goto(edited);
  await clinical.getByLabel('Room').waitFor();
  expect(await clinical.getByRole('combobox', { name: 'Primary diagnosis' }).inputValue()).toBe('I50.9');
  expect(await clinical.getByRole('textbox').count()).toBe(1);
});

/** A day as the form shows it, this many days from today. */
/** The day of the browser and of the agency, which in the evening is not yet that of UTC. */
const isoFrom = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });

function dayFrom(days: number): string {
  const [year, month, day] = isoFrom(days).split('-');
  return `${month}/${day}/${year}`;
}
