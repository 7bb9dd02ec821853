import { expect, test } from 'vitest';
import { formatMbi, isMbi, maskMbi, maskMbisIn, plainNumber } from './mbi.ts';

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

test('what people type becomes the number, and the number its spelling on the card', () => {
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
