import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { platformUrl, signIn } from './browser.ts';
import { askMedicare, switchAgency } from './message-steps.ts';

const Toast = '.Toastify__toast';

test('a success is shown for 2 seconds and an error for 4, without a bounce and in the colors of the palette', async () => {
  const page = await signIn('Bea Crossdemo', {
    reducedMotion: 'no-preference',
    expectedErrors: /status of 4(00|09)/,
  });
  const success = await toastAfter(page, { act: () => switchAgency(page), lateAfterMs: 3_500 });
  expect(success).toMatchObject({ text: 'Business domain switched successfully', places: 1 });
  expect(success.ms).toBeGreaterThan(1_800);
  expect(success.isLate).toBe(false);
  expect(success.color).toBe(await colorOf(page, '--green'));

  await page.emulateMedia({ colorScheme: 'dark' });
  await refuseChecks(page);
  await page.goto(`${platformUrl}/eligibility`);
  const failure = await toastAfter(page, {
    act: () => askMedicare(page, '1EG4TE5MK73'),
    lateAfterMs: 5_500,
  });
  expect(failure).toMatchObject({ text: refusal, places: 1 });
  expect(failure.ms).toBeGreaterThan(3_800);
  expect(failure.isLate).toBe(false);
  expect(failure.color).toBe(await colorOf(page, '--red'));
});

test.each([1440, 360])("at %i px a toast's text does not overlap its close button", async (width) => {
  const page = await signIn('Ana Marshdemo', {
    viewport: { width, height: 800 },
    expectedErrors: /status of 400/,
  });
  await refuseChecks(page);
  await page.goto(`${platformUrl}/eligibility`);
  await askMedicare(page, '1EG4TE5MK73');
  const overlap = await page.locator(Toast).evaluate((toast) => {
    const range = document.createRange();
    range.selectNodeContents(toast);
    const close = toast.querySelector('button')?.getBoundingClientRect().left ?? 0;
    const walker = document.createTreeWalker(toast, NodeFilter.SHOW_TEXT);
    let right = 0;
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      right = Math.max(right, range.getBoundingClientRect().right);
    }
    return right - close;
  });
  expect(overlap).toBeLessThanOrEqual(0);
});

const refusal = 'This text is long enough to reach the right edge of the message. Please check.';

const refuseChecks = (page: Page) =>
  page.route('**/medicareeligibility/checkeligibility', (route) =>
    route.fulfill({
      status: 400,
      json: { ErrorMessage: refusal, code: 'invalid_request', requestId: 'r' },
    }),
  );

interface ShownToast {
  text: string;
  /** Measures the time from its appearance to its removal. */
  ms: number;
  /** The number of different positions that it had. */
  places: number;
  color: string;
  /** A timer of the page, set at its appearance, ran out before its removal. */
  isLate: boolean;
}

interface Shown {
  act: () => Promise<void>;
  lateAfterMs: number;
}

async function toastAfter(page: Page, { act, lateAfterMs }: Shown): Promise<ShownToast> {
  const seen = page.evaluate(
    ({ selector, lateMs }) =>
      new Promise<ShownToast>((resolve) => {
        const places = new Set<number>();
        const shown = { text: '', color: '', isLate: false };
        let since = 0;
        function look(): void {
          const toast = document.querySelector(selector);
          if (toast === null && since > 0)
            return resolve({ ...shown, ms: performance.now() - since, places: places.size });
          if (toast !== null) {
            // A busy machine delays this timer as much as the one of the toast.
            if (since === 0) setTimeout(() => (shown.isLate = true), lateMs);
            since ||= performance.now();
            places.add(Math.round(toast.getBoundingClientRect().left));
            shown.text = toast.textContent;
            const icon = toast.querySelector('svg');
            if (icon) shown.color = getComputedStyle(icon).fill;
          }
          requestAnimationFrame(look);
        }
        look();
      }),
    { selector: Toast, lateMs: lateAfterMs },
  );
  await act();
  return seen;
}

const colorOf = (page: Page, name: string) =>
  page.evaluate((variable) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${variable})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
