import type { BenefitGroup } from '../benefit-group.ts';
import { readAmount, readDaysLeft, readTherapy } from '../amount-rules.ts';
import {
  readAssistance,
  readCertification,
  readEntitlement,
  readFailure,
  readHomeHealth,
  readHospice,
  readHospicePeriodsUsed,
  readInactivity,
  readKidneyDisease,
} from '../benefit-rules.ts';
import type { Facts } from '../facts.ts';
import { readHealthPlan, readPartD, readSecondaryPayer } from '../plan-rules.ts';
import { leftOutForms, type GuideForm, type LeftOutForm } from './left-out-forms.ts';

// Each form of EB that the reader knows. The reader, its tests and the table in infra/docs/medicare-answers.md are based on
// this list.

interface ReadForm extends GuideForm {
  /** The facts to which the lines add. */
  fact: keyof Facts;
  /** True when it recognized the form and added the fact. */
  read: (group: BenefitGroup, facts: Facts) => boolean;
}

const OTHER_PAYER = ['R', 'U'];

export const readForms: readonly ReadForm[] = [
  {
    forms: ['1'],
    code: 'EB*1**30^…*MA or *MB, DTP*291 or DTP*307',
    about: 'Part A or Part B entitlement; one that ended keeps EB01 1 and its end',
    fact: 'entitlements',
    read: readEntitlement,
    examples: [
      ['EB*1**30^42^45*MA', 'DTP*291*D8*20180301'],
      ['EB*1**30*MB', 'DTP*291*RD8*20180301-20250312'],
      ['EB*1*IND**MB', 'DTP*307*D8*20180301'],
    ],
  },
  {
    forms: ['6', '7', '8'],
    code: 'EB*6**30, with or without MA or MB, DTP*307',
    about: 'Inactive period (incarceration, unlawful presence); without a date not begun or ended',
    fact: 'entitlements',
    read: readInactivity,
    examples: [
      ['EB*6**30', 'DTP*307*RD8*20230501-20230720'],
      ['EB*6**30*MB'],
      ['EB*7**30*MA'],
      ['EB*8**30*MA'],
    ],
  },
  {
    forms: OTHER_PAYER,
    code: 'EB*R**30*HM, HN, IN, PR or PS, REF*18, DTP*290, MSG bill option, NM1*PRP',
    about: 'Medicare Advantage plan; relays send EB*U and the plan in REF*N6',
    fact: 'medicareAdvantage',
    read: readHealthPlan,
    examples: [
      ['EB*R**30*HN', 'REF*18*H5521 042', 'DTP*290*D8*20250101', 'MSG*MA Bill Option Code - C'],
      ['EB*U**30*PR', 'REF*18*H2001', 'REF*N6*815*SAMPLE PLAN', 'DTP*290*D8*20250101'],
      ['EB*R**30*HM', 'DTP*290*D8*20250101'],
      ['EB*R**30*IN', 'DTP*290*D8*20250101'],
      ['EB*R**30*PS', 'DTP*290*D8*20250101'],
    ],
  },
  {
    forms: OTHER_PAYER,
    code: 'EB*R**88*OT or none, REF*18, DTP*292, NM1*PR',
    about: 'Part D plan',
    fact: 'partD',
    read: readPartD,
    examples: [
      ['EB*R**88*OT', 'REF*18*S5601 008', 'DTP*292*D8*20250101'],
      ['EB*R**88', 'REF*18*H9999 001', 'DTP*292*D8*20250101'],
    ],
  },
  {
    forms: OTHER_PAYER,
    code: 'EB*R**30*12, 13, 14, 15, 16, 41, 42, 43, 47 or WC, REF*IG, DTP*290, NM1*PRP',
    about: 'Medicare secondary payer (MSP) record',
    fact: 'secondaryPayers',
    read: readSecondaryPayer,
    examples: '12 13 14 15 16 41 42 43 47 WC'
      .split(' ')
      .map((type) => [`EB*R**30*${type}`, 'REF*IG*POL1', 'DTP*290*D8*20210101']),
  },
  {
    forms: ['1', 'A', 'C', ...OTHER_PAYER],
    code: 'EB*R, EB*C, EB*A or EB*1 with EB04 QM or MC, DTP*290',
    about: 'Qualified Medicare Beneficiary (QMB) or Medicaid',
    fact: 'assistance',
    read: readAssistance,
    examples: [
      ['EB*R***QM*NJ QMB PLAN', 'DTP*290*D8*20170201'],
      ['EB*C**30*QM**23*0'],
      ['EB*A**30*QM**27**0'],
      ['EB*1**30*MC'],
    ],
  },
  {
    forms: ['X'],
    code: 'EB*X**45*MA**26, DTP*292, MSG revocation code, NM1*1P',
    about: 'Hospice election; revocation code 0 is not revoked, 1 to 3 are',
    fact: 'hospice',
    read: readHospice,
    examples: [
      ['EB*X**45*MA**26', 'DTP*292*RD8*20250101-20250331', 'MSG*Revocation Code - 0', 'NM1*1P*2******XX*1'],
      ['EB*X**45*MA**26', 'DTP*292*D8*20250101', 'NM1*1P*2******SV*031549'],
    ],
  },
  {
    forms: ['D'],
    code: 'EB*D**45*MA**26***99*n',
    about: 'Hospice benefit periods used',
    fact: 'hospicePeriodsUsed',
    read: readHospicePeriodsUsed,
    examples: [['EB*D**45*MA**26***99*2']],
  },
  {
    forms: ['X'],
    code: 'EB*X**42***26, DTP*472, DTP*193, DTP*194, DTP*435, NM1*1P, NM1*PR',
    about: 'Home health period with its agency and contractor',
    fact: 'homeHealth',
    read: readHomeHealth,
    examples: [
      ['EB*X**42***26', 'DTP*472*RD8*20250101-20250301', 'DTP*193*D8*20250101', 'DTP*194*D8*20250210'],
      ['EB*X**42***26', 'DTP*472*RD8*20250101-20250130', 'DTP*435*D8*20250101', 'NM1*1P*2******XX*1'],
    ],
  },
  {
    forms: ['X'],
    code: 'EB*X with EB13 HC|G0180 or HC|G0179, with or without MB, DTP*193',
    about: 'Home health certification or recertification; XX|XXXXX where it was masked',
    fact: 'certifications',
    read: readCertification,
    examples: [
      ['EB*X************HC|G0180', 'DTP*193*D8*20250101'],
      ['EB*X***MB*********HC|G0179', 'DTP*193*D8*20250101'],
      ['EB*X***MB*********HC:G0179', 'DTP*193*D8*20250101'],
      ['EB*X***MB************HC|G0179', 'DTP*193*D8*20250101'],
      ['EB*X************XX|XXXXX', 'DTP*193*D8*20250101'],
    ],
  },
  {
    forms: ['D'],
    code: 'EB*D**14 or 15, DTP*356, DTP*096',
    about: 'End-stage renal disease (ESRD): coverage start and transplant discharge',
    fact: 'kidneyDisease',
    read: readKidneyDisease,
    examples: [
      ['EB*D**14*MB', 'DTP*356*D8*20200101', 'DTP*096*D8*20230405'],
      ['EB*D**15*MB', 'DTP*356*D8*20200101'],
    ],
  },
  {
    forms: ['A', 'C'],
    code: 'EB*C with EB06 23, 26 or 29 and EB*A with EB06 27, DTP*291 or DTP*292',
    about: 'Deductible of a year or spell, what is left of it, and coinsurance as a share',
    fact: 'deductibles',
    read: readAmount,
    examples: [
      ['EB*C**30*MB**23*257', 'DTP*291*RD8*20250101-20251231'],
      ['EB*C**30*MA**26*1676', 'DTP*291*RD8*20250101-20251231'],
      ['EB*C**30*MA**29*1676', 'DTP*291*RD8*20250101-20250106'],
      ['EB*A**30*MB**27**.2', 'DTP*292*RD8*20250101-20251231'],
    ],
  },
  {
    forms: ['D', 'F'],
    code: 'EB*D**AD or AD^AE*MB***amount, MSG*Used Amount; before 2018 EB*F**AD*MB**29*amount',
    about: 'Outpatient therapy under Part B: used of the year, or left of the former cap',
    fact: 'therapy',
    read: readTherapy,
    examples: [
      ['EB*D**AD^AE*MB***120.5', 'DTP*292*RD8*20250101-20251231', 'MSG*Used Amount'],
      ['EB*F*IND*AD*MB**29*1840', 'DTP*292*RD8*20100101-20101231'],
    ],
  },
  {
    forms: ['B', 'F'],
    code: 'EB*B**30 or AG*MA**7*amount, HSD***DA**29*n, DTP*435; 4010: EB*F and EB*B with EB06 29, EB09 DY',
    about: 'Hospital and skilled nursing facility days left: in full (amount 0) or with coinsurance a day',
    fact: 'daysLeft',
    read: readDaysLeft,
    examples: [
      ['EB*B**30*MA**7*0', 'HSD***DA**29*60', 'HSD***DA**26*1', 'DTP*435*RD8*20250101-20250106'],
      ['EB*B**AG*MA**7*209.5', 'HSD***DA**29*80', 'DTP*435*RD8*20250101-20251231'],
      ['EB*B**30*MA**7*419', 'HSD*DY*30***29'],
      ['EB*F**47*MA**29***DY*60'],
      ['EB*B**AG*MA**29*124**DY*80'],
    ],
  },
  {
    forms: ['K'],
    code: 'EB*K**30*MA**33***DY*n, EB*K**A7**33***DY*n; 4010: EB*K**47*MA**33***LA*n',
    about: 'Lifetime reserve days and lifetime days of a psychiatric hospital that remain',
    fact: 'daysLeft',
    read: readDaysLeft,
    examples: [
      ['EB*K**30*MA**33***DY*58'],
      ['EB*K**A7*MA**33***DY*190'],
      ['EB*K**A7***33***DY*190'],
      ['EB*K**47*MA**33***LA*60'],
    ],
  },
  {
    forms: ['V'],
    code: 'EB*V, with or without AAA',
    about: 'The question could not be processed: a technical failure, to be tried again',
    fact: 'processingFailure',
    read: readFailure,
    examples: [['EB*V'], ['EB*V**30', 'AAA*Y**33*R']],
  },
];

const readByForm = byForm(readForms);
const leftOutByForm = byForm(leftOutForms);

function byForm<F extends GuideForm>(all: readonly F[]): ReadonlyMap<string, readonly F[]> {
  const names = new Set(all.flatMap(({ forms }) => forms));
  return new Map([...names].map((name) => [name, all.filter(({ forms }) => forms.includes(name))]));
}

export function readBenefit(group: BenefitGroup, facts: Facts): boolean {
  let isRead = false;
  for (const { read } of readByForm.get(group.form) ?? []) isRead = read(group, facts) || isRead;
  return isRead;
}

/** Returns the form by which a line is left out on purpose; every other line without a rule is shown to people. */
export const leftOutForm = (group: BenefitGroup): LeftOutForm | undefined =>
  leftOutByForm.get(group.form)?.find(({ isMeant }) => isMeant(group));
