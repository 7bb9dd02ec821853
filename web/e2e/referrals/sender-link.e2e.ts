import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  openBrowser,
  signIn,
  takeIn,
} from '../browser.ts';

test('the sender of a referral uploads a missing document by a link, sees the decision, and nothing once it is revoked', async () => {
  const page = await signIn('Marcus Halesample', { expectedErrors: /status of 400/ });
  await takeIn(page, { first: 'Quincy', last: 'Linksample' });
  await page.getByRole('button', { name: 'Request documents…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Message to the source').fill('Born 9/14/1948: the order is missing');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('Leave out the patient’s date of birth').waitFor();
  await dialog.getByLabel('Message to the source').fill('The signed order is missing.');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Copy the link' }).waitFor();
  await dialog.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await dialog.getByRole('button', { name: 'Print' }).waitFor();
  const address = (await dialog.locator('code').textContent()) ?? '';
  expect(address).not.toMatch(/Quincy|Linksample|referral-/);
  await page.keyboard.press('Escape');

  const expectedErrors = /status of (401|415)/;
  const sender = await openBrowser({ expectedErrors, viewport: { width: 360, height: 740 } });
  const asked: string[] = [];
  sender.on('request', (request) => asked.push(request.url()));
  await sender.goto(address);
  await sender.getByRole('heading', { level: 1, name: 'Referral of Q.L.' }).waitFor();
  await sender.getByText('We received this referral.').waitFor();
  await sender.getByText('The signed order is missing.').waitFor();
  await sender.getByText(/works until \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M\.$/).waitFor();
  expect(await sender.title()).toMatch(/^[^Q]+: referral$/);
  expect(await sender.locator('body').textContent()).not.toMatch(/Quincy|Linksample|1948/);
  await expectAccessibleInBothSchemes(sender);
  await expectNoSidewaysScroll(sender);
  expect(asked.filter((url) => /\/(application|start|packages)-|msal|signalr/.test(url))).toEqual([]);

  const order = {
    name: 'signed order.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(smallPdf(['Order'])),
  };
  await sender.getByLabel('Choose a file for Referral order').setInputFiles([{ ...order, name: 'a.exe' }]);
  await sender.getByText('Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.').waitFor();
  await sender.getByLabel('Choose a file for Referral order').setInputFiles([order]);
  await sender.getByText('signed order.pdf was received as Referral order. Thank you.').waitFor();
  await sender.getByLabel('Choose another file for Referral order').waitFor();

  await page.getByRole('link', { name: 'Documents' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'signed order.pdf' });
  await row.getByText('Sender link').waitFor();
  await page.getByText('Referral order is missing').waitFor({ state: 'detached' });
  const links = page.getByRole('region', { name: 'Document requests' });
  await links.getByText('1 of 10 files received').waitFor();
  await expectAccessibleInBothSchemes(page);

  // The screen shows the decision before it is saved.
  const saved = page.waitForResponse(/referrals\/update/);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await saved;
  await sender.reload();
  await sender.getByText('We accepted this referral.').waitFor();
  await sender.getByText('Uploads are closed.').waitFor();

  await links.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await links.getByText('revoked by Marcus Halesample').waitFor();
  await sender.reload();
  await sender.getByRole('heading', { name: 'This link does not work' }).waitFor();
  expect(await sender.locator('body').textContent()).not.toMatch(/Q\.L\.|order/);
  await expectAccessibleInBothSchemes(sender);

  await page.goto(page.url().replace(/\?.*$/, '/packet'));
  await page.getByRole('heading', { name: 'Messages to the source' }).waitFor();
  await page.getByText('The signed order is missing.').waitFor();
});
