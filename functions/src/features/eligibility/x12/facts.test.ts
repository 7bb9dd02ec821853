import { expect, test } from 'vitest';
import type { Facts } from './facts.ts';
import { parse271 } from './parse-271.ts';
import { judged, sample } from '../../../testing/eligibility/sample-answers.ts';

function factsOf(name: string): Facts {
  const answer = parse271(sample(name));
  const [facts] = answer.kind === '271' ? answer.people : [];
  if (!facts) throw new Error(`${name} is no 271`);
  return facts;
}

const parts = (facts: Facts) =>
  facts.entitlements.map(({ part, status, period }) => [part, status, period?.from, period?.to]);

test('both parts are open from their date, with the deductibles of the year', () => {
  const facts = factsOf('made-00');
  expect(parts(facts)).toEqual([
    ['A', 'active', '2018-03-01', undefined],
    ['B', 'active', '2018-03-01', undefined],
  ]);
  const year = { from: '2025-01-01', to: '2025-12-31' };
  expect(facts.deductibles).toMatchObject([
    { ServiceTypes: ['30'], Kind: 'total', Amount: '257', period: year },
    { ServiceTypes: ['30'], Kind: 'left', Amount: '0', period: year },
    { ServiceTypes: ['42', '67', 'AJ'], Kind: 'total', Amount: '0' },
  ]);
  expect(facts.traces).toEqual(['CHK-1']);
  expect(facts.beneficiary).toMatchObject({
    LastName: "O'NEIL-NUNEZ",
    FirstName: 'ANA',
    DateOfBirth: '1948-03-12',
    Mbi: '****-***-MK00',
  });
  expect(facts.mbi).toBe('1EG4TE5MK00');
});

test('an entitlement that ended, never began or is barred keeps its dates', () => {
  expect(parts(factsOf('made-01'))).toEqual([
    ['A', 'active', '2019-05-01', undefined],
    ['B', 'inactive', undefined, undefined],
  ]);
  expect(parts(factsOf('made-02'))[1]).toEqual(['B', 'active', '2010-01-01', '2025-03-12']);
  expect(parts(factsOf('made-14')).slice(2)).toEqual([
    ['A', 'inactive', '2025-05-01', '2025-07-20'],
    ['B', 'inactive', '2025-05-01', '2025-07-20'],
  ]);
  expect(factsOf('made-11')).toMatchObject({
    beneficiary: { DateOfDeath: '2025-05-31' },
    death: 'DTP*442*D8*20250531',
  });
});

test('a Medicare Advantage plan is read in the older and the newer form', () => {
  expect(factsOf('made-03').medicareAdvantage).toMatchObject([
    {
      Type: 'HN',
      ContractId: 'H5521',
      PlanId: '042',
      Name: 'SAMPLE HEALTH PLAN HMO',
      period: { from: '2024-11-22' },
      BillOption: 'C',
      Phone: '8005550100',
      Website: 'www.example.org',
      Address: '1 PLAN WAY, HARTFORD, CT 06103',
    },
  ]);
  expect(factsOf('made-04').medicareAdvantage).toMatchObject([
    {
      Type: 'PR',
      ContractId: 'H2001',
      PlanId: '815',
      Name: 'SAMPLE GROUP MEDICARE ADVANTAGE (PPO)',
      Organization: 'SAMPLE INSURANCE COMPANY',
      period: { from: '2025-05-21' },
      BillOption: 'C',
    },
  ]);
});

test('hospice and home health keep provider, dates and billing', () => {
  expect(factsOf('made-05')).toMatchObject({
    hospice: [
      {
        Providers: [{ Npi: '1235283151' }],
        IsRevoked: false,
        period: { from: '2025-05-11', to: '2025-08-08' },
      },
    ],
    hospicePeriodsUsed: 1,
  });
  expect(factsOf('made-06').hospice).toMatchObject([{ IsRevoked: true, period: { to: '2025-04-11' } }]);
  expect(factsOf('made-07')).toMatchObject({
    homeHealth: [
      {
        Npi: '1427038314',
        period: { from: '2025-05-21', to: '2025-07-19' },
        FirstBilled: '2025-05-21',
        LastBilled: '2025-06-08',
        Contractor: 'NATIONAL GOVERNMENT SERVICES',
        ContractorId: '06014',
      },
    ],
    certifications: [{ Code: 'G0180', Date: '2025-05-23' }],
  });
});

test('other payers, drug plans, assistance and kidney disease are distinguished', () => {
  expect(factsOf('made-09').secondaryPayers).toMatchObject([
    { TypeCode: '12', Name: 'SAMPLE EMPLOYER PLAN', Policy: 'POL123456', period: { from: '2021-01-01' } },
  ]);
  expect(factsOf('made-10').secondaryPayers).toMatchObject([
    { TypeCode: '47', period: { to: '2024-05-06' } },
  ]);
  const dual = factsOf('made-12');
  expect(dual.assistance).toMatchObject([
    { Kind: 'QMB', Plan: 'NJ QMB Plan', period: { from: '2017-02-01' } },
  ]);
  expect(dual.partD).toMatchObject([{ ContractId: 'S5601', PlanId: '008', Name: 'SAMPLE RX CHOICE' }]);
  expect(dual.medicareAdvantage).toEqual([]);
  expect(factsOf('made-15')).toMatchObject({
    kidneyDisease: [{ Start: '2020-01-01' }],
    secondaryPayers: [{ TypeCode: '13', period: { from: '2020-04-01', to: '2022-09-30' } }],
  });
});

test("the drug line of a combined plan is no Medicare Advantage, regardless of its contract's letter", () => {
  const text = sample('made-12').replace('REF*18*S5601', 'REF*18*H5521');
  const answer = parse271(text);
  expect(answer).toMatchObject({ people: [{ medicareAdvantage: [], partD: [{ ContractId: 'H5521' }] }] });
});

test('a rejection has the level at which it came', () => {
  const levels = ['made-42', 'made-51', 'made-72'].map((name) => factsOf(name).rejections);
  expect(levels).toMatchObject([
    [{ code: '42', followUp: 'R', level: 'payer' }],
    [{ code: '51', followUp: 'C', level: 'provider' }],
    [{ code: '72', followUp: 'C', level: 'subscriber' }],
  ]);
});

test('every line without a rule is kept, and every form left out on purpose is listed', () => {
  const unknown = factsOf('own-unknown-eb-forms');
  expect(unknown.ignored).toEqual([]);
  expect(unknown.unread.map((line) => line.split('*').slice(0, 2).join('*'))).toEqual(
    'EB*1 EB*A EB*B EB*D EB*E EB*F EB*I EB*K EB*L EB*X EB*R ZZZ*STRANGE EB*V'.split(' '),
  );
  expect(unknown.unread).toContain('EB*R**30*ZZ~MSG*WHAT IS THIS');
  const ignored = factsOf('own-ignored-eb-forms');
  expect(ignored.unread).toEqual([]);
  expect(ignored.ignored).toHaveLength(6);
});

test("a finding names its rule and its lines, and never the person's full number", () => {
  const text = sample('made-03')
    .replace('LE*2120', 'NM1*IL*1*X*Y****MI*1EG4TE5MK03~\nLE*2120~\nZZZ*1EG4TE5MK03')
    .replace('SE*26', 'SE*28');
  const { verdict } = judged(text);
  expect(verdict).toMatchObject({
    findings: [
      {
        Code: 'medicareAdvantage',
        Severity: 'issue',
        Text: expect.stringContaining('SAMPLE HEALTH PLAN HMO (H5521-042) from 11/22/2024'),
        Rule: 'A Medicare Advantage plan covers the date of service.',
        Segment: 'EB*R**30*HN~DTP*290*D8*20241122~MSG*MA Bill Option Code - C',
      },
      { Code: 'unread', Segment: 'ZZZ*****-***-MK03' },
    ],
    coverage: { MedicareAdvantage: [{ ContractId: 'H5521', IsActive: true, ContractedPayer: null }] },
    beneficiary: { Mbi: '****-***-MK03' },
  });
  expect(JSON.stringify(verdict)).not.toContain('1EG4TE5MK03');
});
