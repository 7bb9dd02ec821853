import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { firstRow, platformUrl, signInAnew } from '../browser.ts';

test(
  'the open page of a deactivated person is covered within 3 seconds, and its data never comes back',
  { tags: ['main'] },
  async () => {
    const cleo = await signInAnew('Cleo Wintertest', { expectedErrors: /status of 40[13]/ });
    await firstRow(cleo).waitFor();
    const patient = await firstRow(cleo).innerText();
    const ada = await signInAnew('Ada Quillsample');
    await ada.goto(`${platformUrl}/admin/users`);
    await ada.getByRole('link', { name: 'Cleo Wintertest' }).click();
    const panel = ada.getByRole('region', { name: 'What Cleo Wintertest may do' });
    const dialog = ada.getByRole('dialog');
    const hasNoWork = dialog.getByText('No open referrals in Harbor Home Care.');
    await expect
      .poll(async () => {
        if ((await dialog.count()) === 0) await panel.getByRole('button', { name: 'Delete access…' }).click();
        return hasNoWork.isVisible();
      })
      .toBe(true);

    const sockets = openSockets(cleo);
    const [answer] = await Promise.all([
      ada.waitForResponse((response) => response.url().endsWith('/users/delete') && response.ok()),
      dialog.getByRole('button', { name: 'Delete access', exact: true }).click(),
    ]);
    await answer.finished();
    await cleo.getByRole('heading', { level: 1, name: 'Your access has ended' }).waitFor({ timeout: 3_000 });
    expect(await cleo.locator('body').innerText()).not.toContain(patient);
    expect(sockets.closed()).toBeGreaterThan(0);
    await cleo.goBack();
    await cleo.waitForTimeout(1_000);
    expect(await cleo.locator('body').innerText()).not.toContain(patient);
    expect(await cleo.locator('[data-liveness=live]').count()).toBe(0);

    await ada.getByText(/^Inactive \d/).click();
    await ada.getByRole('link', { name: 'Cleo Wintertest' }).click();
    await panel.getByRole('button', { name: 'Activate again' }).click();
    await cleo.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
  },
);

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
