import {
  formatMbi,
  isMbi,
  maskMbi,
  maskMbisIn,
  numbersIn,
  plainNumber,
  isNpi,
  npiOf,
  GivenMbi,
  Mbi,
  maskMemberId,
  withMaskedNumbers,
  formatSsn,
  GivenSsn,
  maskSsn,
  Ssn,
} from './identifiers.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('the pattern of CMS decides', () => {
  const right = ['1EG4TE5MK73', '9AA0AA0AA00', '2CY9Y98HK77'];
  expect(right.filter((text) => !isMbi(text))).toEqual([]);
  const wrong = [
    '0EG4TE5MK73',
    '1SG4TE5MK73',
    '1EGATE5MK73',
    '1EG4TE5MK7',
    '1EG4TE5MK733',
    '1EG4TE5M773',
    '1eg4te5mk73',
    '1EG4-TE5-MK73',
    '1EG4TE5MO73',
    '123456789A',
    '',
  ];
  expect(wrong.filter(isMbi)).toEqual([]);
});

test('typed numbers are normalized, and an MBI is formatted as on the card', () => {
  for (const typed of [' 1eg4-te5-mk73 ', '1EG4 TE5 MK73', '1EG4–TE5–MK73'])
    expect(plainNumber(typed)).toBe('1EG4TE5MK73');
  expect(formatMbi('1EG4TE5MK73')).toBe('1EG4-TE5-MK73');
  expect(formatMbi('unknown')).toBe('unknown');
});

test('a masked number shows its last four characters, a wrong one nothing', () => {
  expect(maskMbi('1EG4TE5MK73')).toBe('****-***-MK73');
  expect(maskMbi('123456789A')).toBe('****-***-****');
  expect(maskMbisIn('NM1*IL*1*DOE*JO****MI*1EG4TE5MK73~X')).toBe('NM1*IL*1*DOE*JO****MI*****-***-MK73~X');
  expect(maskMbisIn('REF*18*H5521 042')).toBe('REF*18*H5521 042');
});

test('an NPI has ten digits, starts with 1 or 2 and ends with its check digit', () => {
  const right = ['1234567893', '1999999984', '1427038314', '1235283151'];
  expect(right.filter((text) => !isNpi(text))).toEqual([]);
  expect(right.map((text) => npiOf(Number(text.slice(0, 9))))).toEqual(right);
  // 3234567899 has a right check digit.
  const wrong = ['1234567890', '123456789', '12345678931', '', '123456789a', '3234567899', ' 1234567893'];
  expect(wrong.filter(isNpi)).toEqual([]);
});

test.each([
  ['1EG4-TE5-MK73', '1EG4TE5MK73'],
  ['1eg4 te5 mk73', '1EG4TE5MK73'],
  ['9AA0A00AA00', '9AA0A00AA00'],
])('%j is the Medicare number %s', (typed, plain) => {
  expect(Mbi.parse(typed)).toBe(plain);
  expect(Mbi.parse(formatMbi(plain))).toBe(plain);
});

test.each([
  '',
  '0EG4TE5MK73',
  '1SG4TE5MK73',
  '1EG4TE5MK7',
  '1EG4TE5MK733',
  '1EGATE5MK73',
  '1EG4TE5MKA3',
  '123456789A',
])('%j is no Medicare number', (typed) => {
  expect(Mbi.safeParse(typed).error?.issues[0]?.message).toBe(
    'An MBI has 11 characters and looks like 1EG4-TE5-MK73',
  );
});

test.each([
  '',
  '07805112',
  '0780511200',
  '000-12-3456',
  '666-12-3456',
  '900-12-3456',
  '123-00-4567',
  '123-45-0000',
])('%j is no social security number', (typed) => {
  expect(Ssn.safeParse(typed).error?.issues[0]?.message).toMatch(/social security number/);
});

test('a formatted number reads back, and its mask reveals four characters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-5]\d{2}[1-9]\d[1-9]\d{3}$/), (digits) => {
      expect(Ssn.parse(formatSsn(digits))).toBe(digits);
      expect(maskSsn(digits)).toMatch(/^\*\*\*-\*\*-\d{4}$/);
      expect(GivenSsn.parse(maskSsn(digits))).toBe(maskSsn(digits));
      expect(GivenSsn.parse(formatSsn(digits))).toBe(digits);
    }),
  );
  expect(GivenMbi.parse(maskMbi('1EG4TE5MK73'))).toBe('****-***-MK73');
  expect([GivenMbi.parse(''), GivenSsn.parse('')]).toEqual(['', '']);
  for (const bent of ['***-**-123', '**1-23-1234']) expect(GivenSsn.safeParse(bent).success).toBe(false);
});

test('masking a masked record changes nothing', () => {
  const record = {
    Patient: { LastName: 'Sample', Ssn: '123456789', Mbi: '' },
    Payers: [
      { Name: 'A', MemberId: 'DEMO-123456' },
      { Name: 'B', MemberId: '1234' },
      { Name: 'C', MemberId: '' },
    ],
  };
  const masked = withMaskedNumbers(record);
  expect(masked.Patient).toEqual({ LastName: 'Sample', Ssn: '***-**-6789', Mbi: '' });
  expect(masked.Payers.map(({ MemberId }) => MemberId)).toEqual(['*******3456', '****', '']);
  expect(withMaskedNumbers(masked)).toEqual(masked);
  expect(maskMemberId('12345')).toBe('*2345');
});

test.each([
  ['219-09-9999', ['SSN']],
  ['219 09 9999', ['SSN']],
  ['call 2190999 99 or 219099999', ['SSN']],
  ['1EG4-TE5-MK73 and 1eg4te5mk73', ['MBI']],
  ['MBI 1EG4TE5MK73, SSN 219-09-9999', ['MBI', 'SSN']],
  ['(203) 555-0123, 06510-1234, 2026-11-22, 12345678, 1234567890, 666-12-3456, ***-**-9999', []],
])('%j seems to hold %j', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers);
});
