import type { leftOutForms, readForms } from '../../features/eligibility/x12/benefit-forms.ts';
import type { Facts } from '../../features/eligibility/x12/facts.ts';

// The forms of EB as CMS's guides write them. The tests of the reader and the table in infra/docs/medicare-answers.md
// are based on them.

/** A form with lines that have it. */
interface GuideForm {
  code: string;
  about: string;
  examples: readonly (readonly string[])[];
}

interface GuideReadForm extends GuideForm {
  /** The facts to which the lines add. */
  fact: keyof Facts;
}

interface GuideLeftOutForm extends GuideForm {
  why: string;
}

export const guideReadForms: Record<keyof typeof readForms, GuideReadForm> = {
  entitlement: {
    code: 'EB*1**30^…*MA or *MB, DTP*291 or DTP*307',
    about: 'Part A or Part B entitlement; one that ended keeps EB01 1 and its end',
    fact: 'entitlements',
    examples: [
      ['EB*1**30^42^45*MA', 'DTP*291*D8*20180301'],
      ['EB*1**30*MB', 'DTP*291*RD8*20180301-20250312'],
      ['EB*1*IND**MB', 'DTP*307*D8*20180301'],
    ],
  },
  inactivity: {
    code: 'EB*6**30, with or without MA or MB, DTP*307',
    about: 'Inactive period (incarceration, unlawful presence); without a date not begun or ended',
    fact: 'entitlements',
    examples: [
      ['EB*6**30', 'DTP*307*RD8*20230501-20230720'],
      ['EB*6**30*MB'],
      ['EB*7**30*MA'],
      ['EB*8**30*MA'],
    ],
  },
  advantagePlan: {
    code: 'EB*R**30*HM, HN, IN, PR or PS, REF*18, DTP*290, MSG bill option, NM1*PRP',
    about: 'Medicare Advantage plan; relays send EB*U and the plan in REF*N6',
    fact: 'medicareAdvantage',
    examples: [
      ['EB*R**30*HN', 'REF*18*H5521 042', 'DTP*290*D8*20250101', 'MSG*MA Bill Option Code - C'],
      ['EB*U**30*PR', 'REF*18*H2001', 'REF*N6*815*SAMPLE PLAN', 'DTP*290*D8*20250101'],
      ['EB*R**30*HM', 'DTP*290*D8*20250101'],
      ['EB*R**30*IN', 'DTP*290*D8*20250101'],
      ['EB*R**30*PS', 'DTP*290*D8*20250101'],
    ],
  },
  drugPlan: {
    code: 'EB*R**88*OT or none, REF*18, DTP*292, NM1*PR',
    about: 'Part D plan',
    fact: 'partD',
    examples: [
      ['EB*R**88*OT', 'REF*18*S5601 008', 'DTP*292*D8*20250101'],
      ['EB*R**88', 'REF*18*H9999 001', 'DTP*292*D8*20250101'],
    ],
  },
  secondaryPayer: {
    code: 'EB*R**30*12, 13, 14, 15, 16, 41, 42, 43, 47 or WC, REF*IG, DTP*290, NM1*PRP',
    about: 'Medicare secondary payer (MSP) record',
    fact: 'secondaryPayers',
    examples: '12 13 14 15 16 41 42 43 47 WC'
      .split(' ')
      .map((type) => [`EB*R**30*${type}`, 'REF*IG*POL1', 'DTP*290*D8*20210101']),
  },
  assistance: {
    code: 'EB*R, EB*C, EB*A or EB*1 with EB04 QM or MC, DTP*290',
    about: 'Qualified Medicare Beneficiary (QMB) or Medicaid',
    fact: 'assistance',
    examples: [
      ['EB*R***QM*NJ QMB PLAN', 'DTP*290*D8*20170201'],
      ['EB*C**30*QM**23*0'],
      ['EB*A**30*QM**27**0'],
      ['EB*1**30*MC'],
    ],
  },
  hospice: {
    code: 'EB*X**45*MA**26, DTP*292, MSG revocation code, NM1*1P',
    about: 'Hospice election; revocation code 0 is not revoked, 1 to 3 are',
    fact: 'hospice',
    examples: [
      ['EB*X**45*MA**26', 'DTP*292*RD8*20250101-20250331', 'MSG*Revocation Code - 0', 'NM1*1P*2******XX*1'],
      ['EB*X**45*MA**26', 'DTP*292*D8*20250101', 'NM1*1P*2******SV*031549'],
    ],
  },
  hospicePeriodsUsed: {
    code: 'EB*D**45*MA**26***99*n',
    about: 'Hospice benefit periods used',
    fact: 'hospicePeriodsUsed',
    examples: [['EB*D**45*MA**26***99*2']],
  },
  homeHealth: {
    code: 'EB*X**42***26, DTP*472, DTP*193, DTP*194, DTP*435, NM1*1P, NM1*PR',
    about: 'Home health period with its agency and contractor',
    fact: 'homeHealth',
    examples: [
      ['EB*X**42***26', 'DTP*472*RD8*20250101-20250301', 'DTP*193*D8*20250101', 'DTP*194*D8*20250210'],
      ['EB*X**42***26', 'DTP*472*RD8*20250101-20250130', 'DTP*435*D8*20250101', 'NM1*1P*2******XX*1'],
    ],
  },
  certification: {
    code: 'EB*X with EB13 HC|G0180 or HC|G0179, with or without MB, DTP*193',
    about: 'Home health certification or recertification; XX|XXXXX where it was masked',
    fact: 'certifications',
    examples: [
      ['EB*X************HC|G0180', 'DTP*193*D8*20250101'],
      ['EB*X***MB*********HC|G0179', 'DTP*193*D8*20250101'],
      ['EB*X***MB*********HC:G0179', 'DTP*193*D8*20250101'],
      ['EB*X***MB************HC|G0179', 'DTP*193*D8*20250101'],
      ['EB*X************XX|XXXXX', 'DTP*193*D8*20250101'],
    ],
  },
  kidneyDisease: {
    code: 'EB*D**14 or 15, DTP*356, DTP*096',
    about: 'End-stage renal disease (ESRD): coverage start and transplant discharge',
    fact: 'kidneyDisease',
    examples: [
      ['EB*D**14*MB', 'DTP*356*D8*20200101', 'DTP*096*D8*20230405'],
      ['EB*D**15*MB', 'DTP*356*D8*20200101'],
    ],
  },
  amount: {
    code: 'EB*C with EB06 23, 26 or 29 and EB*A with EB06 27, DTP*291 or DTP*292',
    about: 'Deductible of a year or spell, what is left of it, and coinsurance as a share',
    fact: 'deductibles',
    examples: [
      ['EB*C**30*MB**23*257', 'DTP*291*RD8*20250101-20251231'],
      ['EB*C**30*MA**26*1676', 'DTP*291*RD8*20250101-20251231'],
      ['EB*C**30*MA**29*1676', 'DTP*291*RD8*20250101-20250106'],
      ['EB*A**30*MB**27**.2', 'DTP*292*RD8*20250101-20251231'],
    ],
  },
  therapy: {
    code: 'EB*D**AD or AD^AE*MB***amount, MSG*Used Amount; before 2018 EB*F**AD*MB**29*amount',
    about: 'Outpatient therapy under Part B: used of the year, or left of the former cap',
    fact: 'therapy',
    examples: [
      ['EB*D**AD^AE*MB***120.5', 'DTP*292*RD8*20250101-20251231', 'MSG*Used Amount'],
      ['EB*F*IND*AD*MB**29*1840', 'DTP*292*RD8*20100101-20101231'],
    ],
  },
  daysLeft: {
    code: 'EB*B**30 or AG*MA**7*amount, HSD***DA**29*n, DTP*435; 4010: EB*F and EB*B with EB06 29, EB09 DY',
    about: 'Hospital and skilled nursing facility days left: in full (amount 0) or with coinsurance a day',
    fact: 'daysLeft',
    examples: [
      ['EB*B**30*MA**7*0', 'HSD***DA**29*60', 'HSD***DA**26*1', 'DTP*435*RD8*20250101-20250106'],
      ['EB*B**AG*MA**7*209.5', 'HSD***DA**29*80', 'DTP*435*RD8*20250101-20251231'],
      ['EB*B**30*MA**7*419', 'HSD*DY*30***29'],
      ['EB*F**47*MA**29***DY*60'],
      ['EB*B**AG*MA**29*124**DY*80'],
    ],
  },
  lifetimeDays: {
    code: 'EB*K**30*MA**33***DY*n, EB*K**A7**33***DY*n; 4010: EB*K**47*MA**33***LA*n',
    about: 'Lifetime reserve days and lifetime days of a psychiatric hospital that remain',
    fact: 'daysLeft',
    examples: [
      ['EB*K**30*MA**33***DY*58'],
      ['EB*K**A7*MA**33***DY*190'],
      ['EB*K**A7***33***DY*190'],
      ['EB*K**47*MA**33***LA*60'],
    ],
  },
  failure: {
    code: 'EB*V, with or without AAA',
    about: 'The question could not be processed: a technical failure, to be tried again',
    fact: 'processingFailure',
    examples: [['EB*V'], ['EB*V**30', 'AAA*Y**33*R']],
  },
};

export const guideLeftOutForms: Record<keyof typeof leftOutForms, readonly GuideLeftOutForm[]> = {
  blood: [
    {
      code: 'EB*E**10***23***DB*3, HSD; older: EB*C, EB*D or EB*F with EB03 10 or EB09 DB',
      about: 'Blood deductible',
      why: 'The three pints of blood a year concern no home health or hospice care.',
      examples: [
        ['EB*E**10***23***DB*3', 'HSD*FL*2***29', 'DTP*292*RD8*20250101-20251231'],
        ['EB*C*IND*10***29***DB*3', 'DTP*292*RD8*20250101-20251231'],
        ['EB*D**10*MB**29***DB*3'],
        ['EB*F**10***29'],
      ],
    },
  ],
  procedure: [
    {
      code: 'EB*C or EB*A with EB13 HC|code or XX|code',
      about: 'Deductible or coinsurance of one procedure',
      why: 'It is what the patient pays for that procedure, and no amount of the plan.',
      examples: [['EB*C***MB**23*0******HC|80061'], ['EB*A***MB**27**0*****XX|XXXXX']],
    },
    {
      code: 'EB*D***MB with EB13 HC|code|26 or |TC, or XX|code, DTP*348',
      about: 'When a preventive service is due next',
      why: 'It is for whoever provides that service.',
      examples: [
        ['EB*D***MB*********HC|G0103|26', 'DTP*348*D8*20250701'],
        ['EB*D*IND**MB*********HC|G0389', 'DTP*348*D8*20250701'],
        ['EB*D***MB*********XX|XXXXX', 'DTP*348*D8*20250701'],
      ],
    },
  ],
  repeatedEntitlement: [
    {
      code: 'EB*1**list*MA or *MB without 30, or with EB13',
      about: 'Entitlement repeated for a service type or a procedure',
      why: 'The line of service type 30 says the same for the whole part.',
      examples: [['EB*1**98*MB'], ['EB*1**42^45*MA', 'DTP*291*D8*20180301'], ['EB*1***MB*********HC|80061']],
    },
  ],
  coveredServices: [
    {
      code: 'EB*1**88, or a list with 30 or without 42 and 45, no EB04',
      about: 'Services that are covered, without saying by which part',
      why: 'The entitlement lines decide, and a Part D plan has a line of its own.',
      examples: [['EB*1**88'], ['EB*1**2^23^24^33^88^98^UC'], ['EB*1**30^42^45^88']],
    },
  ],
  uncoveredServices: [
    {
      code: 'EB*I**list without 30, 42 and 45, no EB04',
      about: 'Services that Medicare does not cover (41 routine dental, 54 long-term care)',
      why: 'Neither is home health or hospice care.',
      examples: [['EB*I**41^54'], ['EB*I**35']],
    },
  ],
  dailyPrice: [
    {
      code: 'EB*B**30 or AG*MA**7*amount, HSD***DA**30*n, HSD***DA**31*n',
      about: 'From which to which day of a benefit period a day costs that much',
      why: 'They are the base of every year; what is left of them is read.',
      examples: [
        ['EB*B**30*MA**7*419', 'HSD***DA**30*60', 'HSD***DA**31*90', 'DTP*435*RD8*20250101-20251231'],
      ],
    },
  ],
  lifetimeTotal: [
    {
      code: 'EB*K**30*MA**32***DY*60, EB*K**A7**32***DY*190, EB*K**30*MA**7*amount',
      about: 'Days of a lifetime, and what a lifetime reserve day costs',
      why: 'What remains of them (EB06 33) is read; shown beside it the total reads like days left.',
      examples: [
        ['EB*K**30*MA**32***DY*60'],
        ['EB*K**A7*MA**32***DY*190'],
        ['EB*K**A7***32***DY*190'],
        ['EB*K**30*MA**7*838', 'DTP*435*RD8*20250101-20251231'],
      ],
    },
  ],
  other: [
    {
      code: 'EB*F**67*MB**22***VS*8, HSD*VS*n***29, DTP*348; EB*F**BF*MB**29***CA*n; EB*F**BG*MB*****99*n',
      about: 'Smoking cessation, pulmonary and cardiac rehabilitation: sessions',
      why: 'They concern no home health or hospice care.',
      examples: [
        ['EB*F**67*MB**22***VS*8', 'HSD*VS*6***29', 'DTP*348*D8*20250701'],
        ['EB*F**67*MB**22***P6*8'],
        ['EB*F**BF*MB**29***CA*36', 'MSG*Professional'],
        ['EB*F**BG*MB*****99*12', 'MSG*Intensive Cardiac Rehabilitation Technical'],
      ],
    },
    {
      code: 'EB*B, EB*F, EB*I or EB*K with MA or MB',
      about: 'Other co-payments, limitations, services not covered and reserves of Medicare',
      why: 'Amounts and counts are no reason to refuse a patient.',
      examples: [
        ['EB*B**98*MB**27*20'],
        ['EB*F*IND**MB*PHYSICAL & SPEECH THERAPY*29*1860'],
        ['EB*F*IND*AE*MB***29*1840'],
        ['EB*I**98*MB**23'],
        ['EB*K**98*MB**33***DY*5'],
      ],
    },
  ],
};

const unread = (form: string, about: string): GuideForm => ({
  code: `EB*${form}`,
  about,
  examples: [[`EB*${form}**30*MB`, 'MSG*WORDS']],
});

/** Kinds of EB that X12 has and Medicare's guide does not use; people read such lines. */
export const unreadForms: readonly GuideForm[] = [
  unread('2', 'Active, full risk capitation'),
  unread('3', 'Active, services capitated'),
  unread('4', 'Active, services capitated to the primary care physician'),
  unread('5', 'Active, pending investigation'),
  unread('CB', 'Coverage basis'),
  unread('G', 'Out of pocket (stop loss)'),
  unread('H', 'Unlimited'),
  unread('J', 'Cost containment'),
  unread('L', 'Primary care provider'),
  unread('M', 'Pre-existing condition'),
  unread('MC', 'Managed care coordinator'),
  unread('N', 'Services restricted to the following provider'),
  unread('O', 'Not deemed a medical necessity'),
  unread('P', 'Benefit disclaimer'),
  unread('Q', 'Second surgical opinion required'),
  unread('S', 'Prior year history'),
  unread('T', 'Card reported lost or stolen'),
  unread('W', 'Other source of data'),
  unread('Y', 'Spend down'),
];
