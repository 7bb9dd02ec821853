import { answerOf, BOTH, loop, rowsFrom, type AnswerRow } from './answer-row.ts';

// Forms of Medicare's published answers, with invented people, numbers and amounts; no line may stay unread.

const guide = rowsFrom("CMS's 270/271 companion guide (004010), Appendix B");
const hets = rowsFrom('answers of Medicare published with software that reads them (005010, 2018 and later)');
const relay = rowsFrom('an answer of Medicare by way of a relay (004010, 2011), published with a parser');

/** Lines that look unknown and are not; the first ten were in real answers. */
const realLines: [title: string, lines: string[], facts: object][] = [
  ['routine dental and long-term care are not covered', ['EB*I**41^54'], { ignored: ['EB*I**41^54'] }],
  ['drugs are covered, by whom is said elsewhere', ['EB*1**88'], { ignored: ['EB*1**88'] }],
  [
    'three pints of blood',
    ['EB*E**10***23***DB*3', 'DTP*292*RD8*20250101-20251231'],
    { ignored: [expect('EB*E**10')] },
  ],
  ['three pints of blood, as it was', ['EB*C*IND*10***29***DB*3', 'DTP*292*RD8*20250101-20251231'], {}],
  [
    'therapy used, none',
    ['EB*D**AD^AE*MB***0', 'DTP*292*RD8*20250101-20251231', 'MSG*Used Amount'],
    {
      therapy: [
        { Kind: 'occupational', State: 'used', Amount: '0' },
        { Kind: 'physicalAndSpeech', State: 'used', Amount: '0' },
      ],
    },
  ],
  [
    'therapy used, of one kind',
    ['EB*D**AD*MB***412.5', 'DTP*292*RD8*20250101-20251231', 'MSG*Used Amount'],
    { therapy: [{ Kind: 'occupational', State: 'used', Amount: '412.5' }] },
  ],
  [
    'therapy left, as it was counted before 2018',
    ['EB*F*IND*AD*MB**29*1840', 'DTP*292*RD8*20250101-20251231'],
    { therapy: [{ Kind: 'occupational', State: 'left', Amount: '1840' }] },
  ],
  ['physical therapy without a service type', ['EB*F*IND**MB*PHYSICAL & SPEECH THERAPY*29*1860'], {}],
  ['sessions to stop smoking', ['EB*F**67*MB**22***P6*8'], {}],
  ['a preventive service is due', ['EB*D*IND**MB*********HC|G0389', 'DTP*348*D8*20250701'], {}],
  [
    'lifetime reserve days',
    ['EB*K**47*MA**33***LA*60'],
    { daysLeft: [{ Care: 'hospital', Kind: 'reserve', Days: 60 }] },
  ],
  [
    'hospital days left',
    ['EB*F**47*MA**29***DY*60'],
    { daysLeft: [{ Care: 'hospital', Kind: 'full', Days: 60 }] },
  ],
  [
    'hospital days left with an amount a day',
    ['EB*B**47*MA**29*248**DY*30'],
    { daysLeft: [{ Care: 'hospital', Kind: 'coinsurance', Days: 30, PerDay: '248' }] },
  ],
  [
    'nursing facility days left',
    ['EB*F**AG*MA**29***DY*20', 'EB*B**AG*MA**29*124**DY*80'],
    {
      daysLeft: [
        { Care: 'nursingFacility', Kind: 'full', Days: 20 },
        { Care: 'nursingFacility', Kind: 'coinsurance', Days: 80, PerDay: '124' },
      ],
    },
  ],
  [
    'Part A deductible left',
    ['EB*C**47*MA**29*992'],
    { deductibles: [{ Part: 'A', Kind: 'left', Amount: '992' }] },
  ],
  ['Part A deductible of a spell', ['EB*C**30*MA**26*1676'], { deductibles: [{ Part: 'A', Kind: 'total' }] }],
  [
    'Part B deductible left, as it was',
    ['EB*C**96*MB**29*0', 'DTP*292*RD8*20250101-20251231'],
    { deductibles: [{ Amount: '0' }] },
  ],
  [
    'coinsurance of Part B',
    ['EB*A**30*MB**27**.2'],
    { deductibles: [{ Kind: 'coinsurance', Amount: '.2' }] },
  ],
];

function expect(start: string): unknown {
  return { asymmetricMatch: (text: unknown) => typeof text === 'string' && text.startsWith(start) };
}

const PERSON_4010 = [
  'NM1*IL*1*ONEILNUNEZ*ANA****MI*1EG4TE5MK00',
  'N3*123 MAIN STREET',
  'N4*ANYTOWN*MD*999999999',
  'DMG*D8*19480312*F',
];

const wholeGuide = answerOf(
  [
    'EB*1*IND**MA',
    'DTP*307*D8*19890801',
    'EB*K**47*MA**33***LA*60',
    'EB*C**47*MA**29*992',
    'EB*F**47*MA**29***DY*60',
    'EB*B**47*MA**29*248**DY*30',
    'EB*F**AG*MA**29***DY*20',
    'EB*B**AG*MA**29*124**DY*80',
    'EB*1*IND**MB',
    'DTP*307*D8*19890801',
    'EB*C**96*MB**29*0',
    'DTP*292*RD8*20250101-20251231',
    'EB*D*IND**MB*********HC|G0389',
    'DTP*348*D8*20250701',
    'EB*F*IND*67*MB**29***P6*8',
    'EB*F*IND*AD*MB**29*1840',
    'DTP*292*RD8*20250101-20251231',
    'EB*X**45*MA**26',
    'DTP*292*RD8*20240208-20241217',
    ...loop('NM1*1P*2******XX*1427038314'),
    'EB*X**45*MA**26',
    'DTP*292*RD8*20221016-20230108',
    ...loop('NM1*1P*2******SV*031549'),
    'EB*C*IND*10***29***DB*3',
    'DTP*292*RD8*20250101-20251231',
    'EB*R**88*OT',
    'REF*18*H9999 999',
    'DTP*292*D8*20230801',
    ...loop('NM1*PR*2*ABC HEALTH PLAN', 'PER*IC**TE*9999999999'),
    'EB*R**30*HN',
    'REF*18*H9999 999',
    'DTP*290*D8*20230801',
    ...loop('NM1*PRP*2*ABC HEALTH PLAN'),
    'EB*R*IND*30*14',
    'DTP*290*D8*19960912',
    ...loop('NM1*PRP*2*SMITH'),
  ],
  { person: PERSON_4010 },
);

export const realRows: AnswerRow[] = [
  ...realLines.map(([title, lines, facts]) =>
    hets(title, answerOf([...BOTH, ...lines]), 'E 0100', { unread: [], ...facts }),
  ),
  guide(
    'a whole answer with history: plan, hospice, no-fault',
    wholeGuide,
    [
      'I 0111 issue:medicareAdvantage issue:secondaryPayer notice:hospiceEarlier notice:hospiceEarlier',
      'I 0111 issue:medicareAdvantage notice:secondaryPayer notice:hospiceEarlier notice:hospiceEarlier',
    ],
    {
      unread: [],
      hospice: [
        { Providers: [{ Npi: '1427038314', ProviderNumber: '' }] },
        { Providers: [{ Npi: '', ProviderNumber: '031549' }] },
      ],
      medicareAdvantage: [{ ContractId: 'H9999', PlanId: '999' }],
      daysLeft: { length: 5 },
    },
  ),
  relay(
    'hospice without an end, the person died before the date',
    answerOf(
      [
        'EB*1*IND**MA',
        'DTP*307*D8*19901101',
        'EB*1*IND**MB',
        'DTP*307*D8*19901101',
        'EB*C**96*MB**29*0',
        'DTP*292*RD8*20250101-20251231',
        'EB*F*IND*AD*MB**29*1860',
        'EB*F*IND**MB*PHYSICAL & SPEECH THERAPY*29*1860',
        'EB*X**45*MA**26',
        'DTP*292*D8*20250520',
        ...loop('NM1*1P*2******XX*1235283151'),
        'EB*C*IND*10***29***DB*3',
      ],
      {
        about: ['DTP*307*RD8*20240101-20250630', 'DTP*442*D8*20250602'],
        trace: ['TRN*1*1176270050250120110654280*9MEDIFAX'],
      },
    ),
    'N 0010 blocker:deceased issue:hospiceOpen',
    { unread: [], beneficiary: { DateOfDeath: '2025-06-02' } },
  ),
  hets(
    'two traces, ours and that of the relay',
    answerOf(BOTH, { trace: ['TRN*1*RELAY-77*9RELAY', 'TRN*2*CHK-1*9SUBMITTER'] }),
    'E 0100',
    { traces: ['CHK-1'], unread: [] },
  ),
  hets(
    'the person moved: address and correction',
    answerOf(BOTH, { person: [...PERSON_4010, 'INS*Y*18*001*25'] }),
    'E 0100 notice:demographics',
    { unread: [], beneficiary: { Address: '123 MAIN STREET' }, correction: 'INS*Y*18*001*25' },
  ),
];
