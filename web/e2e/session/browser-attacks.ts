import type { BrowserContext, Page } from 'playwright-core';
import { platformUrl } from '../browser.ts';
import {
  deafToLeaving,
  keepingEveryPage,
  leavingAllInPlace,
  withoutPrompt,
  withoutLock,
} from './removed-cures.ts';

export interface BrowserAttack {
  finding: 'page cache' | 'lock';
  name: string;
  /** The browser that it happens in, where it is not the ordinary one. */
  inBrowser?: (context: BrowserContext) => Promise<void>;
  /** True when it got to the patient whom someone else had opened. */
  succeeds: (page: Page, patient: string) => Promise<boolean>;
  /** The product without the cure: there the attack must be seen to succeed. */
  withoutCure: (context: BrowserContext) => Promise<void>;
}

export const attacks: BrowserAttack[] = [
  {
    finding: 'page cache',
    name: 'go back to a patient after the sign-out, in a browser that keeps every page',
    inBrowser: keepingEveryPage,
    succeeds: isShownOnTheWayBack,
    withoutCure: deafToLeaving,
  },
  {
    finding: 'page cache',
    name: 'go back to a patient after the sign-out, in a browser that tells no page that it is left',
    inBrowser: deafToLeaving,
    succeeds: isShownOnTheWayBack,
    withoutCure: keepingEveryPage,
  },
  {
    finding: 'lock',
    name: 'open a locked screen by a reload',
    async succeeds(page, patient) {
      await waitForLock(page);
      await page.reload();
      return isOpenedByTouch(page, patient);
    },
    withoutCure: withoutLock,
  },
  {
    finding: 'lock',
    name: 'open a locked screen by a movement, a click and keys',
    async succeeds(page, patient) {
      await waitForLock(page);
      return isOpenedByTouch(page, patient);
    },
    withoutCure: withoutLock,
  },
  {
    finding: 'lock',
    name: 'see in a second tab what is locked in the first',
    async succeeds(page, patient) {
      await waitForLock(page);
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      return isOpenedByTouch(tab, patient);
    },
    withoutCure: withoutLock,
  },
  {
    finding: 'lock',
    name: 'open a locked screen with the sign-in that the browser remembers',
    async succeeds(page, patient) {
      await waitForLock(page);
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Sign in' }).press('Enter'),
      ]);
      const whoIsIt = popup.getByRole('heading', { name: 'Who is signing in?' });
      await Promise.race([popup.waitForEvent('close'), whoIsIt.waitFor()]);
      if (!popup.isClosed()) return false;
      await page.getByRole('heading', { name: patient }).waitFor();
      return true;
    },
    withoutCure: withoutPrompt,
  },
  {
    finding: 'lock',
    name: 'find the patient in the document of a locked page',
    async succeeds(page, patient) {
      await waitForLock(page);
      return (await page.content()).includes(patient);
    },
    withoutCure: leavingAllInPlace,
  },
];

/** Whom the attack is after. */
export async function openPatient(page: Page): Promise<string> {
  await page.goto(`${platformUrl}/referrals?View=All`);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  return page.getByRole('heading', { level: 1 }).innerText();
}

async function isShownOnTheWayBack(page: Page, patient: string): Promise<boolean> {
  // What is there at the very moment when the page is shown again.
  await page.evaluate(() => {
    // Not as an ordinary listener: none of those hears of it where that cure is taken out.
    Object.assign(globalThis, {
      onpageshow: () => sessionStorage.setItem('seen', document.body.textContent),
    });
  });
  await page.getByRole('button', { name: 'Ana Marshdemo, account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await signIn.waitFor();
  await page.goBack({ waitUntil: 'commit' });
  await signIn
    .or(page.getByRole('heading', { name: patient }))
    .first()
    .waitFor();
  const seen = await page.evaluate(() => sessionStorage.getItem('seen') + document.body.textContent);
  return seen.includes(patient);
}

const locked = (page: Page) => page.getByRole('dialog', { name: 'Locked' });

async function waitForLock(page: Page): Promise<void> {
  await page.clock.install();
  await page.mouse.move(5, 5);
  await page.clock.runFor('15:10');
  await locked(page).waitFor();
}

async function isOpenedByTouch(page: Page, patient: string): Promise<boolean> {
  const name = page.getByRole('heading', { name: patient });
  await name.or(locked(page)).first().waitFor();
  if (await name.isVisible()) return true;
  await page.mouse.move(90, 90);
  await page.mouse.click(60, 60);
  await page.keyboard.press('Control+Enter');
  await page.clock.runFor('00:02');
  await name.or(locked(page)).first().waitFor();
  return name.isVisible();
}
