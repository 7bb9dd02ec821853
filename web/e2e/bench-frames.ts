import type { Page } from 'playwright-core';
import * as z from 'zod';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';

/**
 * Scrolls a long list from its first row to its last and measures the processor time of the page's thread, which other
 * work on the machine does not lengthen. Prints the elapsed time beside it, and the value without scrolling.
 */
export async function longestFrame(
  page: Page,
  { url, rows: count, print }: { url: string; rows: number; print: (line: string) => void },
): Promise<number> {
  const calls = '**/api/referrals/get?*';
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const body = z.looseObject({ ReferralInfo: z.array(z.looseObject({})) }).parse(await answer.json());
    const rows = Array.from({ length: count }, (_, n) => ({
      ...body.ReferralInfo[n % body.ReferralInfo.length],
      Id: `referral-${n}`,
    }));
    await route.fulfill({
      json: { ...body, ReferralInfo: z.array(ReferralRow).parse(rows), Continuation: null },
    });
  });
  await page.goto(`${url}/referrals?sort=PatientName`);
  const status = page.getByRole('status').filter({ hasText: `${count.toLocaleString('en-US')} referrals` });
  await status.waitFor({ state: 'attached', timeout: 300_000 });
  await page.waitForTimeout(2000);
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const resting = await scrollThrough(page, 0);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  const scrolled = await scrollThrough(page, 1);
  const frames = framesOf(Trace.parse(JSON.parse(String(await browser.stopTracing()))));
  const longest = Math.round(frames[0] ?? Number.NaN);
  print(`frames over ${count} rows: ${longest} ms of work at most, ${scrolled} ms by the clock`);
  print(`the same while nothing moves: ${resting} ms by the clock`);
  await page.unroute(calls);
  return longest;
}

/** The longest time between two frames while scrolling through this `share` of the list; with 0 nothing moves. */
async function scrollThrough(page: Page, share: 0 | 1): Promise<number> {
  return page.locator('[data-scroller]').evaluate(
    async (scroller, part) => {
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which knows no other
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let before = await frame();
      let most = 0;
      for (let step = 0; step < 400; step += 1) {
        scroller.scrollTop = (part * scroller.scrollHeight * step) / 400;
        const now = await frame();
        most = Math.max(most, now - before);
        before = now;
      }
      return Math.round(most);
    },
    share,
    { timeout: 300_000 },
  );
}

const Trace = z.looseObject({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.number(),
      /** Microseconds of processor time. */
      tdur: z.number().default(0),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
});

const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;

/** The processor time of the busiest page thread between frames, in milliseconds, longest first. */
function framesOf({ traceEvents }: z.infer<typeof Trace>): number[] {
  const pages = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map((event) => threadOf(event)),
  );
  const done = traceEvents.filter((event) => event.ph === 'X' && pages.has(threadOf(event)));
  const works = [...Map.groupBy(done, threadOf).values()].map((events) => {
    const starts = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
    const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
    const byFrame = Map.groupBy(tasks, ({ ts }) => starts.filter((start) => start <= ts).length);
    return [...byFrame.values()].map((all) => all.reduce((sum, { tdur }) => sum + tdur / 1000, 0));
  });
  const [busiest = []] = works.toSorted((a, b) => sumOf(b) - sumOf(a));
  return busiest.toSorted((a, b) => b - a);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
