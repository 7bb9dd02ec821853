import { expect, test } from 'vitest';
import { openBrowser, signInOn } from '../browser.ts';
import { attacks, openPatient, type BrowserAttack } from './browser-attacks.ts';

// The attacks that a browser is needed for, as functions/src/testing/attacks has the others.

/** One of each finding; the long run takes all. */
const chosen =
  process.env['SIZE'] === 'long'
    ? attacks
    : attacks.filter(({ finding }, n) => attacks.findIndex((other) => other.finding === finding) === n);

test.each(chosen)('$name: fails', async (attack) => {
  expect(await isLostTo(attack)).toBe(false);
});

test.each(chosen)('$name: succeeds without the cure', async (attack) => {
  expect(await isLostTo(attack, attack.withoutCure)).toBe(true);
});

/** Somebody works with a patient; then somebody else sits down at the same browser. */
async function isLostTo({ inBrowser, succeeds }: BrowserAttack, withoutCure?: BrowserAttack['withoutCure']) {
  const page = await openBrowser({
    keepsPages: true,
    expectedErrors: /ERR_|frame-ancestors|Failed to|Back-Forward Cache/,
  });
  for (const change of [inBrowser, withoutCure]) await change?.(page.context());
  await signInOn(page, 'Ana Marshdemo');
  return succeeds(page, await openPatient(page));
}
