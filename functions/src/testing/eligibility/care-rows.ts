import { answerOf, BOTH, loop, rowsFrom, type AnswerRow } from './answer-row.ts';

const hospices = rowsFrom('CMS: EB X 45 with DTP 292 and the revocation code; the dates go before the code');
const agencies = rowsFrom(
  'CMS: EB X 42 with DTP 472, 193 and 194; a certification lasts 60 days (42 CFR 424.22)',
);
const rejected = rowsFrom('X12 code list 901: who must act on a rejection');

const care = (...lines: string[]) => answerOf([...BOTH, ...lines]);
const hospice = (dates: string, code?: string, ...providers: string[]) =>
  care(
    'EB*X**45*MA**26',
    ...(dates ? [`DTP*292*${dates}`] : []),
    ...(code === undefined ? [] : [`MSG*Revocation Code - ${code}`]),
    ...loop(...providers),
  );
const OTHER_HOSPICE = 'NM1*1P*2******XX*1235283151';
const US = 'NM1*1P*2******XX*1999999984';
const OPEN: [string, string] = ['I 0110 issue:hospiceOpen', 'E 0110 issue:hospiceOpen'];
const OURS: [string, string, string] = [...OPEN, 'E 0100 notice:hospiceOpen'];
const UNCONFIRMED: [string, string] = [
  'I 0110 issue:hospiceDischargeUnconfirmed',
  'E 0110 issue:hospiceDischargeUnconfirmed',
];
const EARLIER = 'E 0100 notice:hospiceEarlier';

const AGENCY = 'NM1*1P*2******XX*1427038314';
const homeHealth = (...lines: string[]) => care('EB*X**42***26', ...lines);
const ELSEWHERE: [string, string] = ['I 0110 issue:homeHealthElsewhere', 'E 0100 notice:homeHealthElsewhere'];

const refusedRow = (level: 'payer' | 'provider' | 'person', ...codes: string[]) => {
  const lines = codes.map((code) => `AAA*N**${code}*C`);
  if (level === 'person') return answerOf(lines);
  const before = level === 'payer' ? 'HL*2*1*21*1' : 'HL*3*2*22*0';
  return answerOf([])
    .replace(`${before}~`, `${lines.join('~\n')}~\n${before}~`)
    .replace('SE*12', `SE*${12 + codes.length}`);
};

export const careRows: AnswerRow[] = [
  hospices('open', hospice('D8*20250501', '0', OTHER_HOSPICE), OPEN),
  hospices('open, nothing about revocation', hospice('D8*20250501', undefined, OTHER_HOSPICE), OPEN),
  hospices('a period over the day', hospice('RD8*20250501-20250729', '0', OTHER_HOSPICE), OPEN),
  hospices(
    'revoked after the day, inside its period',
    hospice('RD8*20250501-20250620', '1', OTHER_HOSPICE),
    OPEN,
  ),
  hospices('revoked on the day', hospice('RD8*20250501-20250610', '1', OTHER_HOSPICE), OPEN),
  hospices('revoked the day before', hospice('RD8*20250501-20250609', '1', OTHER_HOSPICE), EARLIER),
  hospices('revoked for another reason', hospice('RD8*20250401-20250520', '2', OTHER_HOSPICE), EARLIER),
  hospices('revoked, no date of that', hospice('D8*20250501', '1', OTHER_HOSPICE), UNCONFIRMED),
  hospices('revoked, no dates at all', hospice('', '1', OTHER_HOSPICE), UNCONFIRMED),
  hospices(
    'ended recently without revocation',
    hospice('RD8*20250301-20250529', '0', OTHER_HOSPICE),
    UNCONFIRMED,
  ),
  hospices('ended long ago', hospice('RD8*20230301-20230529', '0', OTHER_HOSPICE), EARLIER),
  hospices('begins later', hospice('D8*20250701', '0', OTHER_HOSPICE), 'E 0100 notice:hospiceLater'),
  hospices('with us', hospice('D8*20250501', '0', US), OURS),
  hospices('transferred to us', hospice('D8*20250501', '0', OTHER_HOSPICE, US), OURS, {
    hospice: [{ Providers: [{ Npi: '1235283151' }, { Npi: '1999999984' }] }],
  }),
  hospices('transferred away from us', hospice('D8*20250501', '0', US, OTHER_HOSPICE), OPEN),
  hospices('known by its older number', hospice('D8*20250501', '0', 'NM1*1P*2******SV*031549'), OPEN, {
    hospice: [{ Providers: [{ Npi: '', ProviderNumber: '031549' }] }],
  }),
  hospices('no one is named', hospice('D8*20250501', '0'), OPEN),
  hospices(
    'periods used',
    care('EB*D**45*MA**26***99*2'),
    ['E 0100', 'E 0100', 'E 0100 notice:hospiceFaceToFace'],
    {
      hospicePeriodsUsed: 2,
    },
  ),
  agencies(
    'open with another agency',
    homeHealth('DTP*472*RD8*20250521-20250719', ...loop(AGENCY)),
    ELSEWHERE,
  ),
  agencies(
    'open with us',
    homeHealth('DTP*472*RD8*20250521-20250719', ...loop(US)),
    'E 0100 notice:homeHealthWithUs',
  ),
  agencies('ends on the day', homeHealth('DTP*472*RD8*20250412-20250610', ...loop(AGENCY)), ELSEWHERE),
  agencies(
    'ended the day before',
    homeHealth('DTP*472*RD8*20250411-20250609', ...loop(AGENCY)),
    'E 0100 notice:homeHealthEnded',
  ),
  agencies('ended 61 days before', homeHealth('DTP*472*RD8*20250210-20250410', ...loop(AGENCY)), 'E 0100'),
  agencies(
    'begins later',
    homeHealth('DTP*472*RD8*20250701-20250829', ...loop(AGENCY)),
    'E 0100 notice:homeHealthLater',
  ),
  agencies('no dates', homeHealth(...loop(AGENCY)), ELSEWHERE),
  agencies(
    'billed dates only, the 60 days cover the day',
    homeHealth('DTP*193*D8*20250501', 'DTP*194*D8*20250520', ...loop(AGENCY)),
    ELSEWHERE,
    {
      homeHealth: [{ period: { from: '2025-05-01', to: '2025-06-29' } }],
    },
  ),
  agencies(
    'billed dates only, the 60 days are over',
    homeHealth('DTP*193*D8*20250301', 'DTP*194*D8*20250320', ...loop(AGENCY)),
    'E 0100 notice:homeHealthEnded',
  ),
  agencies(
    'billed dates only, billed on',
    homeHealth('DTP*193*D8*20250301', 'DTP*194*D8*20250612', ...loop(AGENCY)),
    ELSEWHERE,
  ),
  agencies('certified', care('EB*X************HC|G0180', 'DTP*193*D8*20250523'), 'E 0100', {
    certifications: [{ Code: 'G0180' }],
  }),
  agencies('certified again', care('EB*X************HC|G0179', 'DTP*193*D8*20250523'), 'E 0100', {
    certifications: [{ Code: 'G0179' }],
  }),
  rejected(
    'several entries at once',
    refusedRow('person', '71', '73'),
    '- 1000 blocker:inputWrong blocker:inputWrong',
  ),
  rejected('gender (66)', refusedRow('person', '66'), '- 1000 blocker:inputWrong'),
  rejected('the person of the policy (77)', refusedRow('person', '77'), '- 1000 blocker:inputWrong'),
  rejected('died (61)', refusedRow('person', '61'), 'N 0000 blocker:deceased'),
  rejected(
    'died (61), about another day',
    answerOf(['AAA*N**61*C'], { about: ['DTP*307*D8*20190101'] }),
    'incomplete',
  ),
  rejected('provider not on file (51)', refusedRow('provider', '51'), 'configuration'),
  rejected('payer busy (42)', refusedRow('payer', '42'), 'retry'),
  rejected('a code no list has', refusedRow('person', 'Q9'), 'configuration'),
  rejected('busy goes before input', refusedRow('person', '71', '80'), 'retry'),
  rejected('data missing (33) above the person', refusedRow('payer', '33'), 'retry'),
  rejected('data missing (15) in what was said of the agency', refusedRow('provider', '15'), 'retry'),
  rejected('data missing (33) of the person', refusedRow('person', '33'), '- 1000 blocker:inputWrong'),
  rejected('could not be processed (V), 33 in the benefit', answerOf(['EB*V', 'AAA*Y**33*R']), 'retry'),
  rejected('could not be processed (V), nothing else', answerOf(['EB*V']), 'retry'),
  rejected(
    'could not be processed (V), above the person',
    answerOf([]).replace('HL*3*2*22*0~', 'EB*V~\nAAA*Y**33*R~\nHL*3*2*22*0~').replace('SE*12', 'SE*14'),
    'retry',
  ),
  rejected(
    'could not be processed (V), but the number is wrong (72)',
    answerOf(['EB*V', 'AAA*Y**72*C']),
    '- 1000 blocker:inputWrong',
  ),
];
