import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type Permission,
  permissionsByAgencyRole,
  permissionsBySystemRole,
} from '@handoff/shared/domain/access/role';
import { describedIn } from '../src/app/router/page.tsx';
import { pages } from '../src/app/router/pages.ts';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  openBrowser,
  platformUrl,
  signIn,
} from './browser.ts';

interface Described {
  path: string;
  title: string;
  needs: readonly Permission[];
}

/** Pages without parameters. A record's own page has its own story. */
const described: Described[] = pages.flatMap((page) => {
  const { path = '', title = '', needs = [] } = describedIn(page) ?? {};
  return path.includes('$') ? [] : [{ path, title, needs: typeof needs === 'string' ? [needs] : needs }];
});

const manager = { name: 'Marcus Halesample', may: permissionsByAgencyRole.Manager };
const administrator = { name: 'Ada Quillsample', may: permissionsBySystemRole.Administrator };
const mayOpen = (person: typeof manager, { needs }: Described) =>
  needs.length === 0 || needs.some((each) => person.may.includes(each));

/** Visits each page once; the administrator opens those that managers cannot. */
const pagesOf = (person: typeof manager) =>
  described.filter((each) => mayOpen(person, each) && (person === manager || !mayOpen(manager, each)));

const LONG = 900_000;

test.each([manager, administrator])(
  'every page of $name has its title, passes axe in both schemes at 360, 1280 and 1440 px, and does not overflow',
  async (person) => {
    const page = await signIn(person.name, { expectedErrors: /status of 404/ });
    for (const each of pagesOf(person)) {
      await turnTo(page, each.path);
      await expect.poll(() => page.title(), { message: each.path }).toBeOneOf(titles(each));
      await loaded(page);
      expect([each.path, await account(page, person).isVisible()]).toEqual([each.path, true]);
      for (const width of [360, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect([each.path, await sideways(page)]).toEqual([each.path, 0]);
        await expectAccessibleInBothSchemes(page);
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

test.each([manager, administrator])(
  'on each page of $name filters keep the focus, rows open in a tab, and typing during a save is kept',
  async (person) => {
    const page = await signIn(person.name);
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const seen: Record<'filters' | 'rows' | 'editors', string[]> = { filters: [], rows: [], editors: [] };
    for (const { path } of pagesOf(person)) {
      await open(page, path);
      // Rows may still be loading, and many pages never have any.
      await page.waitForLoadState('networkidle');
      const row = page.locator('main [data-row-link]').first();
      const hasRows = (await row.count()) > 0;
      if (hasRows) {
        await expectTabOf(page, row);
        seen.rows.push(path);
      }
      for (const filter of await page.locator('main').getByRole('searchbox').all()) {
        await expectFocusIn(page, filter);
        seen.filters.push(path);
      }
      // Rows return only some time after the filters are cleared; the editor's locator waits for them.
      if (!hasRows || !(await row.getAttribute('href'))?.includes('edit=')) continue;
      await row.click();
      await expectKept(page, page.locator('form').getByLabel('Name').first());
      seen.editors.push(path);
    }
    const least =
      person === manager ? { filters: 5, rows: 5, editors: 3 } : { filters: 1, rows: 2, editors: 1 };
    for (const kind of ['filters', 'rows', 'editors'] as const)
      expect(seen[kind].length, `${kind} on ${seen[kind].join()}`).toBeGreaterThanOrEqual(least[kind]);
  },
  LONG,
);

/** A separate link, because the browser handles its middle click. */
async function expectTabOf(page: Page, row: Locator): Promise<void> {
  const before = page.url();
  expect([before, await row.evaluate((link) => link.tagName)]).toEqual([before, 'A']);
  const opened = page.context().waitForEvent('page');
  await row.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  expect(page.url()).toBe(before);
}

async function expectFocusIn(page: Page, filter: Locator): Promise<void> {
  await filter.click();
  await page.keyboard.type('abc', { delay: 80 });
  expect([page.url(), await filter.inputValue()]).toEqual([page.url(), 'abc']);
  expect(await filter.evaluate((field) => field === document.activeElement)).toBe(true);
  await filter.fill('');
}

/** A trailing space is a change with no effect. */
async function expectKept(page: Page, name: Locator): Promise<void> {
  await name.press('End');
  const before = await name.inputValue();
  await page.keyboard.type(' ');
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('kept');
  expect([page.url(), (await answer).status()]).toEqual([page.url(), 200]);
  await page.locator('form[aria-busy=false]').first().waitFor();
  expect([page.url(), await name.inputValue()]).toEqual([page.url(), `${before} kept`]);
}

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

async function open(page: Page, path: string): Promise<void> {
  await page.goto(platformUrl + path);
  await loaded(page);
}

/** Navigates within the application, which is several times faster than loading it again. */
async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect.poll(() => page.locator('[aria-label=Loading]').count()).toBe(0);
}

/** A result page without a check redirects to the form. */
const titles = ({ path, title }: Described) =>
  [title, ...(path.startsWith('/admin/medicare') ? ['Eligibility'] : [])].map((each) => `${each} · Handoff`);

const sideways = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    return Math.max(
      0,
      document.documentElement.scrollWidth - innerWidth,
      main.scrollWidth - main.clientWidth,
    );
  });
