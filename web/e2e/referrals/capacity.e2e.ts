import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endOfWeeks } from '@handoff/shared/domain/agency/capacity';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { dayText } from '@handoff/shared/domain/records/calendar-day';
import { expectAccessibleInBothSchemes, expectShown, signIn, takeIn } from '../browser.ts';

const untilWeek = (weeks: number) => dayText(endOfWeeks(dayIn('America/New_York', new Date()), weeks));

test('a discipline that is full shows live in an open referral, and a decline for capacity records it', async () => {
  // Opening a discipline removes the entry while its activity is shown.
  const expectedErrors = /status of 404 .*getrecord/;
  const marcus = await signIn('Marcus Halesample', { path: '/coverage', expectedErrors });
  await openLeftOver(marcus);
  const ana = await signIn('Ana Marshdemo');
  await takeIn(ana, { first: 'Capri', last: 'Capacitysample' });
  const checks = ana.getByRole('region', { name: /^Checks/ });
  // What is fine is folded into one line.
  await checks.getByText(/^\d fine$/).click();
  await checks.getByText('All services are open.').waitFor();

  // From cell to cell by keys, and back to the cell after saving.
  const cell = therapyInHartford(marcus);
  await lineOf(marcus)
    .getByRole('button', { name: /^Skilled nursing: / })
    .focus();
  await marcus.keyboard.press('ArrowRight');
  await marcus.keyboard.press('Enter');
  const editor = marcus.getByRole('complementary', { name: 'Hartford, CT' });
  await editor.getByRole('heading', { name: 'Physical therapy in Hartford, CT' }).waitFor();
  await editor.getByRole('button', { name: 'That week' }).click();
  await expectAccessibleInBothSchemes(marcus);
  await editor.getByRole('button', { name: 'Save capacity' }).click();
  await expectShown(marcus, 'Capacity updated successfully');
  await editor.waitFor({ state: 'detached' });
  await expect.poll(() => cell.textContent()).toBe(`Physical therapy: full until ${untilWeek(1)}`);
  expect(await cell.evaluate((shown) => shown === document.activeElement)).toBe(true);

  await checks.getByText(`Physical therapy is full in Hartford County until ${untilWeek(1)}.`).waitFor();
  await ana.getByText(/^Still open: .*capacity full/).waitFor();
  await expectAccessibleInBothSchemes(ana);
  await openAgain(marcus);
  await checks.getByText('All services are open.').waitFor();

  const dialog = await declineForCapacity(ana);
  const record = dialog.getByRole('checkbox', { name: 'Record Physical therapy as full in Hartford County' });
  expect(await record.isChecked()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Full until' }).selectOption({ index: 2 });
  await expectAccessibleInBothSchemes(ana);
  await dialog.getByRole('button', { name: 'Decline the referral' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await ana.getByRole('group', { name: 'Decision' }).getByText('No capacity').waitFor();
  await checks.getByText(`full in Hartford County until ${untilWeek(4)}.`).waitFor();

  await expect.poll(() => cell.textContent()).toBe(`Physical therapy: full until ${untilWeek(4)}`);
  await expectAccessibleInBothSchemes(marcus);
  await marcus.getByRole('link', { name: 'Hartford', exact: true }).click();
  await editor.getByRole('heading', { name: `Physical therapy: full until ${untilWeek(4)}` }).waitFor();
  await expectAccessibleInBothSchemes(marcus);
  await openAgain(marcus);
});

test('a decline stays when its capacity is not recorded, and says so', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 400/ });
  await takeIn(page, { first: 'Fulton', last: 'Capacityfailsample' });
  await page.route('**/capacities/set', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        ErrorMessage: 'Choose a discipline',
        code: 'invalid_request',
        requestId: 'planned',
      }),
    }),
  );
  const dialog = await declineForCapacity(page);
  await dialog.getByRole('button', { name: 'Decline the referral' }).click();
  await expectShown(page, 'The referral is declined, but the capacity was not recorded. Choose a discipline');
  await dialog.waitFor({ state: 'hidden' });
  const decision = page.getByRole('group', { name: 'Decision' });
  await expect.poll(() => decision.getByText('No capacity').count()).toBe(1);
});

async function declineForCapacity(page: Page) {
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Decline / });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'No capacity' }).click();
  return dialog;
}

const lineOf = (page: Page): Locator =>
  page.getByRole('table', { name: 'Coverage of CT' }).getByRole('row', { name: /^Hartford/ });
const therapyInHartford = (page: Page): Locator =>
  lineOf(page).getByRole('button', { name: /^Physical therapy: / });

/** A first try of the story may have left it full. */
async function openLeftOver(page: Page): Promise<void> {
  await therapyInHartford(page).waitFor();
  if ((await therapyInHartford(page).textContent())?.includes('until')) await openAgain(page);
}

async function openAgain(page: Page): Promise<void> {
  await therapyInHartford(page).click();
  await page.getByRole('button', { name: 'Open again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).click();
  await expectShown(page, 'Capacity deleted successfully');
}
