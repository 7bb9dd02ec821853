import { randomUUID } from 'node:crypto';
import { pdfOfPages } from '@handoff/local/seed/small-pdf';

/** Lines of text on the second page of a PDF, behind a cover. No other test has the same file. */
export const typedFile = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    pdfOfPages([
      [{ x: 72, y: 72, text: `Cover ${randomUUID()}` }],
      lines.map((text, index) => ({ x: 72, y: 120 + index * 22, text })),
    ]),
  ),
});

export const facePage = [
  'Patient name: PREFILLDEMO, PAULA',
  'DOB: 03/06/1949',
  'Medicare #: 1EG4-TE5-MK12',
  'Address: 18 Fictional Elm St, New Haven, CT 06511',
  'Insurance: Unheard-of Health',
  'Emergency contact: Ann Roe   Phone: (203) 555-0125',
];
