import type { Page } from 'playwright-core';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { signIn } from '../browser.ts';

const ROWS = 5_000;
const JUMPS = 200;

test('a list of 5,000 rows is drawn wherever it is scrolled to, however fast', async () => {
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

/** The referrals that are there, again and again. */
async function withManyRows(page: Page): Promise<void> {
  await page.route('**/api/referrals/get?*', async (route) => {
    const answer = await route.fetch();
    const body = z.looseObject({ ReferralInfo: z.array(z.looseObject({})) }).parse(await answer.json());
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      ...body.ReferralInfo[n % body.ReferralInfo.length],
      Id: `referral-${n}`,
    }));
    const json = { ...body, ReferralInfo: z.array(ReferralRow).parse(rows), Continuation: null };
    await route.fulfill({ json });
  });
}

/** From one end to the other, in as many jumps as there are frames for. */
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
