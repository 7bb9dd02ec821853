import type { Page } from 'playwright-core';
import { pdfOfPages } from '@handoff/local/seed/small-pdf';

/** A face sheet and an order, as a hospital prints them, with 26 values for the form. */
const pages = [
  [
    'SAMPLE GENERAL HOSPITAL',
    'Patient Face Sheet',
    'Patient Name: FAXKEYS, FREDA M     DOB: 02/14/1944     Sex: F',
    'Address: 18 Fictional Elm St, Apt 3B, New Haven, CT 06511',
    'Phone: (203) 555-0142     Language: Spanish',
    'Medicare #: 1EG4-TE5-MK41',
    'Primary insurance: Medicare     Secondary insurance: Sample Supplement',
    'Emergency contact: Tom Faxkeys     Phone: (203) 555-0199',
    'Case manager: Dana Desk RN     Phone: (203) 555-0110',
    'Room: 214     Discharge date: 11/30/2026',
  ],
  [
    'HOME HEALTH ORDER',
    'Patient Name: FAXKEYS, FREDA M     DOB: 02/14/1944',
    'Primary Dx: I50.9     Other diagnoses: E11.9, Z79.4',
    'Services ordered: Skilled nursing, Physical therapy',
    'Ordering physician: Dana Prescriber MD     NPI: 1427038314',
    'Face to face encounter: 11/24/2026 with Dana Prescriber MD',
    'Homebound: yes     Requested start of care: 12/01/2026',
  ],
];
const VALUES = 26;

/**
 * Drops a typed fax of two pages on the list and reviews it by keys until the referral is saved. Counts the keys, and the
 * values in view at 1440 × 900 once they are read.
 */
export async function reviewOfAFax(page: Page, url: string) {
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const buffer = Buffer.from(
    pdfOfPages(pages.map((lines) => lines.map((text, at) => ({ x: 60, y: 72 + at * 24, text, size: 11 })))),
  );
  await page.goto(`${url}/referrals`);
  await page.getByRole('table').getByRole('link').first().waitFor();
  await page
    .getByLabel('Files for a new referral')
    .setInputFiles([{ name: 'fax.pdf', mimeType: 'application/pdf', buffer }]);
  const grid = page.getByRole('grid', { name: 'Values to review' });
  const lines = grid.locator('[data-line]');
  await lines.first().waitFor();
  await page.getByText('Uploaded', { exact: true }).waitFor();
  // The agency's lists and the address file come while a person reads the first lines.
  await page.waitForLoadState('networkidle');
  const values = await grid.locator('[data-proposed]').count();
  if (values < VALUES) throw new Error(`${values} values of the fax were read, not ${VALUES}`);
  const boxes = await lines.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  const foot = (await page.locator('form footer').boundingBox())?.y ?? 0;
  const inView = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= foot).length;
  for (let line = 0; line < boxes.length && (await lines.count()) > 0; line += 1) await press('Enter');
  await press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: /Faxkeys/ }).waitFor();
  return { keys, inView };
}
