import { expect, test } from 'vitest';
import {
  draftKept,
  expectAccessibleInBothSchemes,
  platformUrl,
  reviewLine,
  signIn,
  takeIn,
} from '../browser.ts';
import { facePage, typedFile } from '../prefill/typed-file.ts';

const viewport = { width: 360, height: 780 };
/** Below the top bar of the shell. */
const NEAR_TOP = 48 + 220;

test('on a phone the first value of a fax is near the top, below no draft, and its keys are not named', async () => {
  const page = await signIn('Ana Marshdemo', {
    path: '/referrals/new',
    viewport,
    expectedErrors: /status of 409/,
  });
  const kept = draftKept(page, 'Phonedraft');
  await page.getByLabel('Last name').fill('Phonedraft');
  await kept;
  await page.goto(`${platformUrl}/referrals`);
  await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
  await page.goto(`${platformUrl}/referrals/new`);
  await page.getByLabel('Attach files').setInputFiles([typedFile('packet.pdf', facePage)]);
  await reviewLine(page, 'Primary payer').waitFor();
  const first = page.locator('[data-line]').first();
  await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0));
  expect((await first.boundingBox())?.y).toBeLessThan(NEAR_TOP);
  expect(await page.locator('main kbd:visible').count()).toBe(0);
  await expectAccessibleInBothSchemes(page);
});

test('on a phone the decision leaves the referral its room', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Paula', last: 'Phonesample' });
  await page.setViewportSize(viewport);
  const bar = await page.getByRole('group', { name: 'Decision' }).boundingBox();
  expect(bar?.height).toBeLessThan(80);
});

test('a phone can install the application', async () => {
  const page = await signIn('Ana Marshdemo', { viewport });
  await page.goto(`${platformUrl}/referrals`);
  const devTools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, url } = await devTools.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/handoff.webmanifest']);
});
