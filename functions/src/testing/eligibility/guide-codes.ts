// The segments of a 271 and their codes that the reader knows, in addition to the forms of EB, with lines that try them.

/** Describes how the reader handles a code, with example lines that test it. */
export interface GuideCode {
  code: string;
  about: string;
  /** The result, or the reason for leaving it out. */
  use: string;
  /** Says where the lines go: in the loop of a benefit, or of the person above the benefits. */
  place: 'benefit' | 'person';
  lines: readonly string[];
  /** The facts from these lines must contain this text; without it the code is left out on purpose. */
  shows?: string;
}

const PLAN = 'EB*R**30*HN';
const HOSPICE = 'EB*X**45*MA**26';
const HOME_HEALTH = 'EB*X**42***26';
const ESRD = 'EB*D**14*MB';

const readDate = (qualifier: string, about: string, eb: string, use = 'dates of the line'): GuideCode => ({
  code: `DTP*${qualifier}`,
  about,
  use,
  place: 'benefit',
  lines: [eb, `DTP*${qualifier}*D8*20231107`],
  shows: '2023-11-07',
});

const OTHER_DATE = 'It says nothing about when a payer, plan or provider is in charge.';
const leftOutDate = ([qualifier, about]: readonly [string, string]): GuideCode => ({
  code: `DTP*${qualifier}`,
  about,
  use: OTHER_DATE,
  place: 'benefit',
  lines: [PLAN, `DTP*${qualifier}*D8*20231107`],
});

const dates: readonly GuideCode[] = [
  readDate('291', 'Plan: entitlement, year of an amount; of the person, days asked about', 'EB*1**30*MA'),
  readDate('307', 'Eligibility: inactive period; of the person, days asked about', 'EB*6**30*MA'),
  readDate('290', 'Coordination of benefits: MA plan, MSP', PLAN),
  readDate('292', 'Benefit: hospice, Part D, year of an amount', HOSPICE),
  readDate('472', 'Service: home health period', HOME_HEALTH),
  readDate('435', 'Admission: notice of admission, benefit period of the days left', HOME_HEALTH),
  readDate('193', 'Period start: first billed, date of a certification', HOME_HEALTH),
  readDate('194', 'Period end: last billed', HOME_HEALTH),
  readDate('356', 'Eligibility begin: ESRD coverage', ESRD),
  readDate('096', 'Discharge: transplant', ESRD),
  readDate('442', 'Date of death', HOSPICE, 'date of death'),
  readDate('346', 'Plan begin', PLAN, 'dates of the line, where it has no others'),
  readDate('347', 'Plan end', PLAN, 'dates of the line, where it has no others'),
  readDate('348', 'Benefit begin', PLAN, 'dates of the line, where it has no others'),
  readDate('349', 'Benefit end', PLAN, 'dates of the line, where it has no others'),
  readDate('357', 'Eligibility end', PLAN, 'dates of the line, where it has no others'),
  ...(
    [
      ['102', 'Issue'],
      ['152', 'Effective date of change'],
      ['198', 'Completion'],
      ['295', 'Primary care provider'],
      ['304', 'Latest visit'],
      ['318', 'Added'],
      ['340', 'COBRA begin'],
      ['341', 'COBRA end'],
      ['342', 'Premium paid to date begin'],
      ['343', 'Premium paid to date end'],
      ['382', 'Enrollment'],
      ['458', 'Certification'],
      ['539', 'Policy effective'],
      ['540', 'Policy expiration'],
      ['636', 'Date of last update'],
      ['771', 'Status'],
    ] as const
  ).map(leftOutDate),
];

const inBenefit = (code: string, about: string, use: string, lines: string[], shows?: string): GuideCode => ({
  code,
  about,
  use,
  place: 'benefit',
  lines,
  ...(shows !== undefined && { shows }),
});
const ofPerson = (code: string, about: string, use: string, line: string, shows?: string): GuideCode => ({
  ...inBenefit(code, about, use, [line], shows),
  place: 'person',
});

const benefitCodes: readonly GuideCode[] = [
  inBenefit(
    'HSD',
    'Delivery of a benefit: days, sessions, units',
    'days left',
    ['EB*B**30*MA**7*0', 'HSD***DA**29*57'],
    '57',
  ),
  inBenefit('REF*18', 'Contract and plan', 'plan', [PLAN, 'REF*18*H5521 042'], 'H5521'),
  inBenefit('REF*N6', 'Plan number and name', 'plan', [PLAN, 'REF*N6*815*SAMPLE PLAN'], 'SAMPLE PLAN'),
  inBenefit('REF*IG', 'Policy number of an MSP record', 'MSP', ['EB*R**30*12', 'REF*IG*POL1'], 'POL1'),
  inBenefit(
    'REF, any other',
    'Group 6P or 1L, plan network, prior numbers',
    'Billing uses none of them; they stay in the lines.',
    [PLAN, 'REF*1L*GROUP1', 'REF*6P*GROUP2'],
  ),
  inBenefit('AAA', 'Rejection of the benefit', 'rejection', [HOSPICE, 'AAA*N**42*R'], '"code":"42"'),
  inBenefit(
    'MSG',
    'Revocation code of a hospice',
    'hospice',
    [HOSPICE, 'MSG*Revocation Code - 1'],
    '"IsRevoked":true',
  ),
  inBenefit(
    'MSG',
    'Bill option code of an MA plan',
    'plan',
    [PLAN, 'MSG*MA Bill Option Code - C'],
    '"BillOption":"C"',
  ),
  inBenefit(
    'MSG',
    'Used amount of therapy',
    'therapy',
    ['EB*D**AD*MB***5', 'MSG*Used Amount'],
    '"State":"used"',
  ),
  inBenefit('MSG, any other', 'Words for people', 'They stay in the lines behind the fact.', [
    PLAN,
    'MSG*CALL THE PLAN',
  ]),
  inBenefit('III', 'Place of service or diagnosis of a benefit', 'No fact depends on it.', [
    PLAN,
    'III*ZZ*22',
  ]),
  inBenefit('LS, LE', 'Begin and end of the loop of who is named', 'They only enclose.', [
    PLAN,
    'LS*2120',
    'LE*2120',
  ]),
  inBenefit(
    'NM1*1P',
    'Hospice or home health agency; XX its NPI, SV its older number',
    'provider',
    [HOSPICE, 'NM1*1P*2*CARE*****XX*1235283151'],
    '1235283151',
  ),
  inBenefit(
    'NM1*PR',
    'Medicare contractor; company of a Part D plan',
    'contractor',
    [HOME_HEALTH, 'NM1*PR*2*NGS*****PI*06014'],
    '06014',
  ),
  inBenefit(
    'NM1*PRP',
    'Primary payer: MA plan, MSP',
    'name of the payer',
    [PLAN, 'NM1*PRP*2*SAMPLE PLAN'],
    'SAMPLE PLAN',
  ),
  inBenefit(
    'NM1, any other',
    'Third party and others',
    'Only payers and providers are in charge of a patient.',
    [PLAN, 'NM1*SEP*2*OTHER'],
  ),
  inBenefit(
    'N3, N4',
    'Address of who is named',
    'address',
    [PLAN, 'NM1*PRP*2*P', 'N3*1 PLAN WAY', 'N4*HARTFORD*CT*06103'],
    '1 PLAN WAY, HARTFORD, CT 06103',
  ),
  inBenefit(
    'PER*IC',
    'Phone (TE) and website (UR) of who is named',
    'phone, website',
    [PLAN, 'NM1*PRP*2*P', 'PER*IC**TE*8005550100*UR*www.example.org'],
    'www.example.org',
  ),
  inBenefit(
    'N2, PRV',
    'More names, and the specialty of a provider',
    'They add nothing to name and number.',
    [PLAN, 'N2*MORE', 'PRV*PE*PXC*251E00000X'],
  ),
];

const personCodes: readonly GuideCode[] = [
  ofPerson(
    'NM1*IL, NM1*03',
    'The person and the MBI; relays send a dependent',
    'person',
    'NM1*IL*1*SAMPLE*ANA*B***MI*1EG4TE5MK00',
    '"MiddleName":"B"',
  ),
  ofPerson('N3', 'Street address of the person', 'address', 'N3*12 MAIN ST', '12 MAIN ST'),
  ofPerson(
    'N4',
    'City, state and ZIP code of the person',
    'The referral has them; a difference decides nothing.',
    'N4*HARTFORD*CT*06103',
  ),
  ofPerson('DMG', 'Birth date and gender', 'person', 'DMG*D8*19480312*F', '"Gender":"F"'),
  ofPerson(
    'INS*Y*18*001*25',
    'Medicare corrected what was sent',
    'correction',
    'INS*Y*18*001*25',
    '"correction":"INS',
  ),
  ofPerson(
    'INS, any other',
    'The person is the subscriber',
    'Medicare has no other subscribers.',
    'INS*Y*18',
  ),
  ofPerson('TRN*2', 'Trace of the question, repeated', 'trace', 'TRN*2*CHK-1*9SUBMITTER', '"CHK-1"'),
  ofPerson(
    'TRN*1',
    'Trace of the payer or relay',
    'Only the trace of the question ties the response to it.',
    'TRN*1*RELAY-77*9RELAY',
  ),
  ofPerson(
    'DTP*307',
    'Days that the response is about',
    'dates of the response',
    'DTP*307*RD8*20240510-20251010',
    '2025-10-10',
  ),
  ofPerson(
    'DTP*442',
    'Date of death, beside the dates of the person',
    'date of death',
    'DTP*442*D8*20260107',
    '2026-01-07',
  ),
  ofPerson(
    'REF, HI, PRV, PER, N2, MPI',
    'More numbers, diagnoses and service in the armed forces',
    'They decide nothing about Medicare.',
    'REF*EJ*11629',
  ),
];

export const guideCodes: readonly GuideCode[] = [...personCodes, ...benefitCodes, ...dates];

export const isRead = ({ shows }: GuideCode): boolean => shows !== undefined;
