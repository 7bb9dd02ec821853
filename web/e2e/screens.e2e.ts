import { describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, platformUrl, signIn } from './browser.ts';

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('sign-in and no access are accessible', async () => {
    const page = await openBrowser({ colorScheme });
    await page.goto(platformUrl);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    const noah = await signIn('Noah Waitetest', { colorScheme });
    await noah.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(noah);
  });

  test('worklist, referral and intake are accessible, their menus and dialogs too', async () => {
    const page = await signIn('Marcus Halesample', { colorScheme });
    await page.getByRole('table').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Decline…' }).waitFor();
    for (const tab of ['Documents', 'Notes', 'Activity', 'Overview']) {
      await page.getByRole('link', { name: tab }).click();
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Decline…' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.goto(`${platformUrl}/referrals/new`);
    await page.getByLabel('Last name').waitFor();
    await page.getByRole('button', { name: 'Save referral' }).click();
    await expectAccessible(page);
  });

  test('imports and notifications are accessible', async () => {
    const page = await signIn('Ada Quillsample', { colorScheme });
    await page.goto(`${platformUrl}/admin/imports`);
    await page.getByText('Connecticut').first().waitFor();
    await expectAccessible(page);
    await page.goto(`${platformUrl}/notifications`);
    await page.getByRole('switch').first().waitFor();
    await expectAccessible(page);
  });
});

test('a phone shows the whole name of the agency; color scheme and help are in the menu', async () => {
  const page = await signIn('Marcus Halesample', { viewport: { width: 360, height: 780 } });
  const name = page.getByRole('banner').getByText('Harbor Home Care');
  expect(await name.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Handoff' });
  await menu.getByRole('button', { name: 'Color scheme' }).waitFor();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Help' }).click();
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await page.getByRole('link', { name: /^recent requests/ }).click();
  await page.getByRole('link', { name: 'GET /users/securityinfo' }).first().click();
  await page.getByText(/"event":"request",.*"route":"GET \/users\/securityinfo"/).waitFor();
});

test('one click is one trace: request, database, outbox and live message, found by the id the browser sent', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').locator('[data-row-link]').first().click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await page.getByLabel('New note').fill('Called the family');
  const sent = page.waitForRequest(
    (request) => request.url().includes('/api/') && request.method() !== 'GET',
  );
  await page.getByRole('button', { name: 'Add note' }).click();
  const parent = (await (await sent).headerValue('traceparent')) ?? '';
  const [, traceId = ''] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(parent) ?? [];
  const trace = async () => (await fetch(`${platformUrl}/traces?id=${traceId}`)).text();
  for (const span of ['— cosmos commit', '— outbox', '— — push send'])
    await expect.poll(trace).toContain(span);
  expect(await trace()).not.toContain('Called the family');
});
