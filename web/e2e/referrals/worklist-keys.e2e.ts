import { expect, test } from 'vitest';
import { firstRow, platformUrl, signIn } from '../browser.ts';

test(
  'on a row n begins a note and e a check, Back returns to the row, and c begins a referral',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo', { path: '/referrals?view=All' });
    const row = page.getByRole('table').locator('[data-row-link]').nth(25);
    const id = (await row.getAttribute('data-row-link')) ?? '';
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row-link'));
    const note = page.getByRole('combobox', { name: 'New note' }).or(page.getByLabel('New note'));
    const isWriting = () => note.evaluate((field) => field === document.activeElement);
    await row.focus();
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe(id);
    const bar = () =>
      row.evaluate((link) => getComputedStyle(link.closest('tr')?.cells[0] ?? link).boxShadow);
    expect(await bar()).toContain('3px 0px 0px 0px inset');
    await page.keyboard.press('n');
    await page.waitForURL(/tab=notes/);
    await expect.poll(isWriting).toBe(true);
    await page.keyboard.type('Called the floor.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Called the floor.').waitFor();
    expect(await note.inputValue()).toBe('');

    // The same works from any other tab of the referral.
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.keyboard.press('n');
    await expect.poll(isWriting).toBe(true);
    expect(await note.inputValue()).toBe('');

    await page.goBack();
    await expect.poll(focused).toBe(id);
    await page.keyboard.press('e');
    await page.waitForURL(/eligibility\?referral=/);
    await page.locator('[data-path=Mbi]').waitFor();
    await page.goBack();
    await expect.poll(focused).toBe(id);
    await page.keyboard.press('c');
    await page.waitForURL(/referrals\/new/);
    await page.goto(`${platformUrl}/payers`);
    await firstRow(page).focus();
    await page.keyboard.press('c');
    await page.waitForURL(/referrals\/new/);
  },
);

test('under a few rows the footer is at the end of the page', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=Mine&late=true&channel=Fax' });
  await firstRow(page).waitFor();
  const box = await page.getByRole('link', { name: 'Recently deleted' }).boundingBox();
  expect(box?.y).toBeGreaterThan(850);
});

test('on a referral j and k open its neighbors in the list, and Back returns to that list', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=Mine' });
  const rows = page.getByRole('table').locator('[data-row-link]');
  await rows.first().waitFor();
  const listed = (await rows.allTextContents()).map((text) => text.replace(/ \d+(Priority)?$/, ''));
  const place = (index: number) => page.getByText(`${index} of ${listed.length}`, { exact: true });
  const heading = (index: number) =>
    page.getByRole('heading', { level: 1, name: listed[index - 1] ?? '', exact: true });
  await rows.nth(1).click();
  await place(2).waitFor();
  await page.keyboard.press('j');
  await place(3).waitFor();
  await heading(3).waitFor();
  await page.keyboard.press('k');
  await place(2).waitFor();
  await page.getByRole('button', { name: 'Previous referral' }).click();
  await place(1).waitFor();
  await heading(1).waitFor();
  expect(await page.getByRole('button', { name: 'Previous referral' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: /^Mine/ }).click();
  await page.waitForURL(/view=Mine/);
  const first = (await rows.first().getAttribute('data-row-link')) ?? '';
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-link')))
    .toBe(first);
});

test('? shows the shortcuts over the list, which keeps its selection and place', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals?view=All' });
  await firstRow(page).focus();
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('New referral', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 selected').waitFor();
  expect(page.url()).toContain('view=All');
});
