import { expect, test } from 'vitest';
import { openBrowser, signInOn } from '../browser.ts';
import { attacks, openPatient, type BrowserAttack } from './browser-attacks.ts';

// Attacks that need a browser; functions/src/testing/attacks has the others.

/** Runs one attack per finding; the long run takes all. */
const chosen =
  process.env['SIZE'] === 'long'
    ? attacks
    : attacks.filter(({ finding }, n) => attacks.findIndex((other) => other.finding === finding) === n);

test.each(chosen)('$name: fails', async (attack) => {
  expect(await isLostTo(attack)).toBe(false);
});

test.each(chosen)('$name: succeeds without the protection', async (attack) => {
  expect(await isLostTo(attack, attack.withoutCure)).toBe(true);
});

type Cure = BrowserAttack['withoutCure'];

const MAX_TRIES = 3;

/**
 * Chromium sometimes crashes on a page in the back-forward cache, which is why Playwright switches it off. Such a try
 * proves nothing and is repeated.
 */
async function isLostTo(attack: BrowserAttack, withoutCure?: Cure, tries = MAX_TRIES): Promise<boolean> {
  const outcome = await attempt(attack, withoutCure);
  if (outcome !== 'crashed') return outcome;
  if (tries === 1) throw new Error('The page crashed each time.');
  return isLostTo(attack, withoutCure, tries - 1);
}

/** One person works with a patient, then another person uses the same browser. */
async function attempt(
  { inBrowser, succeeds }: BrowserAttack,
  withoutCure: Cure | undefined,
): Promise<boolean | 'crashed'> {
  const page = await openBrowser({
    keepsPages: true,
    expectedErrors: /ERR_|frame-ancestors|Failed to|Back-Forward Cache/,
  });
  for (const change of [inBrowser, withoutCure]) await change?.(page.context());
  await signInOn(page, 'Ana Marshdemo');
  try {
    return await succeeds(page, await openPatient(page));
  } catch (error) {
    const isAlive = await page.evaluate(() => true).catch(() => false);
    if (isAlive) throw error;
    return 'crashed';
  }
}
