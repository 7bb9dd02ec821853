import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deleteReferral, expectShown, firstRow, openSecondTab, signIn, slow } from './browser.ts';

test('two quick edits by one person are both saved, shown at once, and do not conflict', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 409/ });
  await firstRow(page).click();
  const owner = page
    .getByRole('combobox', { name: 'Owner' })
    .or(page.getByRole('textbox', { name: 'Owner' }));
  await owner.waitFor();
  await slow(page, '**/api/referrals/update', 1000);
  const before = await owner.inputValue();
  let saved = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/referrals/update') && response.ok()) saved += 1;
  });
  await choose(page, 1);
  expect(await owner.inputValue()).not.toBe(before);
  await choose(page, 1);
  const wanted = await owner.inputValue();
  await expect.poll(() => saved).toBe(2);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  await expect.poll(() => owner.inputValue()).toBe(wanted);
});

test('a mark pressed again after each save never shows an earlier value', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 409/ });
  await firstRow(page).click();
  const priority = page.getByRole('button', { name: 'Priority', exact: true });
  await priority.waitFor();
  // Delays reads, so that a newer one starts before the older one is answered.
  await slow(page, '**/api/referrals/getreferralbyid?**', 300);
  const shown = await priority.evaluateHandle((button) => {
    const states: (string | null)[] = [button.getAttribute('aria-pressed')];
    const note = () => void states.push(button.getAttribute('aria-pressed'));
    new MutationObserver(note).observe(button, { attributeFilter: ['aria-pressed'] });
    return states;
  });
  const first = (await shown.jsonValue())[0] === 'true';
  const presses = 8;
  for (let press = 0; press < presses; press += 1) {
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/referrals/update'));
    await priority.click();
    expect((await saved).status()).toBe(200);
  }
  await page.waitForTimeout(2000);
  const wanted = Array.from({ length: presses + 1 }, (_, n) => String(first === (n % 2 === 0)));
  expect(await shown.jsonValue()).toEqual(wanted);
});

test('a decline, its reopening and an acceptance in quick succession do not conflict', async () => {
  const page = await signIn('Ana Marshdemo', {
    expectedErrors: /status of 409/,
    path: '/referrals?view=Waiting',
  });
  await lastRow(page).click();
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Outside the service area' }).click();
  await page.getByRole('button', { name: 'Decline the referral' }).click();
  for (const name of ['Reopen', 'Accept', 'Reopen']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect((await page.getByRole('dialog').allTextContents()).join('\n')).toBe('');
  }
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
});

test('a decision based on a version learned during the previous save does not conflict', async () => {
  const page = await signIn('Ana Marshdemo', {
    expectedErrors: /status of 409/,
    path: '/referrals?view=Waiting',
  });
  await lastRow(page).click();
  await page.getByRole('button', { name: 'Decline…' }).waitFor();
  const [accepting, learned, over] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  // The page learns of the reopening while the acceptance is being saved, but not yet of the acceptance.
  let saves = 0;
  const answers: number[] = [];
  await page.route('**/api/referrals/getreferralbyid?**', async (route) => {
    if (answers.length > 2) await over?.promise;
    const isReopened = answers.length === 2;
    const response = await route.fetch();
    if (isReopened) await accepting?.promise;
    await route.fulfill({ response });
    if (isReopened) setTimeout(() => learned?.resolve(), 300);
  });
  await page.route('**/api/referrals/update', async (route) => {
    saves += 1;
    if (saves === 3) {
      accepting?.resolve();
      await learned?.promise;
    }
    const response = await route.fetch();
    answers.push(response.status());
    await route.fulfill({ response });
    // The page's own saves cause no read. The return of the network does, unless the page has just read.
    if (answers.length === 2)
      await page.evaluate(() => setInterval(() => dispatchEvent(new Event('online')), 200));
  });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Decline…');
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Outside the service area' }).click();
  await press('Decline the referral');
  await press('Reopen');
  await press('Accept');
  await expect.poll(() => answers.length).toBe(3);
  await press('Reopen');
  await expect.poll(() => answers).toEqual([200, 200, 200, 200]);
  over?.resolve();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a decision on a version that was read before its own save was answered does not conflict', async () => {
  const page = await signIn('Ana Marshdemo', {
    expectedErrors: /status of 409/,
    path: '/referrals?view=Waiting',
  });
  await lastRow(page).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Decline…');
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Outside the service area' }).click();
  await press('Decline the referral');
  await expectShown(page, 'Referral updated successfully');
  const read = Promise.withResolvers<void>();
  const saves: number[] = [];
  await page.route('**/api/referrals/update', async (route) => {
    const response = await route.fetch();
    if (saves.push(response.status()) === 1) {
      // The return of the network reads the reopened referral; its save is answered after the next click.
      const reading = page.waitForResponse('**/api/referrals/getreferralbyid?**');
      await page.evaluate(() => setInterval(() => dispatchEvent(new Event('online')), 200));
      await reading;
      read.resolve();
      await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
    }
    await route.fulfill({ response });
  });
  await press('Reopen');
  await read.promise;
  await press('Accept');
  await expect.poll(() => saves).toEqual([200, 200]);
  await page.unrouteAll({ behavior: 'wait' });
});

test("a referral can be deleted right after one's own decision", async () => {
  const page = await signIn('Ana Marshdemo', {
    expectedErrors: /status of 40[49]/,
    path: '/referrals?view=Waiting',
  });
  await lastRow(page).click();
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.waitFor();
  // The page does not learn the version of the decision.
  await slow(page, '**/api/referrals/getreferralbyid?**', 60_000);
  await accept.click();
  await page.getByText('Referral updated successfully').waitFor();
  await deleteReferral(page);
  await page.getByText(/ was deleted\. It can be restored until /).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a date filter keeps the focus while typing, and never asks for the year 2', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/eligibility/history' });
  const from = page.getByLabel('Checked from');
  await from.focus();
  await page.keyboard.type('01152025', { delay: 40 });
  expect(await from.inputValue()).toBe('2025-01-15');
  expect(await from.evaluate((field) => document.activeElement === field)).toBe(true);
  await expect.poll(() => page.url()).toContain('from=2025-01-15');
});

test('a modified click opens a tab and stays on this page, and text in a row can be selected', async () => {
  const page = await signIn('Ana Marshdemo');
  const link = firstRow(page);
  await link.waitFor();
  const opened = page.context().waitForEvent('page');
  await link.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  expect(new URL(page.url()).pathname).toBe('/referrals');

  const cell = page.getByRole('table').getByRole('row').nth(1).getByRole('cell').nth(5);
  const box = await cell.boundingBox();
  if (!box) throw new Error('a cell that is seen has a box');
  await page.mouse.move(box.x + 9, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 12, { steps: 4 });
  await page.mouse.up();
  expect(new URL(page.url()).pathname).toBe('/referrals');
});

test('neither a reload nor a second tab opens the locked screen', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).waitFor();
  await page.evaluate(() => localStorage.setItem('handoff.last-use', String(Date.now() - 16 * 60_000)));
  await page.reload();
  await page.getByRole('dialog', { name: 'Locked' }).waitFor();
  const tab = await openSecondTab(page);
  await tab.getByRole('dialog', { name: 'Locked' }).waitFor();
  const [popup] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await popup.getByRole('button', { name: 'Ana Marshdemo' }).click();
  // Signing in unlocks every tab.
  for (const each of [tab, page])
    await expect.poll(() => each.getByRole('dialog', { name: 'Locked' }).count()).toBe(0);
});

test('j, k and / can be switched off', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).waitFor();
  const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
  await page.locator('body').press('j');
  expect(await focusedRow()).toContain('/referrals/referral-');
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Keyboard shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await firstRow(page).waitFor();
  await page.locator('body').press('j');
  await page.locator('body').press('/');
  expect(await focusedRow()).toBe('');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('editing a note begins in its field and ends on its button', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await page.getByLabel('New note').fill('To be edited');
  await page.getByRole('button', { name: 'Add note' }).click();
  const edit = page
    .getByRole('listitem')
    .filter({ hasText: 'To be edited' })
    .getByRole('button', { name: 'Edit' })
    .first();
  await edit.press('Enter');
  const field = page.getByLabel('Note', { exact: true });
  await expect.poll(() => field.evaluate((each) => document.activeElement === each)).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => edit.evaluate((each) => document.activeElement === each)).toBe(true);
});

/** Chooses another owner, this many options further down. */
async function choose(page: Page, further: number): Promise<void> {
  await page
    .getByRole('combobox', { name: 'Owner' })
    .or(page.getByRole('textbox', { name: 'Owner' }))
    .click();
  const list = page.getByRole('listbox');
  await list.waitFor();
  const options = list.getByRole('option');
  const selected = await options.evaluateAll((all) =>
    all.findIndex((option) => option.getAttribute('aria-selected') === 'true'),
  );
  await options.nth((selected + further) % (await options.count())).click();
  await list.waitFor({ state: 'hidden' });
}

/** The link of the last row that is rendered. */
const lastRow = (page: Page) => page.getByRole('table').locator('[data-row-link]').last();

test('a service that does not answer is said within seconds, and no longer once it does', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).waitFor();
  const light = page.getByRole('status').filter({ hasText: /^(Live|No answer yet)$/ });
  await light.filter({ hasText: 'Live' }).waitFor();
  const [held, release] = [Promise.withResolvers<void>(), () => held.resolve()];
  await page.route('**/api/referrals/getreferralbyid**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await firstRow(page).click();
  await light.filter({ hasText: 'No answer yet' }).waitFor({ timeout: 6000 });
  release();
  await light.filter({ hasText: 'Live' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
});
