/** The numbers that the sandbox answers, each with its story, for any name and birth date. */
export const testNumbers = [
  ['00', 'Parts A and B are active'],
  ['01', 'Part A only'],
  ['02', 'Part B has ended'],
  ['03', 'Medicare Advantage plan (HMO)'],
  ['04', 'New Medicare Advantage plan (PPO)'],
  ['05', 'In hospice care'],
  ['06', 'Hospice was revoked'],
  ['07', 'Home health with another agency'],
  ['08', 'Home health with this agency'],
  ['09', 'An employer plan pays first'],
  ['10', 'A liability case is closed'],
  ['11', 'Date of death on file'],
  ['12', 'QMB and a Part D plan'],
  ['13', 'Medicare Advantage begins soon'],
  ['14', 'Benefits not payable for a time'],
  ['15', 'End-stage renal disease'],
] as const;

export type TestNumber = (typeof testNumbers)[number][0];

export const testMbi = (number: TestNumber): string => `1EG4-TE5-MK${number}`;
