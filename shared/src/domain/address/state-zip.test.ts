import { expect, test } from 'vitest';
import { normalizeFileZip, stateOfZip } from './state-zip.ts';

test.each([
  ['06103', '06103'],
  ['6103', '06103'],
  ['06103-1234', '06103'],
  ['6103-1234', '06103'],
  ['06103-', '06103'],
  ['61031234', '06103'],
  ['061031234', '06103'],
  ['6103.0', '06103'],
  ['94109.00', '94109'],
  [' 06103 ', '06103'],
  ['501', '00501'],
])('a file that says %j means ZIP code %s', (text, zip) => {
  expect(normalizeFileZip(text)).toBe(zip);
});

test.each(['', ' ', '061O3', '0', '00000', '000', 'N/A', '12', '6103.5', '1234567890', '06103-12345'])(
  'a file that says %j names no ZIP code',
  (text) => {
    expect(normalizeFileZip(text)).toBeUndefined();
  },
);

test.each([
  ['06103', 'CT'],
  ['06390', 'NY'],
  ['00501', 'NY'],
  ['00544', 'NY'],
  ['05501', 'MA'],
  ['05544', 'MA'],
  ['05505', undefined],
  ['05401', 'VT'],
  ['04101', 'ME'],
  ['03820', 'NH'],
  ['02860', 'RI'],
  ['07030', 'NJ'],
  ['19104', 'PA'],
  ['94109', 'CA'],
])('%s is a ZIP code of %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});
