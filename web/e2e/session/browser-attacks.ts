import type { BrowserContext, Page } from 'playwright-core';
import { firstRow, platformUrl } from '../browser.ts';
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
  /** A browser with special settings, for attacks that need one. */
  inBrowser?: (context: BrowserContext) => Promise<void>;
  /** Returns true when it reached the patient that another person had opened. */
  succeeds: (page: Page, patient: string) => Promise<boolean>;
  /** Removes the protection from the product, to prove that the attack then succeeds. */
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

/** The patient that the attack tries to see. */
export async function openPatient(page: Page): Promise<string> {
  await page.goto(`${platformUrl}/referrals?View=All`);
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  return page.getByRole('heading', { level: 1 }).innerText();
}

async function isShownOnTheWayBack(page: Page, patient: string): Promise<boolean> {
  // Records the content at the moment when the page is shown again.
  await page.evaluate(() => {
    // Set as a property, because removing the protection disables listeners.
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
