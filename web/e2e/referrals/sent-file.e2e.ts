import { expect, test } from 'vitest';
import {
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  platformUrl,
  reviewLine,
  signIn,
} from '../browser.ts';
import { smallPdf } from '@handoff/local/seed/small-pdf';

const pdf = Buffer.from(smallPdf(['Orders of the hospital'])).toString('base64');
const section = (code: string, title: string, text: string) =>
  `<component><section><code code="${code}"/><title>${title}</title><text>${text}</text></section></component>`;

/** A referral note of C-CDA with a picture of its orders. */
const note = {
  name: 'hospital-note.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(`<?xml version="1.0"?>
<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.16.840.1" extension="N-1"/>
<recordTarget><patientRole>
<addr><streetAddressLine>18 Fictional Elm St</streetAddressLine><city>New Haven</city><state>CT</state><postalCode>06511</postalCode></addr>
<telecom value="tel:(203)555-0177"/>
<patient><name><given>Nora</given><family>Filedemo</family></name><birthTime value="19490306"/></patient>
</patientRole></recordTarget>
<author><assignedAuthor><representedOrganization><name>Unheard-of Hospital</name></representedOrganization></assignedAuthor></author>
<component><structuredBody>
${section('42349-1', 'Reason for Referral', 'Wound care at home')}
${section('48765-2', 'Allergies', 'Penicillin')}
<component><section><code code="18842-5"/><title>Orders</title><text>See the file</text>
<entry><observationMedia><value mediaType="application/pdf" representation="B64">${pdf}</value></observationMedia></entry></section></component>
</structuredBody></component></ClinicalDocument>`),
};

test('a C-CDA is read into proposals, reviewed and saved with its documents', async () => {
  // The page asks for the documents until they are scanned.
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 409/ });
  await page.getByLabel('Last name').waitFor();
  const field = (path: string) => page.locator(`input[data-path="${path}"]`);
  await field('Patient.FirstName').fill('Eleanora');
  await page.getByLabel('Attach files').setInputFiles([note]);
  // Nothing replaces a typed value, and nothing is a value yet.
  await reviewLine(page, 'Patient').filter({ hasText: 'Filedemo' }).waitFor();
  expect(await field('Patient.LastName').inputValue()).toBe('');
  expect(await field('Patient.FirstName').inputValue()).toBe('Eleanora');
  const left = page.getByText('Left: 2 parts, such as Allergies');
  await left.click();
  await page.getByRole('listitem').filter({ hasText: 'Allergies has no field' }).waitFor();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: /^Accept \d+ verified$/ }).click();
  await expect.poll(() => field('Patient.DateOfBirth').inputValue()).toBe('03/06/1949');
  expect(await field('Patient.Phone').inputValue()).toBe('(203) 555-0177');
  expect(await field('Patient.LastName').inputValue()).toBe('Filedemo');
  await page.getByLabel('Referral source').selectOption('Hospital');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('heading', { level: 1, name: /Filedemo/ }).waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByText('hospital-note.xml').first().waitFor();
  await page.getByText('document.pdf').first().waitFor();
  await page.getByRole('link', { name: 'Activity' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'filled in fields from a document' }).first();
  await entry.waitFor();
  const changes = (await entry.getByRole('listitem').allTextContents()).join('; ');
  expect(changes).toMatch(/; Accepted ?.*Last name/);
  expect(changes).not.toMatch(/Filedemo|1949/);
});

test('a file that is no referral is refused with its reason, and the form stays as it was', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new', expectedErrors: /status of 415/ });
  await page.getByLabel('Last name').fill('Stayingdemo');
  const buffer = Buffer.from('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>');
  await page
    .getByLabel('Attach files')
    .setInputFiles([{ name: 'hostile.xml', mimeType: 'text/xml', buffer }]);
  await page.getByText('XML with a document type or entities is not accepted.').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Stayingdemo');
  expect(await page.getByRole('grid', { name: 'Values to review' }).count()).toBe(0);
  await page.getByLabel('Last name').fill('');
  await page.goto(`${platformUrl}/referrals`);
});

test('a TIFF of 100,000 strips is kept and says why it is not shown, and the form stays in use', async () => {
  const page = await signIn('Ana Marshdemo', { path: '/referrals/new' });
  await page.getByLabel('Last name').waitFor();
  const files = page.getByLabel('Attach files');
  await files.setInputFiles([{ name: 'strips.tif', mimeType: 'image/tiff', buffer: tiffOfStrips(100_000) }]);
  await page.getByLabel('Last name').fill('Stripsdemo');
  await page.getByText('It is made of too many parts to be shown here.').waitFor();
  await page.getByText('1 of 1 uploaded').waitFor();
  expect(await page.getByLabel('Last name').inputValue()).toBe('Stripsdemo');
  await page.getByLabel('Last name').fill('');
  await page.goto(`${platformUrl}/referrals`);
});

/** One page; each strip is a byte of its own. */
function tiffOfStrips(strips: number): Buffer {
  const values: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, 8],
    [257, 4, 1, strips],
    [258, 3, 1, 1],
    [259, 3, 1, 1],
    [262, 3, 1, 0],
    [273, 4, strips, 200],
    [278, 4, 1, 1],
    [279, 4, strips, 200 + strips * 4],
  ];
  const buffer = Buffer.alloc(200 + strips * 9);
  buffer.write('II*\0');
  buffer.writeUInt32LE(8, 4);
  buffer.writeUInt16LE(values.length, 8);
  for (const [index, [tag, type, count, value]] of values.entries()) {
    const at = 10 + index * 12;
    buffer.writeUInt16LE(tag, at);
    buffer.writeUInt16LE(type, at + 2);
    buffer.writeUInt32LE(count, at + 4);
    buffer.writeUInt32LE(value, at + 8);
  }
  for (let strip = 0; strip < strips; strip += 1) {
    buffer.writeUInt32LE(200 + strips * 8 + strip, 200 + strip * 4);
    buffer.writeUInt32LE(1, 200 + strips * 4 + strip * 4);
  }
  return buffer;
}
