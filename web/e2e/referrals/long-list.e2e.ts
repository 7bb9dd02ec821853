import type { Page } from 'playwright-core';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { signIn } from '../browser.ts';

const ROWS = 5_000;
const JUMPS = 200;

test('a list of 5,000 rows is rendered at every scroll position, however fast it scrolls', async () => {
  const page = await signIn('Ana Marshdemo');
  await withManyRows(page);
  await page.goto(`${new URL(page.url()).origin}/referrals?sort=PatientName`);
  await page.locator('[data-row-link="referral-0"]').waitFor();
  for (const direction of ['down', 'up'] as const) {
    await scrollThrough(page, direction);
    const last = direction === 'down' ? ROWS - 1 : 0;
    await page.locator(`[data-row-link="referral-${last}"]`).waitFor();
  }
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-link')))
    .toBe('referral-1');
});

test('scrolling to the end loads the next page; after a failure only the button retries', async () => {
  const page = await signIn('Ana Marshdemo', { expectedErrors: /status of 400/ });
  const asked = await withPages(page, { of: 50, count: 20 });
  await page.goto(`${new URL(page.url()).origin}/referrals?sort=PatientName`);
  await page.locator('[data-row-link="referral-0"]').waitFor();
  await scrollTo(page, 'referral-99');
  asked.isFailing = true;
  await expect.poll(() => scrollToEnd(page).then(() => page.getByText('Not now').count())).toBe(1);
  const { pages } = asked;
  for (let time = 0; time < 5; time += 1) await scrollToEnd(page);
  expect(asked.pages).toBe(pages);
  asked.isFailing = false;
  await page.getByRole('button', { name: 'Load more' }).click();
  await scrollTo(page, 'referral-299');
});

interface Asked {
  pages: number;
  isFailing: boolean;
}

/** Serves a list of this many pages by repeating the existing rows under new ids. */
async function withPages(page: Page, { of, count }: { of: number; count: number }): Promise<Asked> {
  const asked: Asked = { pages: 0, isFailing: false };
  await page.route('**/api/referrals/get?*', async (route) => {
    const url = new URL(route.request().url());
    const number = Number(url.searchParams.get('Continuation') ?? '0');
    url.searchParams.delete('Continuation');
    asked.pages += 1;
    if (asked.isFailing) return route.fulfill({ status: 400, json: { ErrorMessage: 'Not now' } });
    const answer = await route.fetch({ url: url.toString() });
    const body = Listed.parse(await answer.json());
    const rows = rowsLike(body, { from: number * of, count: of });
    const Continuation = number + 1 < count ? String(number + 1) : null;
    return route.fulfill({ json: { ...body, ReferralInfo: rows, Continuation } });
  });
  return asked;
}

/** Scrolls to the end again and again until the row appears. */
async function scrollTo(page: Page, row: string): Promise<void> {
  await expect
    .poll(async () => {
      await scrollToEnd(page);
      return page.locator(`[data-row-link="${row}"]`).count();
    })
    .toBe(1);
}

const scrollToEnd = (page: Page) =>
  page.locator('[data-scroller]').evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight;
  });

const Listed = z.looseObject({ ReferralInfo: z.array(z.looseObject({})) });

const rowsLike = (
  { ReferralInfo }: z.infer<typeof Listed>,
  { from, count }: { from: number; count: number },
) =>
  z.array(ReferralRow).parse(
    Array.from({ length: count }, (_, n) => ({
      ...ReferralInfo[n % ReferralInfo.length],
      Id: `referral-${from + n}`,
    })),
  );

/** Repeats the existing referrals. */
async function withManyRows(page: Page): Promise<void> {
  await page.route('**/api/referrals/get?*', async (route) => {
    const answer = await route.fetch();
    const body = Listed.parse(await answer.json());
    const rows = rowsLike(body, { from: 0, count: ROWS });
    await route.fulfill({ json: { ...body, ReferralInfo: rows, Continuation: null } });
  });
}

/** Scrolls from one end to the other in as many steps as there are frames. */
async function scrollThrough(page: Page, direction: 'down' | 'up'): Promise<void> {
  await page.locator('[data-scroller]').evaluate(
    async (scroller, { isDown, jumps }) => {
      for (let jump = 1; jump <= jumps; jump += 1) {
        const share = isDown ? jump / jumps : 1 - jump / jumps;
        scroller.scrollTop = share * scroller.scrollHeight;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    { isDown: direction === 'down', jumps: JUMPS },
  );
}
