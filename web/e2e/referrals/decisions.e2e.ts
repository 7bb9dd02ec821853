import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  platformUrl,
  signIn,
  takeIn,
} from '../browser.ts';

test('a card moves on the board by keyboard, only to allowed statuses, and keeps the focus', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Wilma', last: 'Boardsample' });
  await page.goto(`${platformUrl}/referrals/board`);
  const cardIn = (column: string) =>
    page.getByRole('region', { name: column, exact: true }).getByRole('link', { name: 'Boardsample, Wilma' });
  await cardIn('New').focus();
  await page.keyboard.press('m');
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: /^Declined.*asks for a reason/ }).waitFor();
  await menu.getByRole('menuitem', { name: /^Accepted.*accepts the referral/ }).waitFor();
  expect(await menu.getByRole('menuitem', { name: /^New/ }).count()).toBe(0);
  await expectAccessible(page);
  // The first choice has the focus.
  await page.keyboard.press('Enter');
  await page.getByText('Moved Boardsample, Wilma from New to In review').waitFor();
  await cardIn('In review').waitFor();
  expect(await cardIn('New').count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Boardsample, Wilma');

  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focusedColumn(page)).toBe('New');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedColumn(page)).toBe('In review');
  await cardIn('In review').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Wilma Boardsample|Boardsample, Wilma/ }).waitFor();
});

test('a card is dragged to a column, and a screen that others see shows initials', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Dragana', last: 'Dragsample' });
  await page.goto(`${platformUrl}/referrals/board?closed=true`);
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const cardIn = (name: string) => column(name).locator('[data-card]', { hasText: 'Dragsample, Dragana' });
  await findOnBoard(page, 'Dragsample');
  await cardIn('New').dragTo(column('In review').getByRole('heading'));
  await page.getByText('Moved Dragsample, Dragana from New to In review').waitFor();
  await cardIn('In review').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Initials only' }).click();
  await column('In review').getByText('D. D.', { exact: true }).first().waitFor();
  expect(await page.getByText('Dragsample').count()).toBe(0);
});

test('a card dragged to Accepted accepts the referral, and one dragged to Declined asks for the reason', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Acton', last: 'Dragaccept' });
  const accepted = new URL(page.url()).pathname;
  await takeIn(page, { first: 'Declan', last: 'Dragdecline' });
  const declined = new URL(page.url()).pathname;
  await page.setViewportSize({ width: 2400, height: 900 });
  await page.goto(`${platformUrl}/referrals/board?closed=true`);
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  const drag = async (name: string, to: string) => {
    await findOnBoard(page, name.split(',')[0] ?? '');
    await column('New').locator('[data-card]', { hasText: name }).dragTo(column(to).getByRole('heading'));
  };
  await drag('Dragaccept, Acton', 'Accepted');
  await page.getByText('Moved Dragaccept, Acton from New to Accepted').waitFor();
  await drag('Dragdecline, Declan', 'Declined');
  const dialog = page.getByRole('dialog', { name: 'Decline Dragdecline, Declan' });
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Outside the service area' }).click();
  await dialog.getByRole('button', { name: 'Decline the referral' }).click();
  const decision = page.getByRole('group', { name: 'Decision' });
  await decision.getByText('Declined').waitFor();
  expect(new URL(page.url()).pathname).toBe(declined);
  await page.goto(platformUrl + accepted);
  await decision.getByText('Accepted').waitFor();
});

test('the board finds a patient, shows only late referrals, and counts those in each column', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Finn', last: 'Findsample' });
  await page.goto(`${platformUrl}/referrals/board`);
  const cards = page.locator('[data-card]');
  await cards.filter({ hasText: 'Findsample' }).waitFor();
  const column = page.getByRole('region', { name: 'In review', exact: true });
  const late = Number.parseInt(await column.getByText(/^\d+ late$/).innerText(), 10);
  await page.getByRole('searchbox', { name: 'Search the board' }).fill('findsample');
  await expect.poll(() => cards.count()).toBe(1);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('searchbox', { name: 'Search the board' }).fill('');
  await page.getByRole('link', { name: 'Late only' }).click();
  await expect.poll(() => column.locator('[data-card]').count()).toBe(late);
  expect(await cards.filter({ hasText: 'Findsample' }).count()).toBe(0);
  // The heads stay while the cards scroll.
  await page.setViewportSize({ width: 1280, height: 500 });
  const board = page.locator('[data-column]').first().locator('..');
  await board.evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
  await expect.poll(async () => ((await column.getByRole('heading').boundingBox())?.y ?? 0) > 0).toBe(true);
});

test('checks end in what to do about them, and a status that needs a decision makes or asks for it', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Stan', last: 'Statussample' });
  const checks = page.getByRole('region', { name: /^Checks/ });
  await checks.getByRole('link', { name: 'Attach' }).waitFor();
  await checks.getByRole('button', { name: 'Check', exact: true }).waitFor();
  await checks.getByRole('button', { name: /^Log a request/ }).click();
  const note = page.getByRole('textbox', { name: 'What was said' });
  await expect.poll(() => note.inputValue()).toMatch(/^Asked the referral source for: .+\.$/);
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByLabel('Call with').inputValue()).toBe('the referral source');
  await note.fill('');
  await page.getByRole('button', { name: 'Log a call' }).click();
  const activity = page.getByRole('link', { name: 'Activity', exact: true });
  const place = await activity.boundingBox();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await checks.waitFor();
  expect(await activity.boundingBox()).toEqual(place);
  await page.getByText(/^Still open: .*missing document.*eligibility not checked/).waitFor();
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Declined…');
  const dialog = page.getByRole('dialog', { name: 'Decline Statussample, Stan' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await choose('In review');
  await page.getByRole('button', { name: 'Undo: back to New' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const decision = page.getByRole('group', { name: 'Decision' });
  await decision.getByText('Accepted').waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Accepted');
  await choose('Visit scheduled');
  await page.getByRole('button', { name: 'Undo: back to Accepted' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Accepted');
  await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy the address' }).waitFor();
  await expectAccessibleInBothSchemes(page);
});

test(
  'a decline by keyboard suggests agencies for the patient, shows its consequences, and can be reopened',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo');
    await takeIn(page, { first: 'Otto', last: 'Declinesample' });
    await page.getByRole('button', { name: 'Decline…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Decline Declinesample, Otto' });
    const reason = dialog.getByRole('combobox', { name: 'Reason' });
    await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    // Without a reason nothing is sent, and the field shows the error.
    await dialog.getByRole('button', { name: 'Decline the referral' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose why the referral is declined').waitFor();

    await reason.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => reason.inputValue()).not.toBe('');
    const chosen = await reason.inputValue();
    await dialog.getByRole('radio', { name: /^Don’t refer/ }).waitFor();
    expect(await dialog.getByRole('radio').count()).toBeGreaterThan(1);
    await dialog.getByText('You recorded this referral, so no one is notified.').waitFor();
    await dialog.getByText('The status becomes Declined.').waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    const decision = page.getByRole('group', { name: 'Decision' });
    await decision.getByText(chosen).waitFor();

    await decision.getByRole('button', { name: 'Reopen' }).click();
    await decision.getByRole('button', { name: 'Accept' }).waitFor();
  },
);

const focusedColumn = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-column]')?.getAttribute('aria-label'));

/**
 * Leaves only this person's cards on the board: those of other stories may fill a column beyond the screen, and a
 * column whose result arrives during a drag moves the card away from the mouse.
 */
async function findOnBoard(page: Page, lastName: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search the board' }).fill(lastName);
  const cards = page.locator('[data-card]');
  await expect
    .poll(async () => (await cards.allTextContents()).map((text) => text.includes(lastName)))
    .toEqual([true]);
}

test('after a decision the next referral of the list opens, and Undo takes the decision back', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=Waiting' });
  await firstRow(page).waitFor();
  const names = page.locator('tbody th a');
  const [first = '', second = ''] = (await names.allTextContents()).map((name) => name.replace(/ \d+$/, ''));
  expect(first).not.toBe(second);
  await firstRow(page).click();
  const title = page.getByRole('heading', { level: 1 });
  await title.getByText(first).waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await title.getByText(second).waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await title.getByText(first).waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();

  await page.goto(`${platformUrl}/referrals?view=Waiting`);
  await firstRow(page).click();
  await title.getByText(first).waitFor();
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Decline the referral' }).click();
  // Nothing asks about text that is saved.
  await title.getByText(second).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await title.getByText(first).waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
});
