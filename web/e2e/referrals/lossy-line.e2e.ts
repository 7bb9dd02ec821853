import { randomness } from '@handoff/local/seed/randomness';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deleteReferral, platformUrl, signIn, takeIn } from '../browser.ts';

const LOST_SHARE = 0.1;
// `SIZE=long` (`npm run test:long lossy-line`) runs ten rounds, otherwise one.
const ROUNDS = process.env['SIZE'] === 'long' ? 10 : 1;

test(
  'a day of two people on one referral over a line that loses 10% of requests: nothing is lost, nothing happens twice',
  { timeout: 600_000 },
  async () => {
    const options = { expectedErrors: /net::ERR_|status of 40[49]/ };
    const ana = await signIn('Ana Marshdemo', options);
    const marcus = await signIn('Marcus Halesample', options);
    // After three lost tries, a read is repeated within half a minute.
    for (const page of [ana, marcus]) page.setDefaultTimeout(60_000);
    const lines = [await loseRequests(ana, { seed: 1 }), await loseRequests(marcus, { seed: 2 })];
    await takeIn(ana, { first: 'Dora', last: 'Lossytest' });
    await marcus.goto(ana.url());
    await marcus.getByRole('heading', { level: 1, name: /Lossytest/ }).waitFor();

    // The line's losses require no second click and no reload.
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all([addNote(ana, `Ana ${round}`), addNote(marcus, `Marcus ${round}`)]);
      await Promise.all([attach(ana, `order ${round}.pdf`), edit(marcus, 'Unit', `Unit ${round}`)]);
      await Promise.all([
        edit(ana, 'Clinical summary', `Summary ${round}`),
        attach(marcus, `card ${round}.pdf`),
      ]);
      await decline(marcus);
      await decide(ana, 'Reopen');
      await decide(marcus, 'Accept');
      await decide(ana, 'Reopen');
      // A person's own page shows a decision before it is saved; the other's page shows it once it is.
      await decisionOf(marcus).getByRole('button', { name: 'Accept', exact: true }).waitFor();
    }

    for (const { losses, stop } of lines) {
      expect(losses.lost).toBeGreaterThanOrEqual(ROUNDS);
      expect(losses.unanswered).toBeGreaterThanOrEqual(ROUNDS);
      await stop();
    }
    for (const page of [ana, marcus]) {
      await openTab(page, /^Notes/);
      await expect.poll(() => shown(page, /(Ana|Marcus) \d+/)).toEqual(ofEachRound('Ana', 'Marcus'));
      await openTab(page, /^Documents/);
      await expect.poll(() => shown(page, /(card|order) \d+/)).toEqual(ofEachRound('card', 'order'));
      await openTab(page, /^Overview/);
      for (const text of [`Unit ${ROUNDS}`, `Summary ${ROUNDS}`])
        await page.getByText(text).first().waitFor();
    }
    await expect
      .poll(() => changesOf(ana))
      .toEqual({
        'Ana Marshdemo recorded the referral': 1,
        'Ana Marshdemo wrote a note': ROUNDS,
        'Marcus Halesample wrote a note': ROUNDS,
        'Ana Marshdemo attached a document': ROUNDS,
        'Marcus Halesample attached a document': ROUNDS,
        'Ana Marshdemo changed the referral': 3 * ROUNDS,
        'Marcus Halesample changed the referral': 3 * ROUNDS,
      });
    await ana.goto(`${platformUrl}/referrals?view=All&sort=UpdatedNewest`);
    const rows = ana.getByRole('table').getByRole('link', { name: /Lossytest/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);

    // The next story needs the list unchanged.
    await rows.click();
    await deleteReferral(ana);
    await ana.getByText(/ was deleted\. It can be restored until /).waitFor();
  },
);

async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('link', { name }).first().click();
}

async function addNote(page: Page, text: string): Promise<void> {
  await openTab(page, /^Notes/);
  await page.getByLabel('New note').fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('listitem').filter({ hasText: text });
  await note.getByRole('button', { name: 'Edit note' }).waitFor();
}

async function attach(page: Page, name: string): Promise<void> {
  await openTab(page, /^Documents/);
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(smallPdf([name])) };
  await page.getByLabel('Attach files').setInputFiles([file]);
  await page.getByRole('button', { name: `Open ${name}` }).waitFor();
}

async function edit(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
}

async function decide(page: Page, name: 'Accept' | 'Reopen'): Promise<void> {
  const button = decisionOf(page).getByRole('button', { name, exact: true });
  await button.click();
  await button.waitFor({ state: 'hidden' });
}

async function decline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Outside the service area' }).click();
  await page.getByRole('button', { name: 'Decline the referral' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await decisionOf(page).getByRole('button', { name: 'Reopen' }).waitFor();
}

const decisionOf = (page: Page) => page.getByRole('group', { name: 'Decision' });

/** The page's texts of this form, sorted. */
async function shown(page: Page, form: RegExp): Promise<string[]> {
  const items = await page.getByRole('listitem').allInnerTexts();
  return items.flatMap((text) => text.match(form)?.[0] ?? []).toSorted();
}

const ofEachRound = (...names: string[]) =>
  names.flatMap((name) => Array.from({ length: ROUNDS }, (_, round) => `${name} ${round + 1}`)).toSorted();

/** Counts each entry in the referral's history. */
async function changesOf(page: Page): Promise<Record<string, number>> {
  await openTab(page, /^Activity/);
  const more = page.getByRole('button', { name: 'Load more' });
  // The button disappears once the last entries have loaded.
  if (await more.isVisible()) await more.click({ timeout: 2_000 }).catch(() => undefined);
  const lines = await page.getByRole('main').innerText();
  const counts: Record<string, number> = {};
  for (const [line] of lines.matchAll(/^\w+ \w+ (recorded|wrote|attached|changed) .*$/gm))
    counts[line] = (counts[line] ?? 0) + 1;
  return counts;
}

interface Line {
  losses: { lost: number; unanswered: number };
  stop: () => Promise<void>;
}

/** Half of the lost requests never arrive; the answers to the other half are lost. */
async function loseRequests(page: Page, { seed }: { seed: number }): Promise<Line> {
  const random = randomness(seed);
  const losses = { lost: 0, unanswered: 0 };
  await page.route('**/api/**', async (route) => {
    if (!random.chance(LOST_SHARE)) return route.continue();
    if (random.chance(0.5)) losses.lost++;
    else {
      losses.unanswered++;
      await route.fetch();
    }
    return route.abort('connectionreset');
  });
  return { losses, stop: () => page.unrouteAll({ behavior: 'wait' }) };
}
