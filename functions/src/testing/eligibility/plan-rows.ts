import { answerOf, BOTH, loop, rowsFrom, type AnswerRow } from './answer-row.ts';

const plans = rowsFrom(
  'CMS and its relays: EB R or U with HM HN IN PR PS, a contract H R E, or a bill option',
);
const payers = rowsFrom("Stedi's OpenAPI, insurance types of payers before Medicare; CMS on MSP");
const states = rowsFrom('CMS: QMB and Medicaid on lines of several kinds; 42 USC 1396a(n)(3)(B)');

const plan = (...lines: string[]) => answerOf([...BOTH, ...lines]);
const ADVANTAGE = 'I 0111 issue:medicareAdvantage';
const UNREAD = 'E 0100 notice:unread';
const since = 'DTP*290*D8*20240101';

export const planRows: AnswerRow[] = [
  ...['HM', 'HN', 'IN', 'PR', 'PS'].map((type) =>
    plans(`type ${type}`, plan(`EB*R**30*${type}`, 'REF*18*H5521 042', since), ADVANTAGE, {
      medicareAdvantage: [{ Type: type, ContractId: 'H5521', PlanId: '042' }],
    }),
  ),
  plans('the newer letter', plan('EB*U**30*PR', 'REF*18*H2001', 'REF*N6*815*A PLAN', since), ADVANTAGE, {
    medicareAdvantage: [{ ContractId: 'H2001', PlanId: '815', Name: 'A PLAN' }],
  }),
  plans('a bill option alone', plan('EB*R**30', since, 'MSG*MA Bill Option Code - C'), ADVANTAGE, {
    medicareAdvantage: [{ BillOption: 'C' }],
  }),
  plans(
    'a bill option with the newer letter and an unknown type',
    plan('EB*U**30*ZZ', since, 'MSG*MA Bill Option Code: 1'),
    ADVANTAGE,
  ),
  plans(
    'a contract and its plan in one word, no type',
    plan('EB*R**30', 'REF*18*H5521042', since),
    ADVANTAGE,
    {
      medicareAdvantage: [{ ContractId: 'H5521', PlanId: '042' }],
    },
  ),
  plans('a contract and its plan with a dash', plan('EB*R**30', 'REF*18*H5521-042', since), ADVANTAGE, {
    medicareAdvantage: [{ ContractId: 'H5521', PlanId: '042' }],
  }),
  plans('a regional contract', plan('EB*R**30*OT', 'REF*18*R1234', since), ADVANTAGE),
  plans('an employer contract', plan('EB*R**30*OT', 'REF*18*E3014', since), ADVANTAGE),
  plans('a contract of a kind no plan has', plan('EB*R**30*OT', 'REF*18*X1234', since), UNREAD),
  plans(
    'drugs only, with the contract of a combined plan',
    plan('EB*R**88*OT', 'REF*18*H5521 042', 'DTP*292*D8*20240101'),
    'E 0100',
    {
      medicareAdvantage: [],
      partD: [{ ContractId: 'H5521', PlanId: '042' }],
    },
  ),
  plans(
    'it ended the day before',
    plan('EB*R**30*HN', 'REF*18*H5521', 'DTP*290*RD8*20240101-20250609'),
    'E 0100',
  ),
  plans(
    'it ends on the day',
    plan('EB*R**30*HN', 'REF*18*H5521', 'DTP*290*RD8*20240101-20250610'),
    ADVANTAGE,
  ),
  plans(
    'it begins the day after',
    plan('EB*R**30*HN', 'REF*18*H5521', 'DTP*290*D8*20250611'),
    'E 0100 notice:medicareAdvantageLater',
  ),
  plans(
    'two plans, one after the other',
    plan(
      'EB*R**30*HN',
      'REF*18*H5521',
      'DTP*290*RD8*20240101-20250531',
      'EB*R**30*PR',
      'REF*18*H2001',
      'DTP*290*D8*20250601',
    ),
    ADVANTAGE,
  ),
  ...['12', '13', '14', '15', '16', '41', '42', '43', '47', 'WC'].map((type) =>
    payers(
      `type ${type}`,
      plan(`EB*R**30*${type}`, 'REF*IG*POL1', 'DTP*290*D8*20210101', ...loop('NM1*PRP*2*A PAYER')),
      ['I 0110 issue:secondaryPayer', 'E 0100 notice:secondaryPayer'],
      { secondaryPayers: [{ TypeCode: type, Name: 'A PAYER', Policy: 'POL1' }] },
    ),
  ),
  payers('it ended before', plan('EB*R**30*47', 'DTP*290*RD8*20200101-20241231'), 'E 0100'),
  payers('it begins later', plan('EB*R**30*12', 'DTP*290*D8*20250701'), 'E 0100 notice:secondaryPayerLater'),
  payers('of a type no list has', plan('EB*R**30*99', 'DTP*290*D8*20210101'), UNREAD),
  states('QMB as a plan', plan('EB*R***QM*NJ QMB Plan', since), 'E 0100 notice:assistance'),
  states(
    'QMB on four lines is one fact',
    plan('EB*A**30*QM**27**0', 'EB*C**30*QM**23*0', 'EB*R***QM*NJ QMB Plan', since, 'EB*A**48*QM**27**0'),
    'E 0100 notice:assistance',
    {
      assistance: { length: 4 },
    },
  ),
  states(
    'Medicaid and QMB are two',
    plan('EB*R***QM', since, 'EB*R***MC', since),
    'E 0100 notice:assistance notice:assistance',
  ),
  states('QMB that ended', plan('EB*R***QM', 'DTP*290*RD8*20200101-20241231'), 'E 0100'),
];
