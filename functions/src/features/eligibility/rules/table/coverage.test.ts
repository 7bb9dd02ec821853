import { expect, test } from 'vitest';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';
import { judged, sample, sampleSettings } from '../../../../testing/eligibility/sample-answers.ts';
import { answerOf, BOTH, loop, PART_A, PART_B } from '../../../../testing/eligibility/answer-row.ts';

// Billing reads these numbers on the page of a check: each with its kind, its dates and whether it applies on the day.

const coverageOf = (...lines: string[]) => coverageIn(answerOf([...BOTH, ...lines]));

function coverageIn(text: string, settings = sampleSettings): Coverage {
  const { verdict } = judged(text, 'Home Care', settings);
  if (verdict.kind !== 'result' || !verdict.coverage) throw new Error(verdict.kind);
  return verdict.coverage;
}

const year = { From: '2025-01-01', To: '2025-12-31', DatesGiven: true, IsActive: true };
const thisYear = (qualifier: number) => `DTP*${qualifier}*RD8*20250101-20251231`;
const lastYear = 'DTP*292*RD8*20240101-20241231';

test('deductibles are total, remaining, or from another time; coinsurance is a share', () => {
  const { Deductibles } = coverageOf(
    'EB*C**30*MB**23*257',
    thisYear(291),
    'EB*C**30*MB**29*0',
    'EB*C**30*MA**26*1676',
    lastYear,
    'EB*C**30*MA**99*12',
    'EB*A**30^42*MB**27**.2',
    thisYear(292),
  );
  expect(Deductibles).toMatchObject([
    { Part: 'B', Kind: 'total', Amount: '257', ServiceTypes: ['30'], ...year },
    { Part: 'B', Kind: 'left', Amount: '0', DatesGiven: false },
    { Part: 'A', Kind: 'total', Amount: '1676', IsActive: false },
    { Part: 'A', Kind: 'other', Amount: '12' },
    { Part: 'B', Kind: 'coinsurance', Amount: '.2', ServiceTypes: ['30', '42'], ...year },
  ]);
});

test('a deductible left in an earlier spell of illness is not the one left now', () => {
  const { Deductibles } = coverageOf('EB*C**30*MA**29*0', 'DTP*435*RD8*20240105-20240220');
  expect(Deductibles).toMatchObject([
    { Part: 'A', Kind: 'left', Amount: '0', From: '2024-01-05', To: '2024-02-20', IsActive: false },
  ]);
});

test('therapy is the amount used in the year, or the remaining one in an older answer', () => {
  const { Therapy } = coverageOf(
    'EB*D**AD^AE*MB***120.5',
    thisYear(292),
    'MSG*Used Amount',
    'EB*F*IND*AD*MB**29*1840',
    thisYear(291),
  );
  expect(Therapy).toMatchObject([
    { Kind: 'occupational', State: 'used', Amount: '120.5', ...year },
    { Kind: 'physicalAndSpeech', State: 'used', Amount: '120.5', ...year },
    { Kind: 'occupational', State: 'left', Amount: '1840', ...year },
  ]);
});

test('days left are full, with a daily amount, or of the lifetime reserve', () => {
  const { DaysLeft } = coverageOf(
    'EB*F**30*MA**29***DY*60',
    thisYear(435),
    'EB*B**AG*MA**29*209.5**DA*80',
    thisYear(292),
    'EB*K**30*MA**33***LA*0',
  );
  expect(DaysLeft).toMatchObject([
    { Care: 'hospital', Kind: 'full', Days: 60, PerDay: '', ...year },
    { Care: 'nursingFacility', Kind: 'coinsurance', Days: 80, PerDay: '209.5', ...year },
    { Care: 'hospital', Kind: 'reserve', Days: 0, PerDay: '' },
  ]);
});

test('days of a benefit period are the remaining ones, not the initial ones', () => {
  const { DaysLeft } = coverageIn(sample('own-guide-whole-answer'));
  expect(DaysLeft).toMatchObject([
    { Care: 'hospital', Kind: 'full', Days: 46, PerDay: '', ...year },
    { Care: 'hospital', Kind: 'coinsurance', Days: 30, PerDay: '419', ...year },
    { Care: 'nursingFacility', Kind: 'full', Days: 20, PerDay: '', ...year },
    { Care: 'nursingFacility', Kind: 'coinsurance', Days: 80, PerDay: '209.5', ...year },
    { Care: 'hospital', Kind: 'reserve', Days: 58 },
    { Care: 'psychiatric', Kind: 'reserve', Days: 183 },
  ]);
});

test('the cost of one procedure is not an amount of the plan', () => {
  const { Deductibles } = coverageIn(sample('own-guide-whole-answer'));
  expect(
    Deductibles.map(({ Part, Kind, Amount, ServiceTypes }) => [Part, Kind, Amount, ServiceTypes[0]]),
  ).toEqual([
    ['A', 'total', '1676', '30'],
    ['A', 'left', '0', '30'],
    ['A', 'total', '0', '42'],
    ['B', 'total', '257', '30'],
    ['B', 'left', '0', '30'],
    ['B', 'total', '0', '42'],
    ['B', 'coinsurance', '.2', '30'],
  ]);
});

const older = sample('own-guide-older-forms');

test.each([
  ['as their ISA says', older],
  ['with signs that their ISA does not declare', older.replace('*0*P*|', '*0*P*:')],
  [
    'with lists, for which a 4010 has no sign',
    older
      .replace('EB*1*IND**MA', 'EB*1**30^42^45*MA')
      .replace('EB*1*IND**MB', 'EB*1**30^2^98*MB')
      .replace('EB*1**98', 'EB*1**2^23^33^88^98'),
  ],
])('forms of the 4010 and 2012 guides are read, separated %s', (_how, text) => {
  const { PartA, PartB, DaysLeft, Therapy, Certifications, HomeHealth } = coverageIn(text);
  expect([PartA.Status, PartB.Status, DaysLeft.length, HomeHealth]).toEqual(['active', 'active', 5, []]);
  expect(Therapy).toMatchObject([{ Kind: 'occupational', State: 'left', Amount: '1840' }]);
  expect(Certifications.map(({ Code, Text }) => [Code, Text])).toEqual([
    ['', 'Home health certification or recertification'],
    ['G0179', 'Home health recertification'],
  ]);
  expect(judged(text).found).toEqual([]);
});

test.each([
  ['a number of days that cannot be read', ['EB*B**30*MA**7*0', 'HSD***DA**29*many']],
  ['days left in another unit', ['EB*B**30*MA**7*0', 'HSD*VS*6***29']],
  ['a date of an unknown kind', ['EB*R**30*HN', 'DTP*999*D8*20250801']],
])('%s is for people to see', (_what, lines) => {
  const { verdict } = judged(answerOf([...BOTH, ...lines]));
  expect(verdict).toMatchObject({ kind: 'result' });
  expect(verdict.kind !== 'notCompleted' && verdict.findings.map(({ Code }) => Code)).toContain('unread');
});

test.each([
  ['therapy for which no one says whether it is used or left', 'EB*D**AD*MB***120'],
  ['therapy of Part A', 'EB*D**AD*MA***120'],
  ['a service that is no therapy', 'EB*F**98*MB**29*1840'],
  ['days of the whole period, which are not those left', 'EB*F**30*MA**23***DY*60'],
  ['an amount of days that is none', 'EB*F**30*MA**29***DY*many'],
  ['no amount of days', 'EB*F**30*MA**29***DY'],
  ['visits, which are not days', 'EB*F**30*MA**29***VS*60'],
  ['days of other care', 'EB*F**98*MA**29***DY*60'],
  ['a deductible without an amount', 'EB*C**30*MB**23'],
])('not counted: %s', (_what, line) => {
  const { Therapy, DaysLeft, Deductibles } = coverageOf(line);
  expect([Therapy, DaysLeft, Deductibles]).toEqual([[], [], []]);
});

const certified = (code: string) => [`EB*X**42*MB*********HC|${code}`, 'DTP*193*D8*20250523'];

test('a certification is initial or a recertification, and no other code is one', () => {
  const { Certifications } = coverageOf(...certified('G0180'), ...certified('G0179'));
  expect(Certifications).toMatchObject([
    { Code: 'G0180', Text: 'Home health certification', Date: '2025-05-23' },
    { Code: 'G0179', Text: 'Home health recertification', Date: '2025-05-23' },
  ]);
  expect(coverageOf(...certified('G0438')).Certifications).toEqual([]);
  expect(coverageOf('EB*X**42*MB*********CJ|G0180').Certifications).toEqual([]);
});

test('kidney disease has its start and its transplant', () => {
  const { KidneyDisease } = coverageOf('EB*D**14*MA', 'DTP*356*D8*20200101', 'DTP*096*D8*20230405');
  expect(KidneyDisease).toMatchObject([{ Start: '2020-01-01', Transplant: '2023-04-05' }]);
  const completed = coverageOf('EB*D**14*MA', 'DTP*356*D8*20050101', 'DTP*198*D8*20060405').KidneyDisease;
  expect(completed).toMatchObject([{ Start: '2005-01-01', Transplant: '2006-04-05' }]);
});

const billed = (...dates: string[]) =>
  coverageOf('EB*X**42***26', ...dates).HomeHealth.map(({ From, To, FirstBilled, LastBilled }) => [
    From,
    To,
    FirstBilled,
    LastBilled,
  ]);

test('home health that was only billed lasts sixty days from the first service, or to the last one', () => {
  const first = 'DTP*193*D8*20250501';
  expect(billed(first)).toEqual([['2025-05-01', '2025-06-29', '2025-05-01', null]]);
  expect(billed(first, 'DTP*194*D8*20250603')).toEqual([
    ['2025-05-01', '2025-06-29', '2025-05-01', '2025-06-03'],
  ]);
  expect(billed(first, 'DTP*194*D8*20250703')).toEqual([
    ['2025-05-01', '2025-07-03', '2025-05-01', '2025-07-03'],
  ]);
});

test('a hospice without a provider belongs to no one, and an empty number is not ours', () => {
  const [hospice] = coverageOf('EB*X**45*MA**26', 'DTP*292*D8*20250501').Hospice;
  expect(hospice).toMatchObject({ Npi: '', IsOwn: false, Providers: [], IsRevoked: null });
});

test('an employer plan without a name or address has none', () => {
  const [payer] = coverageOf('EB*R**30*12', 'DTP*290*D8*20210101', 'REF*IG*POL1').SecondaryPayers;
  expect(payer).toMatchObject({ Name: '', Address: '', Policy: 'POL1', To: null });
  const named = loop('NM1*PRP*2*ACME', 'N3*1 MAIN ST*FLOOR 2', 'N4*HARTFORD*CT*061031234');
  expect(coverageOf('EB*R**30*12', ...named).SecondaryPayers).toMatchObject([
    { Name: 'ACME', Address: '1 MAIN ST, FLOOR 2, HARTFORD, CT 06103', DatesGiven: false },
  ]);
});

test('a part is active, barred or denied, with the lines that say so', () => {
  const { PartA, PartB } = coverageIn(sample('made-14'));
  const barred = [{ From: '2025-05-01', To: '2025-07-20', DatesGiven: true, IsActive: true }];
  expect([PartA, PartB]).toMatchObject([
    { Status: 'barred', Barred: barred },
    { Status: 'barred', Barred: barred },
  ]);
  expect(PartB).not.toHaveProperty('Denied');
  const denied = coverageIn(answerOf([...PART_A, 'EB*6**30*MB', 'EB*7**30*MB']));
  expect(denied.PartA).toMatchObject({ Status: 'active', Periods: [{ From: '2018-03-01', To: null }] });
  expect(denied.PartB).toEqual({
    Status: 'none',
    Periods: [],
    Barred: [],
    Denied: 'EB*6**30*MB~EB*7**30*MB',
  });
  const [partA = ''] = PART_A;
  const undated = coverageIn(answerOf([partA, ...PART_B])).PartA;
  expect(undated.Periods).toMatchObject([{ From: null, To: null, DatesGiven: false, IsActive: true }]);
});

test("a provider of care is returned with Medicare's details about it", () => {
  const { Hospice } = coverageIn(sample('made-06'));
  expect(Hospice).toMatchObject([{ IsRevoked: true, To: '2025-04-11', Providers: [{ Npi: '1235283151' }] }]);
  expect(coverageIn(sample('made-05')).HospicePeriodsUsed).toBe(1);
  expect(coverageIn(sample('made-00')).HospicePeriodsUsed).toBeNull();
  const admitted = ['EB*X**42***26', 'DTP*472*RD8*20250521-20250719', 'DTP*435*D8*20250522'];
  const agency = loop('NM1*1P*2*OLD CARE*****SV*031549', 'NM1*PR*2*NGS*****PI*06014');
  expect(coverageOf(...admitted, ...agency).HomeHealth).toMatchObject([
    {
      Npi: '',
      ProviderNumber: '031549',
      Agency: 'OLD CARE',
      IsOwn: false,
      Contractor: 'NGS',
      ContractorId: '06014',
      AdmittedOn: '2025-05-22',
      FirstBilled: null,
    },
  ]);
  const billed4010 = ['EB*X**42***26', 'DTP*472*RD8*20250521-20250719'];
  const numbered = (prv: string) => coverageOf(...billed4010, ...loop('NM1*1P*2*OLD CARE', prv)).HomeHealth;
  expect(numbered('PRV*HH*HPI*1999999984')).toMatchObject([
    { Npi: '1999999984', Agency: 'OLD CARE', IsOwn: true },
  ]);
  expect(numbered('PRV*HH*ZZ*251E00000X')).toMatchObject([{ Npi: '', Agency: 'OLD CARE' }]);
  const { verdict } = judged(sample('made-11'));
  expect(verdict).toMatchObject({ beneficiary: { DateOfBirth: '1948-03-12', DateOfDeath: '2025-05-31' } });
});

const planIn = (settings: typeof sampleSettings, text = sample('made-03')) =>
  coverageIn(text, settings).MedicareAdvantage[0];

test('a plan has the name, kind and telephone number of the imported list when the answer has none', () => {
  const plan = { ContractId: 'H5521', PlanId: '042' };
  const listed = { Name: 'Sample Gold', Kind: 'Local HMO', Phone: '8005550199' };
  const lists = (id: string) => ({
    ...sampleSettings,
    medicarePlans: new Map([[id, { ...plan, ...listed }]]),
  });
  const known = { Name: 'Sample Gold', Kind: 'Local HMO', Phone: '8005550100' };
  expect(planIn(lists('H5521-042'))).toMatchObject(known);
  expect(planIn(lists('H5521'))).toMatchObject(known);
  expect(planIn(lists('H5521'), sample('made-03').replace('*TE*8005550100', ''))).toMatchObject(listed);
  expect(planIn(sampleSettings)).toMatchObject({
    Name: 'SAMPLE HEALTH PLAN HMO',
    Kind: '',
    Phone: '8005550100',
    BillOptionText: 'The plan processes all claims',
  });
  const unsettled = sample('made-03').replace('Option Code - C', 'Option Code - B');
  expect(planIn(sampleSettings, unsettled)).toMatchObject({ BillOption: 'B', BillOptionText: 'B' });
});

test("assistance with Medicare's costs is listed with plan and dates", () => {
  expect(coverageIn(sample('made-12')).Assistance).toMatchObject([
    { Kind: 'QMB', Plan: 'NJ QMB Plan', From: '2017-02-01', To: null, IsActive: true },
  ]);
  expect(coverageIn(sample('made-09')).SecondaryPayers).toMatchObject([
    { TypeCode: '12', Type: 'Working aged: employer plan', Policy: 'POL123456' },
  ]);
});
