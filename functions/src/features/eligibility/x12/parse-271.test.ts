import { expect, test } from 'vitest';
import { answerOf, BOTH, enveloped, loop } from '../../../testing/eligibility/answer-row.ts';
import type { Facts } from './facts.ts';
import { parse271 } from './parse-271.ts';

// Each form of a line must be read as intended, and no line with another form may get lost.

function peopleIn(text: string): Facts[] {
  const answer = parse271(text);
  if (answer.kind !== '271') throw new Error(answer.kind);
  return answer.people;
}

function factsIn(text: string): Facts {
  const [facts, another] = peopleIn(text);
  if (!facts || another) throw new Error('not one person');
  return facts;
}

const factsOf = (...lines: string[]) => factsIn(answerOf([...BOTH, ...lines]));

test('the person is read from the lines of their own loop', () => {
  const person = [
    "NM1*IL*1*O'NEIL-NUNEZ*ANA*B***MI*1EG4TE5MK00",
    'N3*12 MAIN ST',
    'DMG*D8*19480312*F',
    'INS*Y*18*001*25',
  ];
  const provider = answerOf(BOTH, { person }).replace('HL*3*', 'N3*1 CARE WAY~\nDMG*D8*19000101*M~\nHL*3*');
  const { beneficiary, mbi, correction } = factsIn(provider);
  expect([mbi, correction]).toEqual(['1EG4TE5MK00', 'INS*Y*18*001*25']);
  expect(beneficiary).toEqual({
    LastName: "O'NEIL-NUNEZ",
    FirstName: 'ANA',
    MiddleName: 'B',
    Mbi: '****-***-MK00',
    DateOfBirth: '1948-03-12',
    Gender: 'F',
    Address: '12 MAIN ST',
    DateOfDeath: null,
  });
  for (const ins of ['INS*Y*18*001*26', 'INS*Y*18*002*25'])
    expect(factsIn(answerOf(BOTH, { person: [ins] })).correction).toBeUndefined();
});

test('a dependent is named as such, and counts as the person of the answer', () => {
  const person = ['NM1*IL*1*HOLDER*HAL****MI*2CY9Y98HK77', 'NM1*03*1*SAMPLE*ANA****MI*1EG4TE5MK00'];
  const dependent = factsIn(answerOf(BOTH, { level: 'HL*3*2*23*0', person }));
  expect(dependent).toMatchObject({ beneficiary: { LastName: 'SAMPLE' }, mbi: '1EG4TE5MK00' });
  expect(factsIn(answerOf(BOTH, { person })).beneficiary).toMatchObject({ LastName: 'HOLDER' });
});

test('an answer about two people has two sets of facts, each with the common lines', () => {
  const second = ['HL*4*2*22*0', 'TRN*2*CHK-2*9SUBMITTER', 'NM1*IL*1*OTHER*ONE', 'AAA*N**75*C'];
  const [one, two] = peopleIn(answerOf([...BOTH, ...second]));
  expect([one?.writtenOn, two?.writtenOn]).toEqual(['2025-06-10', '2025-06-10']);
  expect([one?.traces, two?.traces]).toEqual([['CHK-1'], ['CHK-2']]);
  expect([one?.rejections, two?.rejections]).toEqual([
    [],
    [{ code: '75', followUp: 'C', level: 'subscriber', segment: 'AAA*N**75*C' }],
  ]);
  expect([one?.entitlements.length, two?.entitlements.length]).toEqual([2, 0]);
});

test('a trace counts when it repeats ours, not when it is the payer’s', () => {
  const trace = ['TRN*1*THEIRS*9PAYER', 'TRN*2*CHK-1*9SUBMITTER'];
  expect(factsIn(answerOf(BOTH, { trace })).traces).toEqual(['CHK-1']);
});

test('dates of the answer are those of 307, or else of 291, within the loop of the person', () => {
  const dates = (...about: string[]) => factsIn(answerOf([], { about })).answeredDates;
  expect(dates('DTP*291*D8*20250101', 'DTP*307*D8*20250610')).toEqual([
    { from: '2025-06-10', to: '2025-06-10' },
  ]);
  expect(dates('DTP*291*RD8*20250101-20250131', 'DTP*292*D8*20250610')).toEqual([
    { from: '2025-01-01', to: '2025-01-31' },
  ]);
  expect(dates('DTP*307*D8*20250230')).toEqual([undefined]);
  const above = answerOf([], { about: [] }).replace('HL*3*', 'DTP*307*D8*20250101~\nHL*3*');
  expect(factsIn(above).answeredDates).toEqual([]);
});

test('a rejection within a benefit is read like any other, with its loop', () => {
  const refused = 'AAA*N**42*R';
  expect(factsOf('EB*X**45*MA', refused).rejections).toEqual([
    { code: '42', followUp: 'R', level: 'subscriber', segment: refused },
  ]);
});

test.each([
  ['2', 2, []],
  ['0', 0, []],
  ['', null, ['EB*D**45*MA**26***99*']],
  ['MANY', null, ['EB*D**45*MA**26***99*MANY']],
])('hospice periods counted as %j are %j, and an invalid count is shown to people', (count, used, unread) => {
  const facts = factsOf(`EB*D**45*MA**26***99*${count}`);
  expect([facts.hospicePeriodsUsed, facts.unread]).toEqual([used, unread]);
});

test.each([
  ['an entitlement by 291 and by 307', 'EB*1**30*MA', ['2025-01-01', '2025-03-01']],
  ['a denial by 307 and by 291', 'EB*6**30*MA', ['2025-01-01', '2025-03-01']],
  ['a hospice stay by 292', 'EB*X**45*MA', ['2025-02-01']],
  ['home health by 472', 'EB*X**42***26', ['2025-04-01']],
])('%s is dated, regardless of other dates', (_what, eb, days) => {
  const dates = ['291*D8*20250101', '292*D8*20250201', '307*D8*20250301', '472*D8*20250401'];
  const { entitlements, hospice, homeHealth } = factsIn(
    answerOf([eb, 'DTP*290*D8*20250501', ...dates.map((date) => `DTP*${date}`)]),
  );
  expect([...entitlements, ...hospice, ...homeHealth].map(({ period }) => period?.from)).toEqual(days);
});

const death = (date: string) => factsOf('EB*X**45*MA', `DTP*442*D8*${date}`);

test('a death is read for the person and for a benefit; an invalid date is shown to people', () => {
  expect(death('20250611')).toMatchObject({
    beneficiary: { DateOfDeath: '2025-06-11' },
    death: 'DTP*442*D8*20250611',
  });
  const unreadable = death('20250631');
  expect([unreadable.death, unreadable.unread]).toEqual([undefined, ['DTP*442*D8*20250631']]);
});

test('a line in an unexpected loop is kept for people to read', () => {
  expect(factsOf('ZZZ*1').unread).toEqual(['ZZZ*1']);
  expect(factsIn(answerOf(BOTH, { person: ['ZZZ*2'] })).unread).toEqual(['ZZZ*2']);
  const stray = answerOf(BOTH).replace('ST*271', 'ZZZ*3~\nST*271').replace('GE*1', 'ZZZ*4~\nGE*1');
  expect(factsIn(stray).unread).toEqual(['ZZZ*3', 'ZZZ*4']);
  const above = answerOf(BOTH).replace('HL*3*', 'EB*1**30*MB~\nMSG*WHOSE~\nHL*3*');
  const facts = factsIn(above);
  expect([facts.unread, facts.entitlements.length]).toEqual([['EB*1**30*MB~MSG*WHOSE'], 2]);
});

test.each([
  ['dental care, which Medicare does not cover', 'EB*I**35', true],
  ['the plan, as not covered', 'EB*I**30', false],
  ['that drugs are covered', 'EB*1**88', true],
  ['that drugs and something else are covered', 'EB*1**88^98', true],
  ['that home health and something else are covered, by no part', 'EB*1**42^98', false],
  ['the plan, covered by no part', 'EB*1**30', false],
  ['a list of what the plan covers, by no part', 'EB*1**30^42^98', true],
  ['the three pints of blood', 'EB*E**10***23', true],
  ['blood and something else', 'EB*E**10^98***23', false],
  ['a limit on something else', 'EB*F**98', false],
  ['nothing of Medicare with nothing said', 'EB*B**98*MB', false],
  ['a co-payment of Medicare', 'EB*B**98*MB**27*20', true],
])('a line about %s is left out on purpose: %s, and read by people otherwise', (_what, line, isIgnored) => {
  const { ignored, unread } = factsOf(line);
  expect([ignored, unread]).toEqual(isIgnored ? [[line], []] : [[], [line]]);
});

test('every 271 of an interchange is read, and no other transaction is mistaken for one', () => {
  const [start, end] = ['ST*271*0001', 'SE*3*0001'];
  const twice = enveloped([
    start,
    'HL*1**22',
    end,
    'ST*999*0002',
    'AK1*HS',
    'SE*3*0002',
    start,
    'HL*1**22',
    end,
  ]);
  expect(peopleIn(twice)).toHaveLength(2);
  expect(peopleIn(twice).map(({ unread }) => unread)).toEqual([['AK1*HS'], ['AK1*HS']]);
  const unended = enveloped([start, 'HL*1**22', start, 'HL*1**22', end]);
  expect(peopleIn(unended).map(({ isCutOff }) => isCutOff)).toEqual([true, false]);
});

test.each<[string[], unknown[]]>([
  [['DTP*290*D8*20250101'], [{ from: '2025-01-01' }]],
  [['DTP*290*RD8*20250101-20250131'], [{ from: '2025-01-01', to: '2025-01-31' }]],
  [['DTP*290*RD8*20250101'], [{ from: '2025-01-01' }]],
  [['DTP*290*RD8*20250101-'], [{ from: '2025-01-01' }]],
  [['DTP*290*RD8* 20250101-99991231 '], [{ from: '2025-01-01' }]],
  [['DTP*290*RD8*20250101-20250101'], [{ from: '2025-01-01', to: '2025-01-01' }]],
  [['DTP*290*RD8*20250131-20250101'], [undefined]],
  [['DTP*290*RD8*2025-20250101'], [undefined]],
  [['DTP*290*DB*20250101'], [undefined]],
  [
    ['DTP*290*D8*20250101', 'DTP*290*D8*2025'],
    [{ from: '2025-01-01' }, undefined],
  ],
  [['DTP*291*D8*20240101', 'DTP*290*D8*20250101'], [{ from: '2025-01-01' }]],
  [['DTP*292*D8*20250101'], [{ from: '2025-01-01' }]],
  [['DTP*346*D8*20250101', 'DTP*347*D8*20250131'], [{ from: '2025-01-01', to: '2025-01-31' }]],
  [['DTP*348*D8*20250101'], [{ from: '2025-01-01' }]],
  [['DTP*356*D8*20250101', 'DTP*357*D8*20250131'], [{ from: '2025-01-01', to: '2025-01-31' }]],
  [['DTP*349*D8*20250131'], [{ to: '2025-01-31' }]],
  [['DTP*999*D8*20250131'], [undefined]],
  [[], [undefined]],
])('a plan with %j has the periods %j', (dates, periods) => {
  const plans = factsOf('EB*R**30*HN', ...dates).medicareAdvantage;
  expect(plans.map(({ period }) => period)).toEqual(periods);
  const isRead = !JSON.stringify(dates).includes('290') || !periods.includes(undefined);
  expect(plans.some(({ isDateUnreadable }) => isDateUnreadable)).toBe(!isRead);
});

test.each([
  ['REF*18*H5521 042', 'H5521', '042'],
  ['REF*18*h5521-042', 'H5521', '042'],
  ['REF*18*H5521042', 'H5521', '042'],
  ['REF*18*H5521', 'H5521', ''],
  ['REF*18*H5521 42', 'H5521 42', ''],
  ['REF*18*12 H5521', '12 H5521', ''],
  ['REF*1L*H5521', '', ''],
])('%s names contract %j and plan %j', (ref, contractId, planId) => {
  expect(factsOf('EB*R**30*HN', ref).medicareAdvantage).toMatchObject([
    { ContractId: contractId, PlanId: planId },
  ]);
});

test.each([
  ['by its contract', ['EB*R**30*OT', 'REF*18*H5521'], true],
  ['by its bill option', ['EB*R**30*OT', 'MSG*MA Bill Option Code - 2'], true],
  ['not by another number', ['EB*R**30*OT', 'REF*18*X5521'], false],
  ['not when it pays before Medicare', ['EB*R**30*12', 'REF*18*H5521'], false],
  ['not for drugs alone', ['EB*R**88*HN', 'REF*18*H5521'], false],
  ['for drugs and the rest', ['EB*R**30^88*HN', 'REF*18*H5521'], true],
])('a plan is Medicare Advantage %s', (_how, lines, isAdvantage) => {
  expect(factsOf(...lines).medicareAdvantage).toHaveLength(isAdvantage ? 1 : 0);
});

test('an entity named in a benefit has name, number, address, telephone and website', () => {
  const plan = [
    'NM1*PRP*2*PLAN',
    'N3*1 PLAN WAY*FLOOR 2',
    'N4*HARTFORD*CT*061031234',
    'PER*IC*X*UR*plan.example*TE*1',
  ];
  const payer = ['NM1*PR*2*PAYER', 'PER*IC**EM*a@b.example*TE*2'];
  const named = (...lines: string[]) => factsOf('EB*R**30*HN', ...loop(...lines)).medicareAdvantage[0];
  expect(named(...payer, ...plan)).toMatchObject({
    Organization: 'PLAN',
    Name: 'PLAN',
    Address: '1 PLAN WAY, FLOOR 2, HARTFORD, CT 06103',
    Website: 'plan.example',
    Phone: '1',
  });
  expect(named(...payer)).toMatchObject({ Organization: 'PAYER', Address: '', Website: '', Phone: '2' });
  expect(named('NM1*1P*2*CARE')).toMatchObject({ Organization: '', Name: '' });
  const person = factsOf('EB*X**45*MA', ...loop('NM1*1P*1*CARER*CARL****XX*1'));
  expect(person.hospice).toMatchObject([
    { Providers: [{ Name: 'CARL CARER', Npi: '1', ProviderNumber: '' }] },
  ]);
});

test('a benefit with thousands of dates is read in linear time, and refused when each repeats thousands of messages', () => {
  const dates = Array.from({ length: 20_000 }, () => 'DTP*472*RD8*20250521-20250719');
  const period = ['EB*X**42***26', ...dates];
  const began = process.threadCpuUsage();
  expect(parse271(answerOf(period)).kind).toBe('271');
  const { user } = process.threadCpuUsage(began);
  expect(user / 1000).toBeLessThan(1_000);
  const messages = Array.from({ length: 200 }, () => 'MSG*SEE THE PLAN');
  const refused = { kind: 'notX12', why: 'its benefits have too many dates' };
  expect(parse271(answerOf([...period.slice(0, 200), ...messages]))).toEqual(refused);
});
