import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { platformUrl, signIn } from '../browser.ts';

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

test('a new record begins at its name, a refused save says so in view, and a deleted one leaves the focus on the page', async () => {
  const marcus = await signIn('Marcus Halesample', { expectedErrors: /status of 40[04]/ });
  await marcus.setViewportSize({ width: 1440, height: 560 });
  await marcus.goto(`${platformUrl}/agencies`);
  await marcus.getByRole('button', { name: 'Add agency' }).click();
  const editor = marcus.getByRole('complementary', { name: 'Edit agency' });
  const name = editor.getByLabel('Name').first();
  await expect.poll(() => hasFocus(name)).toBe(true);
  await name.fill('Focustest Home Care');

  await marcus.route('**/api/partners/create', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ ErrorMessage: 'The agency was not saved.', code: 'invalid_request' }),
    }),
  );
  await editor.getByRole('button', { name: /^Add agency/ }).click();
  const failure = editor.getByRole('alert').filter({ hasText: 'The agency was not saved.' });
  await failure.waitFor();
  const { top, bottom } = await failure.evaluate((shown) => shown.getBoundingClientRect());
  expect([top > 0, bottom <= 560]).toEqual([true, true]);
  await marcus.unroute('**/api/partners/create');

  await editor.getByRole('button', { name: /^Add agency/ }).click();
  await editor.getByRole('button', { name: 'Delete…' }).click();
  await marcus.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await editor.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(marcus.getByRole('heading', { level: 1 }))).toBe(true);
});

test('the dialogs of people give the focus back to the button that opened them', async () => {
  const ada = await signIn('Ada Quillsample', { path: '/admin/users' });
  await ada.getByRole('link', { name: 'Cleo Wintertest' }).click();
  for (const name of ['Delete access…', 'Sign out everywhere…', 'Invite a person']) {
    const button = ada.getByRole('button', { name });
    for (const close of ['Escape', 'Cancel']) {
      await button.click();
      const dialog = ada.getByRole('dialog');
      await dialog.waitFor();
      await expect.poll(() => dialog.evaluate((shown) => shown.contains(document.activeElement))).toBe(true);
      if (close === 'Escape') await ada.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(button), { message: `${name}, ${close}` }).toBe(true);
    }
  }
});
