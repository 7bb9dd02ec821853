import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { platformUrl, signIn } from './browser.ts';
import { administrator, LONG, manager, pagesOf, turnToLoaded } from './page-list.ts';

test.each([manager, administrator])(
  'on each page of $name filters keep the focus, rows open in a tab, and typing during a save is kept',
  async (person) => {
    const page = await signIn(person.name);
    await page.route('**/api/**', async (route) => {
      if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => undefined);
    });
    const seen: Record<'filters' | 'rows' | 'editors', string[]> = { filters: [], rows: [], editors: [] };
    for (const each of pagesOf(person)) {
      await turnToLoaded(page, each);
      const { path } = each;
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
      await expectKept(
        page,
        page
          .locator('form')
          .getByLabel(/name|note/i)
          .first(),
      );
      seen.editors.push(path);
      // Discards what was typed last.
      await page.goto(platformUrl);
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
