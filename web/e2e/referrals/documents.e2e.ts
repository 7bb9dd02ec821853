import { readFile } from 'node:fs/promises';
import { EICAR } from '@handoff/local/malware-scan/scan-blob';
import { smallPdf } from '@handoff/local/seed/small-pdf';
import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, openSecondTab, signIn, takeIn } from '../browser.ts';
import { tiffFax } from '../prefill/tiff-fax.ts';

/** An image of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A Word file without text. */
const emptyWordFile =
  'UEsDBAAAAAAAAAAAAAAAAAAACAAAAAgAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbDxUeXBlcy8+UEsDBAAAAAAAAAAAAAAAAAAADQAAAA0AAAARAAAAd29yZC9kb2N1bWVudC54bWw8dzpkb2N1bWVudC8+UEsBAgAAAAAAAAAAAAAAAAAAAAAIAAAACAAAABMAAAAAAAAAAAAAAAAAAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECAAAAAAAAAAAAAAAAAAAAAA0AAAANAAAAEQAAAAAAAAAAAAAAAAA5AAAAd29yZC9kb2N1bWVudC54bWxQSwUGAAAAAAAAAgCAAAAAdQAAAAAA';

test('a large document is uploaded to the storage in blocks, and opens like any other', async () => {
  const page = await signIn('Marcus Halesample');
  await takeIn(page, { first: 'Lars', last: 'Bigsample' });
  await page.getByRole('link', { name: 'Documents' }).click();
  const calls: [path: string, bytes: number][] = [];
  page.on('request', (request) => {
    const bytes = Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length ?? 0);
    calls.push([new URL(request.url()).pathname, bytes]);
  });
  const packet = Buffer.concat([Buffer.from(smallPdf(['Face sheet'])), Buffer.alloc(9 * 1024 * 1024, '\n')]);
  await page
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'packet.pdf', mimeType: 'application/pdf', buffer: packet }]);
  await page.getByText('Document uploaded successfully').waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'packet.pdf' });
  await row.getByRole('button', { name: 'Open packet.pdf' }).waitFor();
  const names = calls.map(([path]) => path);
  expect(names).toContain('/api/services/completefileupload');
  expect(names).not.toContain('/api/services/uploadfile');
  expect(
    Math.max(...calls.filter(([path]) => path.startsWith('/api/')).map(([, bytes]) => bytes)),
  ).toBeLessThan(100_000);
});

test('documents are viewed by keyboard and printed in a packet, and every view is recorded', async () => {
  const page = await signIn('Marcus Halesample');
  await takeIn(page, { first: 'Dorothy', last: 'Papersample' });
  await page.getByRole('link', { name: 'Documents' }).click();
  const order = {
    name: 'order.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(smallPdf(['Wound care'])),
  };
  const card = { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
  const fax = await tiffFax();
  const letter = { name: 'letter.docx', mimeType: '', buffer: Buffer.from(emptyWordFile, 'base64') };
  await page.getByLabel('Attach files').setInputFiles([order, card, fax, letter]);
  for (const { name } of [order, card, fax, letter])
    await page.getByRole('button', { name: `Open ${name}` }).waitFor();
  const virus = { ...order, name: 'virus.pdf', buffer: Buffer.from(`%PDF-1.7\n${EICAR}`) };
  await page.getByLabel('Attach files').setInputFiles([virus]);
  const row = page.getByRole('listitem').filter({ hasText: 'virus.pdf' });
  await row.getByText('Blocked: malware was found in it (DOS/EICAR_Test_File)').waitFor();
  expect(await row.getByRole('button').allTextContents()).toEqual(['Change', 'Delete']);
  await page.getByLabel('Attach files').setInputFiles([{ ...card, name: 'copy.png' }]);
  await page.getByText('The same file as card.png, attached before').waitFor();
  await page.getByRole('button', { name: 'Delete copy.png' }).click();
  await page.getByRole('button', { name: 'Delete copy.png' }).waitFor({ state: 'hidden' });

  // No file is taken for a required one until someone says so.
  await page.getByText('Referral order is missing: drop it here, or click to browse').waitFor();
  await page.getByRole('button', { name: 'Change order.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change order.pdf' });
  await dialog.getByRole('combobox', { name: 'Document type' }).click();
  await page.getByRole('option', { name: 'Referral order' }).click();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Referral order is missing').waitFor({ state: 'detached' });
  await page.getByLabel('Attach files').setInputFiles([{ ...card, name: 'card.exe' }]);
  const refused = page.getByRole('alert').filter({ hasText: 'card.exe: only PDF, PNG, JPEG, TIFF and Word' });
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await refused.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Open card.png' }).click();
  const viewer = page.getByRole('region', { name: 'Open document' });
  await viewer.getByRole('img', { name: 'card.png' }).waitFor();
  await page.keyboard.press('j');
  await viewer.getByRole('heading', { name: 'order.pdf' }).waitFor();
  await viewer.getByRole('region', { name: 'Page 1 of 1' }).getByText('Wound care').waitFor();
  await page.keyboard.press('+');
  await viewer.getByRole('button', { name: '125%' }).waitFor();
  await page.keyboard.press('r');
  await viewer.locator('[data-main-rotation="90"]').waitFor();
  await expectAccessibleInBothSchemes(page);
  // The list stays beside it, and the keys of the document do not lead to another referral.
  await page.getByRole('button', { name: 'Change order.pdf' }).waitFor();
  await page.getByRole('heading', { level: 1, name: /Papersample/ }).waitFor();

  const other = await openSecondTab(page);
  await other.getByRole('region', { name: 'Open document' }).getByText('Wound care').waitFor();
  await other.close();

  await page.goBack();
  await viewer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open fax.tif' }).click();
  await viewer.getByRole('region', { name: 'Page 2 of 2' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.goBack();
  await viewer.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open letter.docx' }).click();
  await viewer.getByText('A browser does not show Word files').waitFor();
  await viewer.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('dialog').getByText('A browser does not show Word files').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await viewer.waitFor({ state: 'hidden' });
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: 'Open letter.docx' })
        .evaluate((each) => document.activeElement === each),
    )
    .toBe(true);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'FHIR (JSON), numbers masked' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ resourceType: 'Bundle', type: 'document' });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Packet to print or save as PDF' }).click();
  const paper = page.getByRole('article');
  await paper.getByRole('heading', { name: /^Documents/ }).waitFor();
  await paper.getByText('1 document is not listed').waitFor();
  await paper.getByRole('row', { name: /^card\.png / }).waitFor();
  await paper
    .getByText(/ by Marcus Halesample/)
    .first()
    .waitFor();
  await paper.getByRole('row', { name: /^Other referrals None of this patient/ }).waitFor();
  await page.getByLabel('Documents too').check();
  await page.getByRole('img', { name: 'order.pdf, page 1 of 1' }).waitFor();
  await page.getByRole('img', { name: 'card.png, page 1 of 1' }).waitFor();
  await page.getByRole('img', { name: 'fax.tif, page 2 of 2' }).waitFor();
  await page
    .getByRole('region', { name: 'letter.docx' })
    .getByText('A browser cannot print this file')
    .waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Referral', exact: true }).click();

  await page.getByRole('link', { name: 'Access log' }).click();
  await expect.poll(() => page.getByText('opened a document').count()).toBe(7);
  await page.getByText('printed the referral').waitFor();
  await page.getByText('exported the referral as FHIR').waitFor();
});

test('a packet has the full MBI once a person who may see it says why; the SSN stays masked', async () => {
  const page = await signIn('Ana Marshdemo');
  await takeIn(page, { first: 'Vera', last: 'Packetsample', mbi: '1EG4-TE5-MK00' });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Packet to print or save as PDF' }).click();
  const paper = page.getByRole('article');
  await paper.getByText('****-***-MK00').waitFor();
  await page.getByRole('button', { name: 'Show the full MBI' }).click();
  await page.getByRole('menuitem', { name: 'Billing or authorization' }).click();
  await paper.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{3}-MK00$/).waitFor();
  expect(await paper.textContent()).not.toMatch(/\d{3}-\d{2}-\d{4}/);
  await page.getByRole('button', { name: 'Hide the full MBI' }).click();
  await paper.getByText('****-***-MK00').waitFor();
});
