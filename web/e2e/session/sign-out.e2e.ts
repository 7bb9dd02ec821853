import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  firstRow,
  openSecondTab,
  platformUrl,
  signInAnew,
} from '../browser.ts';

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

const tokensIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => /token|account/i.test(name)));

test('signing out in one tab ends every tab of the browser at once, and removes its tokens', async () => {
  const page = await signInAnew('Ana Marshdemo', { expectedErrors: /status of 401/ });
  const tab = await openSecondTab(page);
  await firstRow(tab).waitFor();
  const typing = await openSecondTab(page);
  await typing.goto(`${platformUrl}/referrals/new`);
  await typing.getByLabel('Last name').pressSequentially('Halfwaytyped');

  await signOut(page);
  for (const each of [tab, typing]) {
    await signInButton(each).waitFor({ timeout: 3_000 });
    expect(await each.getByRole('table').count()).toBe(0);
    expect(await tokensIn(each)).toEqual([]);
  }
  await signInButton(page).waitFor();
  await tab.goto(`${platformUrl}/referrals`);
  await signInButton(tab).waitFor();
  expect(await tab.getByRole('table').count()).toBe(0);
});

test('tokens of a browser that signed out are refused, even if they were copied elsewhere', async () => {
  const page = await signInAnew('Ana Marshdemo', { expectedErrors: /status of 401/ });
  const asked = page.waitForRequest((request) => request.url().includes('View=Mine'));
  await page.getByRole('link', { name: /^Mine/ }).click();
  const request = await asked;
  const authorization = (await request.allHeaders())['authorization'] ?? '';
  const read = () =>
    fetch(request.url(), { headers: { authorization, 'Idempotency-Key': crypto.randomUUID() } });
  expect((await read()).status).toBe(200);
  // Sign-in and sign-out times have seconds only, so they must not fall into the same one.
  await page.waitForTimeout(1_100);
  await signOut(page);
  await signInButton(page).waitFor();
  expect((await read()).status).toBe(401);
});

test('a person sees where they are signed in, and signs out one session', async () => {
  const here = await signInAnew('Cleo Wintertest', { expectedErrors: /status of 401/ });
  const there = await signInAnew('Cleo Wintertest', {
    expectedErrors: /status of 401/,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  await firstRow(there).waitFor();
  await there.waitForTimeout(1_100);

  await here.getByRole('button', { name: /, account$/ }).click();
  await here.getByRole('menuitem', { name: 'Where you are signed in' }).click();
  const dialog = here.getByRole('dialog', { name: 'Where you are signed in' });
  // Earlier tests signed Cleo in as well.
  await dialog.getByText('Chrome on Linux').first().waitFor();
  await dialog.getByText('This browser').waitFor();
  await expectAccessibleInBothSchemes(here);
  await dialog.getByRole('button', { name: 'Sign out of Safari on iPhone' }).click();
  await there.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 3_000 });
  expect(await there.getByRole('table').count()).toBe(0);
  await dialog.getByText('Safari on iPhone').waitFor({ state: 'detached' });

  await here.keyboard.press('Escape');
  await here.reload();
  await firstRow(here).waitFor();
});

test("an administrator sees a person's sessions, and signs one of them out", async () => {
  const cleo = await signInAnew('Cleo Wintertest', { expectedErrors: /status of 401/ });
  await firstRow(cleo).waitFor();
  await cleo.waitForTimeout(1_100);
  const ada = await signInAnew('Ada Quillsample');
  await ada.goto(`${platformUrl}/admin/users`);
  await ada.getByRole('link', { name: 'Cleo Wintertest' }).click();
  const sessions = ada.getByRole('region', { name: 'Sessions of Cleo Wintertest' });
  await sessions.getByText('Chrome on Linux').first().waitFor();
  await expectAccessibleInBothSchemes(ada);
  for (;;) {
    const buttons = sessions.getByRole('button', { name: 'Sign out of Chrome on Linux' });
    const count = await buttons.count();
    if (count === 0) break;
    await buttons.first().click();
    await expect.poll(() => buttons.count()).toBe(count - 1);
  }
  await cleo.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ timeout: 3_000 });
});
