import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  openBrowser,
  platformUrl,
  signIn,
  signInAnew,
  slow,
} from './browser.ts';
import { coveredTexts } from './texts-on-screen.ts';

test('sign-in and no access follow the color scheme while open, and are accessible in both', async () => {
  const page = await openBrowser();
  await page.goto(platformUrl);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  const noah = await signInAnew('Noah Waitetest');
  await noah.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessibleInBothSchemes(noah);
});

// pages.e2e.ts covers the pages themselves.
test('dialogs and menus over the worklist, in a referral and on a refused form are accessible, and no text covers another', async () => {
  const page = await signIn('Marcus Halesample');
  await page.getByRole('table').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');

  await firstRow(page).click();
  await page.getByRole('button', { name: 'Decline…' }).waitFor();
  for (const tab of ['Documents', 'Notes', 'Activity', 'Overview']) {
    await page.getByRole('link', { name: tab }).click();
    await expectAccessibleInBothSchemes(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([tab, await coveredTexts(page)]).toEqual([tab, []]);
    }
  }
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');

  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Last name').waitFor();
  await page.getByRole('button', { name: 'Save referral' }).click();
  await expectAccessibleInBothSchemes(page);
});

test('arrows move in a menu beside its button; Escape, a choice and Tab close it, and popups open alike', async () => {
  const page = await signIn('Marcus Halesample');
  await page.getByRole('table').waitFor();
  const button = page.getByRole('button', { name: 'Columns' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await button.press('Enter');
  const menu = page.getByRole('menu');
  await expect.poll(focused).toBe('Received');
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe('Compact');
  await page.keyboard.press('Home');
  expect(await focused()).toBe('Received');
  const [above, below] = await Promise.all([button.boundingBox(), menu.boundingBox()]);
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  expect(below?.y).toBeLessThan((above?.y ?? 0) + (above?.height ?? 0) + 12);
  await page.keyboard.press('Escape');
  await expect.poll(() => menu.count()).toBe(0);
  expect(await focused()).toBe('Columns');

  await page.getByRole('button', { name: 'Color scheme' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  await expect.poll(() => menu.count()).toBe(0);

  await button.press('Enter');
  await expect.poll(focused).toBe('Received');
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect.poll(() => menu.count()).toBe(0);

  const notifications = page.getByRole('dialog', { name: 'Notifications' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await notifications.getByRole('link').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => notifications.count()).toBe(0);
});

test('a phone shows the full name of the agency; color scheme and help are in the menu', async () => {
  const page = await signIn('Marcus Halesample', { viewport: { width: 360, height: 780 } });
  const name = page.getByRole('banner').getByText('Harbor Home Care');
  await expect.poll(() => name.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Handoff' });
  await menu.getByRole('button', { name: 'Color scheme' }).waitFor();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await page.getByRole('link', { name: /^Recent requests/ }).click();
  await page.getByRole('link', { name: 'GET /users/securityinfo' }).first().click();
  await page.getByText(/"event":"request",.*"route":"GET \/users\/securityinfo"/).waitFor();
});

test(
  'one click is one trace: browser, request, database, outbox and live message, found by the id that the browser sent',
  { tags: ['main'] },
  async () => {
    const page = await signIn('Ana Marshdemo');
    await firstRow(page).click();
    await page.getByRole('link', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill('Called the family');
    const sent = page.waitForRequest('**/api/referrals/updatereferralnotes');
    await page.getByRole('button', { name: 'Add note' }).click();
    const parent = (await (await sent).headerValue('traceparent')) ?? '';
    // The next call brings the duration in the browser.
    await page.getByRole('link', { name: 'Activity' }).click();
    const [, traceId = ''] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(parent) ?? [];
    const trace = async () => (await fetch(`${platformUrl}/traces?id=${traceId}`)).text();
    const spans = ['browser PATCH', '— PATCH', '— — cosmos commit', '— — outbox', '— — — push send'];
    for (const span of spans) await expect.poll(trace).toContain(span);
    expect(await trace()).not.toContain('Called the family');
  },
);

test('all areas of a manager are in view on a laptop of 1280 × 800', async () => {
  const page = await signIn('Marcus Halesample', { viewport: { width: 1280, height: 800 } });
  const areas = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  await areas.last().waitFor();
  const box = await areas.last().boundingBox();
  expect(await areas.count()).toBeGreaterThan(14);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
});

test('a page that takes its time shows its shape, and no entry moves when the setup is known', async () => {
  const page = await signIn('Marcus Halesample');
  await page.getByRole('table').waitFor();
  await slow(page, '**/assets/dashboard-page-*', 1500);
  const entries = page.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.locator('main').getByRole('status', { name: 'Loading' }).waitFor({ timeout: 1400 });
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect((await entries.allTextContents()).indexOf('Set up')).toBeOneOf([-1, (await entries.count()) - 1]);
});
