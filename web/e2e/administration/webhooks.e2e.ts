import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

/** Accepts every request, and records whether it was signed. */
async function receiver() {
  const signatures: string[] = [];
  const server = createServer((request, response) => {
    signatures.push(String(request.headers['webhook-signature']));
    response.end();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/events`, signatures };
}

test('a manager adds a webhook, sees its secret once, and sends a test that arrives signed', async () => {
  const { url, signatures } = await receiver();
  // The secret cannot be shown later. The log of a deleted webhook may be read again before its editor closes.
  const expectedErrors = /status of 403|status of 404 .*webhooks.getdeliveries/;
  const page = await signIn('Marcus Halesample', { expectedErrors });
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^whsec_[\w+/]{43}=$/).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const sent = page.getByText(/^Test msg-\w+ is sent within 2 minutes\.$/);
  const [, id = ''] = /Test (msg-\w+)/.exec(await sent.innerText()) ?? [];
  // Waits for the timer's next run and the log's next read.
  await page.getByText('Delivered (200)').first().waitFor({ timeout: 60_000 });
  expect(signatures).toEqual([expect.stringMatching(/^v1,[\w+/]{43}=$/)]);
  // Two tests differ by the id under which the receiver knows them.
  await page.getByRole('listitem').filter({ hasText: 'Test' }).getByText(id).waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.reload();
  await page.getByText(/^No longer shown/).waitFor();
  expect(await page.getByText(/whsec_/).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: /^Delete 127\.0\.0\.1/ });
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('No webhooks yet').waitFor();
});
