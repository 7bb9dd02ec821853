import { expect, test } from 'vitest';
import { cleanName, traceOf, write270 } from './write-270.ts';
import { at, readX12, type Segment } from '@handoff/shared/domain/eligibility/x12';

const question = {
  inquiry: {
    firstName: 'Ana',
    lastName: 'O’Neil-Nuñez',
    birthDate: '1948-03-12',
    mbi: '1eg4-te5-mk73',
  },
  range: { from: '2024-05-10', to: '2025-10-10' },
  agency: { name: 'Sample Home Care', npi: '1999999984' },
  payerId: 'CMS',
  submitterId: 'SUBMITTER01',
  serviceTypes: ['30', '42', '45'],
  trace: 'ab12',
  controlNumber: 7,
  isTest: false,
  at: new Date('2025-06-10T15:00:00Z'),
};

function segmentsOf(text: string): Segment[] {
  const interchange = readX12(text);
  if (interchange.kind === 'notX12') throw new Error(interchange.why);
  return interchange.segments;
}

test('the inquiry is written exactly as in the guide', () => {
  expect(write270(question).split('~')).toEqual([
    'ISA*00*          *00*          *ZZ*SUBMITTER01    *ZZ*CMS            *250610*1100*^*00501*000000007*0*P*|',
    'GS*HS*SUBMITTER01*CMS*20250610*1100*7*X*005010X279A1',
    'ST*270*0001*005010X279A1',
    'BHT*0022*13*AB12*20250610*1100',
    'HL*1**20*1',
    'NM1*PR*2*CMS*****PI*CMS',
    'HL*2*1*21*1',
    'NM1*1P*2*SAMPLE HOME CARE*****XX*1999999984',
    'HL*3*2*22*0',
    'TRN*1*AB12*9SUBMITTER',
    "NM1*IL*1*O'NEIL-NUNEZ*ANA****MI*1EG4TE5MK73",
    'DMG*D8*19480312',
    'DTP*291*RD8*20240510-20251010',
    'EQ*30^42^45',
    'SE*13*0001',
    'GE*1*7',
    'IEA*1*000000007',
    '',
  ]);
});

test('ISA is 106 characters with its terminator, regardless of the sender', () => {
  for (const submitterId of ['X', 'A VERY LONG SUBMITTER NAME', 'dé*é'])
    expect(write270({ ...question, submitterId }).indexOf('~')).toBe(105);
});

test('typed text cannot add a segment or an element', () => {
  const inquiry = { ...question.inquiry, lastName: 'Doe*X~SE*1|^\r\n', firstName: '日本 ~' };
  const segments = segmentsOf(write270({ ...question, inquiry }));
  expect(segments).toHaveLength(17);
  const person = segments.find((segment) => segment.id === 'NM1' && at(segment, 1) === 'IL');
  expect(person?.elements.slice(3, 5)).toEqual(['DOE X SE 1', '']);
});

test('names lose their accents and not their letters', () => {
  expect(cleanName('Łukasz Ångström-Ørsted Æsir ß', 60)).toBe('LUKASZ ANGSTROM-ORSTED AESIR SS');
  expect(cleanName(`${'a'.repeat(59)} b`, 60)).toBe('A'.repeat(59));
});

test('the trace is upper case before it is stored, so that it equals its echo', () => {
  expect(traceOf('0af3c9')).toBe('0AF3C9');
});
