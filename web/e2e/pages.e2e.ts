import type { Page } from 'playwright-core';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  openBrowser,
  platformUrl,
  signIn,
} from './browser.ts';
import {
  administrator,
  described,
  LONG,
  manager,
  mayOpen,
  pagesOf,
  turnTo,
  turnToLoaded,
} from './page-list.ts';
import { coveredTexts } from './texts-on-screen.ts';

/** Narrow and wide pages have nearly the same elements, so `npm test` searches only one width with axe. */
const isLong = process.env['SIZE'] === 'long';

test.each([manager, administrator])(
  'every page of $name has its title, passes axe in both schemes, and neither overflows nor covers text at 360, 1280 and 1440 px',
  async (person) => {
    const page = await signIn(person.name, { expectedErrors: /status of 404/ });
    for (const each of pagesOf(person)) {
      await turnToLoaded(page, each);
      expect([each.path, await account(page, person).isVisible()]).toEqual([each.path, true]);
      for (const width of [360, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect([each.path, await sideways(page)]).toEqual([each.path, 0]);
        expect([each.path, await coveredTexts(page)]).toEqual([each.path, []]);
        if (isLong || width === 1280) await expectAccessibleInBothSchemes(page);
      }
    }
    await account(page, person).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor();
  },
  LONG,
);

/** Every page has the account menu. */
const account = (page: Page, { name }: typeof manager) =>
  page.getByRole('button', { name: `${name}, account` });

const widest = (count: number) => 'W'.repeat(count);

test(
  'a worklist with the longest names allowed leaves no column and no button off the screen',
  async () => {
    const page = await signIn(manager.name);
    await page.route('**/api/referrals/get?*', async (route) => {
      const answer = await route.fetch();
      const body = z.looseObject({ ReferralInfo: z.array(ReferralRow) }).parse(await answer.json());
      const rows = body.ReferralInfo.map((row) => ({
        ...row,
        Priority: true,
        Patient: { ...row.Patient, FirstName: widest(60), LastName: widest(60) },
        Address: { ...row.Address, City: widest(80), County: widest(80) },
        Source: { ...row.Source, Organization: widest(120) },
        Payers: Array.from({ length: 4 }, () => ({ Name: widest(120), Plan: widest(120), MemberId: '' })),
      }));
      await route.fulfill({ json: { ...body, ReferralInfo: rows } });
    });
    await page.goto(`${platformUrl}/referrals?view=All&sort=PatientName`);
    await firstRow(page).waitFor();
    for (const width of [1440, 1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await sideways(page)]).toEqual([width, 0]);
      const list = page.locator('[data-scroller]');
      const hidden = () => list.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth);
      expect([width, await hidden()]).toEqual([width, 0]);
      await expectAccessibleInBothSchemes(page);
    }
  },
  LONG,
);

test('the negative control: axe finds the planted violations', async () => {
  const page = await openBrowser();
  await page.setContent(
    '<html lang="en"><title>Planted</title><main><p style="color: #999; background: #fff">Pale</p><button></button></main></html>',
  );
  await expect(expectAccessible(page)).rejects.toMatchObject({
    actual: [expect.stringMatching(/^button-name/), expect.stringMatching(/^color-contrast/)],
  });
});

test(
  'a person without permission for a page learns who has it, and an unknown address says so',
  async () => {
    const [ada, marcus] = [await signIn(administrator.name), await signIn(manager.name)];
    for (const each of described) {
      const page = mayOpen(administrator, each) ? marcus : ada;
      if (mayOpen(administrator, each) && mayOpen(manager, each)) continue;
      await turnTo(page, each.path);
      await page.getByRole('heading', { name: `You don’t have access to ${each.title}` }).waitFor();
      await page.getByText(/ do\. If you need it for your work, ask your administrator/).waitFor();
    }
    await expectAccessibleInBothSchemes(ada);
    expect(await ada.getByRole('alert').count()).toBe(0);

    await marcus.goto(`${platformUrl}/nowhere`);
    await marcus.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expect.poll(() => marcus.title()).toBe('Page not found · Handoff');
  },
  LONG,
);

const lost = { expectedErrors: /Failed to (load|fetch)|ERR_|NetworkError|WebSocket|negotiat|: [A-Z]/ };

test('a page opened without a network says so, and loads by itself when the network is back', async () => {
  const page = await signIn(manager.name, lost);
  await page.getByRole('table').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  const shown = await followEachLink(page, 'You are offline');
  expect(shown.length).toBeGreaterThan(5);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: shown.at(-1) ?? '' }).waitFor();
});

test('a page whose code fails to load says so, and offers a retry', async () => {
  const page = await signIn(manager.name, lost);
  await page.getByRole('table').waitFor();
  await page.route('**/assets/*.js', (route) => route.abort());
  const shown = await followEachLink(page, 'This page could not be loaded');
  expect(shown.length).toBeGreaterThan(5);
  await expectAccessibleInBothSchemes(page);
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: shown.at(-1) ?? '' }).waitFor();
});

/** Follows every rail link except the open page's, and returns their titles. */
async function followEachLink(page: Page, heading: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Areas' }).locator('a:not([aria-current])');
  const titles = (await links.allInnerTexts()).map((title) => title.trim());
  for (const title of titles) {
    await page.getByRole('link', { name: title, exact: true }).click();
    // Waits for the title first, because the page before has the same heading.
    await expect.poll(() => page.title()).toBe(`${title} · Handoff`);
    await page.getByRole('heading', { name: heading }).waitFor();
  }
  return titles;
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    return Math.max(
      0,
      document.documentElement.scrollWidth - innerWidth,
      main.scrollWidth - main.clientWidth,
    );
  });
