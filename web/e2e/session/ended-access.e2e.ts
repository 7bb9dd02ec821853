import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { platformUrl, signIn } from '../browser.ts';

test('the open page of a deactivated person is covered within 3 seconds, and its data never comes back', async () => {
  const victor = await signIn('Victor Lanedemo', { expectedErrors: /status of 40[13]/ });
  await victor.getByRole('table').getByRole('link').first().waitFor();
  const patient = await victor.getByRole('table').getByRole('link').first().innerText();
  const ada = await signIn('Ada Quillsample');
  await ada.goto(`${platformUrl}/admin/users`);
  await ada.getByRole('link', { name: 'Victor Lanedemo' }).click();
  const panel = ada.getByRole('region', { name: 'What Victor Lanedemo may do' });
  await panel.getByRole('button', { name: 'Delete access…' }).click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByText('No open referrals in Harbor Home Care.').waitFor();

  const sockets = openSockets(victor);
  const [answer] = await Promise.all([
    ada.waitForResponse((response) => response.url().endsWith('/users/delete') && response.ok()),
    dialog.getByRole('button', { name: 'Delete access', exact: true }).click(),
  ]);
  await answer.finished();
  await victor.getByRole('heading', { level: 1, name: 'Your access has ended' }).waitFor({ timeout: 3_000 });
  expect(await victor.locator('body').innerText()).not.toContain(patient);
  expect(sockets.closed()).toBeGreaterThan(0);
  await victor.goBack();
  await victor.waitForTimeout(1_000);
  expect(await victor.locator('body').innerText()).not.toContain(patient);
  expect(await victor.locator('[data-liveness=live]').count()).toBe(0);

  await ada.getByText('Inactive 1', { exact: true }).click();
  await ada.getByRole('link', { name: 'Victor Lanedemo' }).click();
  await panel.getByRole('button', { name: 'Activate again' }).click();
  await victor.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
});

/** Counts live connections that end from now on. */
function openSockets(page: Page): { closed: () => number } {
  let closed = 0;
  const session = page.context().newCDPSession(page);
  void session.then(async (cdp) => {
    cdp.on('Network.webSocketClosed', () => (closed += 1));
    await cdp.send('Network.enable');
  });
  return { closed: () => closed };
}
