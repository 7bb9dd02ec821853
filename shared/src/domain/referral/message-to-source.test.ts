import { expect, test } from 'vitest';
import { messageRefusal } from './message-to-source.ts';

const known = {
  patient: { FirstName: 'Jo', LastName: 'Marsh-Sample', DateOfBirth: '1950-03-14', Phone: '8605550178' },
  numbers: ['1EG4TE5MK73', '219099377', 'W8812345'],
};

test.each([
  'Call us at (860) 555-0100 before 4/12/2027.',
  'We miss the face-to-face note of March 3, 2027 and the orders.',
  'May we have it by 3/14? 12 pages at most, room 1950.',
  'Reference 88123: the join of two pages is cut off.',
])('%s is taken', (text) => {
  expect(messageRefusal(text, known)).toBeUndefined();
});

test.each([
  ['Medicare 1eg4-te5-mk73', 'numbers'],
  ['her SSN is 219 09 9377', 'numbers'],
  ['another SSN, 078-05-1120', 'numbers'],
  ['member w88-12345', 'numbers'],
  ['reach her at (860) 555.0178', 'phone'],
  ['+1 860 555 0178', 'phone'],
  ['born 3/14/1950', 'birth'],
  ['born 03-14-50', 'birth'],
  ['born 14.3.1950', 'birth'],
  ['born 1950-03-14', 'birth'],
  ['born 03141950', 'birth'],
  ['born March 14th, 1950', 'birth'],
  ['born 14 mar 1950', 'birth'],
  ['the note for Jo', 'name'],
  ['for Mrs. Marsh-Sample, please', 'name'],
  ['for Mrs. Sample, please', 'name'],
  ['THE NOTE FOR MARSH-SAMPLE', 'name'],
])('%s is refused for its %s', (text, why) => {
  expect(messageRefusal(text, known)).toContain(why);
});

test('a name of several words is found by each of its longer words', () => {
  const patient = { ...known.patient, FirstName: 'María José', LastName: 'de la Cruz-Demo' };
  const refusal = (text: string) => messageRefusal(text, { patient, numbers: [] });
  expect(refusal('the orders of CRUZ')).toContain('name');
  expect(refusal('the orders of Demo')).toContain('name');
  expect(refusal('José is discharged today')).toContain('name');
  expect(refusal('La lista de documentos; a demo of the page')).toBeUndefined();
});

test.each([
  ['Li-Wu', 'the note for Li-Wu'],
  ['Le Vu', 'the note for Vu'],
  ['José', 'the note for JOSE'],
])('the name %s is found in "%s"', (LastName, text) => {
  const patient = { ...known.patient, LastName };
  expect(messageRefusal(text, { patient, numbers: [] })).toContain('name');
});

test('a patient without a birth date, phone and numbers refuses nothing but a name', () => {
  const unknown = {
    patient: { FirstName: '', LastName: 'Sample', DateOfBirth: '', Phone: '' },
    numbers: [''],
  };
  expect(messageRefusal('Fax 1/2/2027, 860-555-0100', unknown)).toBeUndefined();
});
