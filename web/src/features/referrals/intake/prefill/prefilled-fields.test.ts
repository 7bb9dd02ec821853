import { expect, test } from 'vitest';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { prefilledFields } from './prefilled-fields.ts';

const document = (Id: string): ReferralDocument => ({
  Id,
  Etag: '',
  ReferralId: null,
  DocumentTypeId: 'orders',
  name: `${Id}.pdf`,
  blobName: Id,
  Size: 1,
  Sha256: '',
  ContentType: 'application/pdf',
  UploadedAt: '2026-11-28T12:00:00Z',
  UploadedBy: { Id: 'u', FullName: 'Ana' },
  Scan: { State: 'clean', At: '', AskedAt: '', Reason: '' },
});
const file = new File(['fax'], 'fax.pdf');
const proposal = (path: string, value: string, page: number) => ({
  path,
  value,
  place: { page, box: { x: 0, y: 0, width: 1, height: 1 } },
  line: '',
  doubt: undefined,
});
const name = proposal('Patient.LastName', 'Quimby', 1);
const number = proposal('Patient.Mbi', '1EG4-TE5-MK12', 2);
const left = proposal('Clinical.Room', '214', 2);
const values = { Services: [], Patient: { LastName: 'Quimby', Mbi: '1EG4-TE5-MK73' }, Clinical: {} };
const given = { values, servicesOf: () => [] };
const uses = [
  { Field: 'Patient.LastName', Use: 'accepted' },
  { Field: 'Patient.Mbi', Use: 'accepted and changed' },
  { Field: 'Clinical.Room', Use: 'not accepted' },
];

test('accepted, changed and open proposals of a fax have different uses', () => {
  const attachments = [{ id: 'fax', document: document('d'), file }];
  const readings = new Map([['fax', { proposals: [name, number, left] }]]);
  const taken = [name, number].map((each) => ({ ...each, attachmentId: 'fax' }));
  expect(prefilledFields({ ...given, attachments, readings, taken })).toEqual([
    { DocumentId: 'd', Fields: uses },
  ]);
});

test('a value that was accepted before the pages were sorted belongs to the document that has the page now', () => {
  const taken = [name, number].map((each) => ({ ...each, attachmentId: 'fax' }));
  const first = {
    id: 'a',
    document: document('d1'),
    file,
    madeOf: [[{ attachmentId: 'fax', page: 1, isTurned: false }]],
  };
  const second = {
    id: 'b',
    document: document('d2'),
    file,
    madeOf: [[{ attachmentId: 'fax', page: 2, isTurned: false }]],
  };
  // The first document is read again already, and the second is not.
  const readings = new Map([['a', { proposals: [name] }]]);
  expect(prefilledFields({ ...given, attachments: [first, second], readings, taken })).toEqual([
    { DocumentId: 'd1', Fields: uses.slice(0, 1) },
    { DocumentId: 'd2', Fields: uses.slice(1, 2) },
  ]);
  // Its page was left out, so another document of the same fax is named.
  expect(prefilledFields({ ...given, attachments: [first], readings, taken })).toEqual([
    { DocumentId: 'd1', Fields: uses.slice(0, 2) },
  ]);
});

test('a value of a draft that was opened again is accepted if its document says the same', () => {
  const attachments = [{ id: 'd', document: document('d'), file: undefined }];
  const readings = new Map([['d', { proposals: [name, left] }]]);
  expect(prefilledFields({ ...given, attachments, readings, taken: [] })).toEqual([
    { DocumentId: 'd', Fields: [uses[0], uses[2]] },
  ]);
});
