import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectShown,
  firstRow,
  inRail,
  openSecondTab,
  platformUrl,
  signIn,
  slow,
} from './browser.ts';

test('an ended session covers the page, and signing in again restores it unchanged', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  const saved = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await page.getByLabel('Last name').pressSequentially('Halfwaytyped');
  await saved;
  // Tokens cannot be renewed silently, so the person has to sign in.
  await page.context().clearCookies();
  await page.evaluate(() => {
    for (const name of Object.keys(sessionStorage))
      if (/accesstoken|refreshtoken/i.test(name)) sessionStorage.removeItem(name);
    // Blocks the first popup like a browser does without a click; later ones open.
    const open = window.open.bind(window);
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  // Waits until the draft is saved.
  await page.getByLabel('First name').pressSequentially('Kay');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await page.getByLabel('Last name').isVisible()).toBe(false);
  // A background read opens no popup of its own.
  const popups: string[] = [];
  page.on('popup', (opened) => popups.push(opened.url()));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.waitForTimeout(1500);
  expect(popups).toEqual([]);

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open the window' }).click(),
  ]);
  await popup.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await page.getByLabel('Last name').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Halfwaytyped');
});

test('a switch of the agency asks about unsaved text before leaving', async () => {
  const page = await signIn('Bea Crossdemo');
  const [agency, other] = await agenciesOf(page);
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').pressSequentially('Halfwaytyped');
  await page.getByRole('button', { name: 'switch agency' }).click();
  expect(await page.locator('[role=menuitem][aria-current=true]').innerText()).toContain(agency);
  await page.getByRole('menuitem', { name: other }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this as a draft?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Halfwaytyped');
  expect(await page.getByRole('button', { name: 'switch agency' }).innerText()).toContain(agency);
});

test('a switch in another tab keeps unsaved text, and switching back saves it', async () => {
  // The draft is not saved on the server in the meantime: it would belong to the other agency.
  const page = await signIn('Bea Crossdemo', { expectedErrors: /status of 409/ });
  const [agency, other] = await agenciesOf(page);
  const tab = await openSecondTab(page);
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').pressSequentially('Halfwaytyped');
  await tab.getByRole('button', { name: 'switch agency' }).click();
  await tab.getByRole('menuitem', { name: other }).click();
  await tab.getByText('Business domain switched successfully').waitFor();

  const dialog = page.getByRole('dialog', { name: 'You switched agencies in another tab' });
  await dialog.getByRole('button', { name: `Go back to ${agency}` }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Last name').inputValue()).toBe('Halfwaytyped');
  await expect.poll(() => tab.getByRole('button', { name: 'switch agency' }).innerText()).toContain(agency);
});

test('a tab that follows a switch made in another tab says so', async () => {
  const page = await signIn('Bea Crossdemo');
  const [, other] = await agenciesOf(page);
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').waitFor();
  const tab = await openSecondTab(page);
  await tab.getByRole('button', { name: 'switch agency' }).click();
  await tab.getByRole('menuitem', { name: other }).click();
  await expectShown(page, `You now work in ${other}: you switched in another tab.`);
  await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
  await tab.getByText('Business domain switched successfully').waitFor();
  expect(await tab.getByText('you switched in another tab').count()).toBe(0);
});

test('a draft that is discarded on the way to another agency is gone before the switch', async () => {
  const page = await signIn('Bea Crossdemo');
  const [agency, other] = await agenciesOf(page);
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').fill('Discardtest');
  await page.getByText(/^Draft saved \d/).waitFor();
  await slow(page, '**/drafts/delete', 500);
  await switchTo(page, other);
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'switch agency' }).innerText()).toContain(other);
  // The page of the new agency takes the place of the one with the menu.
  await firstRow(page).waitFor();
  await switchTo(page, agency);
  await expect.poll(() => page.getByRole('button', { name: 'switch agency' }).innerText()).toContain(agency);
  await page.goto(`${platformUrl}/referrals/drafts`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Discardtest').count()).toBe(0);
});

test('text given up after a switch in another tab is not sent to the agency that was left', async () => {
  const page = await signIn('Bea Crossdemo');
  const [agency, other] = await agenciesOf(page);
  await page.goto(`${platformUrl}/referrals/new`);
  const tab = await openSecondTab(page);
  await switchTo(tab, other);
  await tab.getByText('Business domain switched successfully').waitFor();
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').fill('Givenuptest');
  await switchTo(tab, agency);
  await page.getByRole('dialog').getByRole('button', { name: 'Discard it' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'switch agency' }).innerText()).toContain(agency);
  await page.waitForLoadState('networkidle');
});

test('lists of the new agency are there after a switch, with the names of its statuses', async () => {
  const page = await signIn('Bea Crossdemo', { expectedErrors: /ERR_FAILED/ });
  const [, other] = await agenciesOf(page);
  // Without live messages nothing reads the lists again by itself.
  await page.route('**/api/negotiate*', (route) => route.abort());
  await page.reload();
  await firstRow(page).waitFor();
  await slow(page, '**/api/users/securityinfo', 300);
  await page.getByRole('button', { name: 'switch agency' }).click();
  await page.getByRole('menuitem', { name: other }).click();
  await expect.poll(() => page.getByRole('button', { name: 'switch agency' }).innerText()).toContain(other);
  await firstRow(page).waitFor();
  await expect.poll(() => page.getByRole('table').innerText()).not.toMatch(/status-/);
  expect(await page.getByRole('table').getByRole('link').count()).toBeGreaterThan(0);
}, 60_000);

test('text typed while a note is being saved is the next note, and a half-written one is kept', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await slow(page, '**/api/referrals/updatereferralnotes', 1200);
  const field = page.getByLabel('New note');
  await field.pressSequentially('The first one');
  await page.keyboard.press('Control+Enter');
  await field.pressSequentially('The next');
  await page.getByText('Referral notes updated successfully').waitFor();
  expect(await field.inputValue()).toBe('The next');

  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  expect(await field.inputValue()).toBe('The next');
});

test('a form that is saving accepts no input, which would be lost', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 400/, path: '/referrals/new' });
  await page.route('**/api/referrals/create', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.fulfill({
      status: 400,
      json: { ErrorMessage: 'No', code: 'invalid_request', requestId: 'r' },
    });
  });
  const name = page.getByLabel('Last name');
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByLabel('First name').fill('Kay');
  await name.fill('Waittest');
  await page.getByLabel('Date of birth').fill('1948-09-14');
  await page.locator('[data-path="Address.ZipCode"]').fill('06103');
  await page.locator('[data-path="Address.City"]').fill('Hartford');
  await page.locator('[data-path="Address.StreetAddress"]').fill('1 Test St');
  await name.focus();
  await page.keyboard.press('Control+Enter');
  await page.locator('form[aria-busy=true]').waitFor();
  await page.keyboard.type('lost');
  await page.getByRole('main').getByRole('alert').getByText('No', { exact: true }).waitFor();
  expect(await name.inputValue()).toBe('Waittest');
  await expect.poll(() => name.evaluate((field) => document.activeElement === field)).toBe(true);
});

test('text typed before a crash is offered to its author, and is gone once it is discarded', async () => {
  const page = await signIn('Bea Crossdemo', { path: '/referrals/new' });
  // Half of the name may be saved while it is typed.
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/drafts/save') &&
      response.ok() &&
      response.request().postData()?.includes('Crashtyped') === true,
  );
  await page.getByLabel('Last name').pressSequentially('Crashtyped');
  await saved;
  const again = await openSecondTab(page);
  await page.close({ runBeforeUnload: false });

  // Earlier stories left drafts of this person too.
  const drafts = again.getByRole('list', { name: 'Drafts' });
  const offered = drafts.getByRole('listitem').filter({ hasText: 'Draft: Crashtyped' });
  await offered.getByRole('button', { name: 'Continue' }).click();
  expect(await again.getByLabel('Last name').inputValue()).toBe('Crashtyped');
  expect(await offered.count()).toBe(0);

  // A draft that was not changed is left without a question.
  await again.getByLabel('First name').fill('Pat');
  const forgotten = again.waitForResponse((response) => response.url().endsWith('/drafts/delete'));
  await inRail(again, 'Referrals').click();
  await again.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await forgotten;
  await again.goto(`${platformUrl}/referrals/new`);
  await again.getByLabel('Last name').waitFor();
  await again.waitForTimeout(1000);
  expect(await offered.count()).toBe(0);
});

test(
  'leaving a new referral keeps it as a draft, which the drafts of the worklist continue',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
    await page.getByLabel('Last name').fill('Parkedtest');
    await inRail(page, 'Referrals').click();
    const question = page.getByRole('dialog', { name: 'Keep this as a draft?' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Parkedtest');
    await page.getByText(/^Draft saved \d/).waitFor();

    await page.getByLabel('First name').fill('Pat');
    await inRail(page, 'Referrals').click();
    await question.getByRole('button', { name: 'Keep draft' }).click();
    const drafts = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Drafts' });
    await expect.poll(() => drafts.innerText()).toMatch(/^Drafts\s*[1-9]/);
    await drafts.click();
    const row = page.getByRole('row', { name: /Parkedtest, Pat/ });
    expect(await row.innerText()).toMatch(/Ana Marshdemo[\s\S]*(just now|min)/);
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Parkedtest, Pat' }).click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Pat');

    await page.goBack();
    const marcus = await signIn('Marcus Halesample', { path: '/referrals/drafts' });
    // At the change of shifts a colleague goes on with it, and gives it back.
    await marcus
      .getByRole('button', { name: 'Take over the draft of Parkedtest, Pat from Ana Marshdemo' })
      .click();
    await expect.poll(() => marcus.getByLabel('First name').inputValue()).toBe('Pat');
    await page.reload();
    await page
      .getByRole('button', { name: 'Take over the draft of Parkedtest, Pat from Marcus Halesample' })
      .click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Pat');
    await page.goto(`${platformUrl}/referrals/drafts`);
    await page.getByRole('button', { name: 'Discard the draft of Parkedtest, Pat' }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await page.getByRole('button', { name: 'Discard the draft of Parkedtest, Pat' }).click();
    await row.waitFor({ state: 'hidden' });
  },
);

test('a draft that another tab has changed says so in the tab that saves later', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 409/ });
  await page.getByLabel('Last name').fill('Twotabstest');
  await page.getByText(/^Draft saved \d/).waitFor();
  const other = await openSecondTab(page);
  await other.goto(`${platformUrl}/referrals/drafts`);
  await other.getByRole('link', { name: 'Twotabstest' }).click();
  await expect.poll(() => other.getByLabel('Last name').inputValue()).toBe('Twotabstest');
  const saved = other.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await other.getByLabel('First name').fill('Second');
  await saved;

  await page.getByLabel('First name').fill('First');
  const notice = page.getByRole('alert').filter({ hasText: 'This draft was changed in another tab.' });
  await notice.waitFor();
  const kept = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await notice.getByRole('button', { name: 'Keep these as a separate draft' }).click();
  await kept;
  expect(await notice.count()).toBe(0);
  await other.goto(`${platformUrl}/referrals/drafts`);
  await other.getByRole('link', { name: 'Twotabstest, First' }).waitFor();
  await other.getByRole('link', { name: 'Twotabstest, Second' }).waitFor();
  for (const name of ['First', 'Second'])
    await other.getByRole('button', { name: `Discard the draft of Twotabstest, ${name}` }).click();
});

test('a saved referral is not offered as a draft on the next new one', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /ERR_FAILED/ });
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByLabel('First name').fill('Gil');
  await page.getByLabel('Date of birth').fill('3-4-1952');
  await page.locator('[data-path="Address.ZipCode"]').fill('06511');
  await page.locator('[data-path="Address.City"]').fill('New Haven');
  await page.locator('[data-path="Address.StreetAddress"]').fill('1 Test St');
  await page.getByLabel('Last name').fill('Ghosttest');
  await page.getByText(/^Draft saved \d/).waitFor();
  // Every later write of a draft arrives after the referral, as on a slow line.
  await page.route('**/api/drafts/*', (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/referrals\/referral-/);
  await page.unroute('**/api/drafts/*');
  const read = page.waitForResponse((response) => response.url().includes('/drafts/get'));
  await page.goto(`${platformUrl}/referrals/new`);
  await read;
  await page.getByLabel('Last name').waitFor();
  expect(await page.getByText('Ghosttest').count()).toBe(0);
});

async function switchTo(page: Page, agency: string): Promise<void> {
  await page.getByRole('button', { name: 'switch agency' }).click();
  await page.getByRole('menuitem', { name: agency }).click();
}

async function agenciesOf(page: Page): Promise<[current: string, other: string]> {
  await page.getByRole('button', { name: 'switch agency' }).click();
  const current = await page.getByRole('button', { name: 'switch agency' }).innerText();
  const items = await page
    .getByRole('menuitem')
    .evaluateAll((all) =>
      all.map((item) => (item.textContent ?? '').replace(item.lastElementChild?.textContent ?? '', '')),
    );
  await page.keyboard.press('Escape');
  return [current, items.find((name) => name !== '' && name !== current) ?? ''];
}

async function placeHold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Place under legal hold…' }).click();
}

test('a dialog with unsaved text asks before Escape or a click outside closes it; Cancel closes it at once', async () => {
  const page = await signIn('Marcus Halesample');
  await firstRow(page).click();
  await placeHold(page);
  const dialog = page.getByRole('dialog', { name: 'Place under legal hold' });
  const reason = dialog.getByLabel('Reason');
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await reason.fill('The court asked for it');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await reason.inputValue()).toBe('The court asked for it');
  await page.mouse.click(5, 500);
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await placeHold(page);
  expect(await reason.inputValue()).toBe('');
  await reason.fill('Not needed after all');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await placeHold(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('a dialog that is mounted only while open asks too, and asks again after a "no"', async () => {
  const page = await signIn('Ada Quillsample', { path: '/admin/users' });
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await dialog.getByLabel('E-mail address').fill('half@typed');
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    // The same key press must not ask again.
    await page.waitForTimeout(300);
    expect(await question.count()).toBe(0);
  }
  expect(await dialog.getByLabel('E-mail address').inputValue()).toBe('half@typed');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('ten notes written offline wait on the page, and are saved once and in order when the connection is back', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /ERR_|Failed to|WebSocket|NetworkError/ });
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  const patient = await page.getByRole('heading', { level: 1 }).innerText();
  await page.context().setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  const wanted = Array.from({ length: 10 }, (_, n) => `Waiting note ${n}`);
  for (const text of wanted) {
    await page.getByLabel('New note').fill(text);
    await page.keyboard.press('Control+Enter');
  }
  await page.getByText('Offline, 10 waiting', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Notes on their way' }).getByText('Waiting note 9').waitFor();
  await page.getByText('Showing data from').waitFor();
  await expectAccessible(page);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();

  await inRail(page, 'Referrals').click();
  await page.getByText('Showing data from').waitFor();
  await page.getByRole('table').getByRole('link', { name: patient }).first().click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Notes on their way' }).waitFor({ state: 'hidden' });
  const notes = page.getByText(/^Waiting note \d$/);
  await expect.poll(() => notes.allInnerTexts()).toEqual(wanted.toReversed());
});
