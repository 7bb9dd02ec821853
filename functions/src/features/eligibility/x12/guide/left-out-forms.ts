import { procedureOf, type BenefitGroup } from '../benefit-group.ts';
import { at, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** A form as CMS's guide writes it, with lines that have it: `examples` are its tests. */
export interface GuideForm {
  /** EB01. */
  forms: readonly string[];
  code: string;
  about: string;
  examples: readonly (readonly string[])[];
}

/** A form that decides nothing about the payer or the agency, with the reason for leaving it out. */
export interface LeftOutForm extends GuideForm {
  why: string;
  isMeant: (group: BenefitGroup) => boolean;
}

/** Plan, home health and hospice: each line about them is read or shown to people. */
const careTypes = new Set(['30', '42', '45']);
const isAboutCare = ({ serviceTypes }: BenefitGroup) => serviceTypes.some((type) => careTypes.has(type));
const isOfMedicare = ({ insurance }: BenefitGroup) => insurance === 'MA' || insurance === 'MB';
const isOfNoPart = ({ insurance }: BenefitGroup) => insurance === '';
const only = (type: string) => (group: BenefitGroup) =>
  group.serviceTypes.length > 0 && group.serviceTypes.every((given) => given === type);
/** Together with the plan, a line lists what a part covers, and says nothing about a hospice or an agency. */
const isListOfPlan = ({ serviceTypes }: BenefitGroup) =>
  serviceTypes.length > 1 && serviceTypes.includes('30');
const isAboutProcedure = ({ eb }: BenefitGroup) => procedureOf(eb) !== undefined;
const hasTime = (time: string) => (group: BenefitGroup) => at(group.eb, 6) === time;
const hasUnit = (unit: string) => (group: BenefitGroup) => at(group.eb, 9) === unit;
const isDailyPrice = (group: BenefitGroup) =>
  group.form === 'B' && group.insurance === 'MA' && hasTime('7')(group);
const saysDaysLeft = ({ rows }: BenefitGroup) => rows.some((row) => row.id === 'HSD' && at(row, 5) === '29');
const saysNothing = (eb: Segment) => eb.elements.slice(5).every((element) => element === '');

/** The first matching form gives the reason, so specific ones come before general ones. */
export const leftOutForms: readonly LeftOutForm[] = [
  {
    forms: ['C', 'D', 'E', 'F'],
    code: 'EB*E**10***23***DB*3, HSD; older: EB*C, EB*D or EB*F with EB03 10 or EB09 DB',
    about: 'Blood deductible',
    why: 'The three pints of blood a year concern no home health or hospice care.',
    isMeant: (group) =>
      !isAboutCare(group) && (hasUnit('DB')(group) || (isOfNoPart(group) && only('10')(group))),
    examples: [
      ['EB*E**10***23***DB*3', 'HSD*FL*2***29', 'DTP*292*RD8*20250101-20251231'],
      ['EB*C*IND*10***29***DB*3', 'DTP*292*RD8*20250101-20251231'],
      ['EB*D**10*MB**29***DB*3'],
      ['EB*F**10***29'],
    ],
  },
  {
    forms: ['A', 'C'],
    code: 'EB*C or EB*A with EB13 HC|code or XX|code',
    about: 'Deductible or coinsurance of one procedure',
    why: 'It is what the patient pays for that procedure, and no amount of the plan.',
    isMeant: (group) => isOfMedicare(group) && isAboutProcedure(group),
    examples: [['EB*C***MB**23*0******HC|80061'], ['EB*A***MB**27**0*****XX|XXXXX']],
  },
  {
    forms: ['D'],
    code: 'EB*D***MB with EB13 HC|code|26 or |TC, or XX|code, DTP*348',
    about: 'When a preventive service is due next',
    why: 'It is for whoever provides that service.',
    isMeant: (group) => isOfMedicare(group) && isAboutProcedure(group),
    examples: [
      ['EB*D***MB*********HC|G0103|26', 'DTP*348*D8*20250701'],
      ['EB*D*IND**MB*********HC|G0389', 'DTP*348*D8*20250701'],
      ['EB*D***MB*********XX|XXXXX', 'DTP*348*D8*20250701'],
    ],
  },
  {
    forms: ['1'],
    code: 'EB*1**list*MA or *MB without 30, or with EB13',
    about: 'Entitlement repeated for a service type or a procedure',
    why: 'The line of service type 30 says the same for the whole part.',
    isMeant: (group) => isOfMedicare(group) && (group.serviceTypes.length > 0 || isAboutProcedure(group)),
    examples: [['EB*1**98*MB'], ['EB*1**42^45*MA', 'DTP*291*D8*20180301'], ['EB*1***MB*********HC|80061']],
  },
  {
    forms: ['1'],
    code: 'EB*1**88, or a list with 30 or without 42 and 45, no EB04',
    about: 'Services that are covered, without saying by which part',
    why: 'The entitlement lines decide, and a Part D plan has a line of its own.',
    isMeant: (group) =>
      isOfNoPart(group) && group.serviceTypes.length > 0 && (!isAboutCare(group) || isListOfPlan(group)),
    examples: [['EB*1**88'], ['EB*1**2^23^24^33^88^98^UC'], ['EB*1**30^42^45^88']],
  },
  {
    forms: ['I'],
    code: 'EB*I**list without 30, 42 and 45, no EB04',
    about: 'Services that Medicare does not cover (41 routine dental, 54 long-term care)',
    why: 'Neither is home health or hospice care.',
    isMeant: (group) => isOfNoPart(group) && group.serviceTypes.length > 0 && !isAboutCare(group),
    examples: [['EB*I**41^54'], ['EB*I**35']],
  },
  {
    forms: ['B'],
    code: 'EB*B**30 or AG*MA**7*amount, HSD***DA**30*n, HSD***DA**31*n',
    about: 'From which to which day of a benefit period a day costs that much',
    why: 'They are the base of every year; what is left of them is read.',
    isMeant: (group) => isDailyPrice(group) && !saysDaysLeft(group),
    examples: [['EB*B**30*MA**7*419', 'HSD***DA**30*60', 'HSD***DA**31*90', 'DTP*435*RD8*20250101-20251231']],
  },
  {
    forms: ['K'],
    code: 'EB*K**30*MA**32***DY*60, EB*K**A7**32***DY*190, EB*K**30*MA**7*amount',
    about: 'Days of a lifetime, and what a lifetime reserve day costs',
    why: 'What remains of them (EB06 33) is read; shown beside it the total reads like days left.',
    isMeant: (group) => group.insurance !== 'MB' && (hasTime('32')(group) || hasTime('7')(group)),
    examples: [
      ['EB*K**30*MA**32***DY*60'],
      ['EB*K**A7*MA**32***DY*190'],
      ['EB*K**A7***32***DY*190'],
      ['EB*K**30*MA**7*838', 'DTP*435*RD8*20250101-20251231'],
    ],
  },
  {
    forms: ['F'],
    code: 'EB*F**67*MB**22***VS*8, HSD*VS*n***29, DTP*348; EB*F**BF*MB**29***CA*n; EB*F**BG*MB*****99*n',
    about: 'Smoking cessation, pulmonary and cardiac rehabilitation: sessions',
    why: 'They concern no home health or hospice care.',
    isMeant: (group) =>
      isOfMedicare(group) &&
      group.serviceTypes.some((type) => ['67', 'BF', 'BG'].includes(type)) &&
      !saysNothing(group.eb),
    examples: [
      ['EB*F**67*MB**22***VS*8', 'HSD*VS*6***29', 'DTP*348*D8*20250701'],
      ['EB*F**67*MB**22***P6*8'],
      ['EB*F**BF*MB**29***CA*36', 'MSG*Professional'],
      ['EB*F**BG*MB*****99*12', 'MSG*Intensive Cardiac Rehabilitation Technical'],
    ],
  },
  {
    forms: ['B', 'F', 'I', 'K'],
    code: 'EB*B, EB*F, EB*I or EB*K with MA or MB',
    about: 'Other co-payments, limitations, services not covered and reserves of Medicare',
    why: 'Amounts and counts are no reason to refuse a patient.',
    isMeant: (group) => isOfMedicare(group) && !saysNothing(group.eb) && !isDailyPrice(group),
    examples: [
      ['EB*B**98*MB**27*20'],
      ['EB*F*IND**MB*PHYSICAL & SPEECH THERAPY*29*1860'],
      ['EB*F*IND*AE*MB***29*1840'],
      ['EB*I**98*MB**23'],
      ['EB*K**98*MB**33***DY*5'],
    ],
  },
];
