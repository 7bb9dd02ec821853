import { type Randomness, randomness } from '@handoff/local/seed/randomness';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { formatMbi, npiOf } from '@handoff/shared/domain/person/identifiers';

/** A drawn patient with everyone and everything that a referral may name. None of them exists. */
export type Facts = ReturnType<typeof factsOf>;

/** The same patient for the same seed; dates are counted from the day. */
export function factsOf(seed: number, today: string) {
  const draw = randomness(seed * 7919 + 17);
  return { seed, printed: today, ...personOf(draw), ...careOf(draw), ...stayOf(draw, today) };
}

function personOf(draw: Randomness) {
  const patient = nameOf(draw);
  const mbi = mbiOf(draw);
  const payer = draw.pick(payers);
  const [emergency = '', other = '', proxy = ''] = drawSome(contacts, 3, draw);
  const member = `${draw.pick(['W', 'H', 'ZGP', 'A'])}${draw.between(10_000_000, 99_999_999)}`;
  return {
    patient,
    born: dayIn(draw, draw.between(1928, 1962)),
    sex: patient.sex,
    language: patient.language,
    phone: phoneOf(draw),
    ssn: `2${draw.between(10, 19)}-${draw.between(10, 98)}-${draw.between(1001, 9998)}`,
    mbi,
    mrn: String(draw.between(1_000_000, 9_999_999)),
    home: homeOf(draw),
    earlierHome: homeOf(draw),
    earlierPhone: phoneOf(draw),
    poBox: draw.chance(0.3) ? `PO Box ${draw.between(11, 989)}` : '',
    formerName: draw.pick(['Hartwell', 'Okonski', 'Brandt', 'Lindgren']),
    payer: { ...payer, member: payer.plan === '' ? mbi : member },
    second: {
      name: draw.pick(['Sample Supplement', 'Keystone Medigap', 'Union Retiree Fund']),
      member: `${draw.between(100_000_000, 999_999_999)}`,
    },
    /** The spouse whose plan pays second. */
    subscriberBorn: dayIn(draw, draw.between(1925, 1965)),
    ended: { name: 'Tidewater Mutual', member: `TM${draw.between(100_000, 999_999)}` },
    emergency: {
      name: emergency,
      relation: draw.pick(['Daughter', 'Son', 'Spouse', 'Niece']),
      phone: phoneOf(draw),
    },
    other: { name: other, relation: draw.pick(['Neighbor', 'Friend', 'Brother']), phone: phoneOf(draw) },
    representative: { name: proxy, phone: phoneOf(draw) },
  };
}

function careOf(draw: Randomness) {
  const [primary = noDiagnosis, ...others] = drawSome(diagnoses, draw.between(3, 6), draw);
  const [ruledOut = noDiagnosis, past = noDiagnosis] = drawSome(onlySuspected, 2, draw);
  const [ordering = noDoctor, certifying = noDoctor, pcp = noDoctor, attending = noDoctor] = drawSome(
    doctors,
    4,
    draw,
  ).map((doctor) => ({
    ...doctor,
    npi: npiOf(draw.between(100_000_000, 199_999_999)),
    phone: phoneOf(draw),
    fax: phoneOf(draw),
  }));
  return {
    ordering,
    certifying,
    pcp,
    attending,
    primary,
    others,
    ruledOut,
    past,
    homebound: draw.chance(0.8) ? 'Yes' : 'No',
    services: drawSome(allServices, draw.between(2, 4), draw),
  };
}

function stayOf(draw: Randomness, today: string) {
  const dischargeIn = draw.between(1, 6);
  return {
    facility: { ...draw.pick(facilities), phone: phoneOf(draw), fax: phoneOf(draw) },
    sender: {
      name: draw.pick(['Dana Whitlock', 'Lee Marchetti', 'Morgan Achebe', 'Casey Romero']),
      title: draw.pick(['RN, Case Manager', 'LCSW', 'Discharge Planner']),
      phone: phoneOf(draw),
    },
    room: `${draw.between(2, 7)}${draw.between(10, 39)}${draw.pick(['', '-A', '-B'])}`,
    encounter: addDays(today, -draw.between(2, 20)),
    admitted: addDays(today, -draw.between(4, 9)),
    discharge: addDays(today, dischargeIn),
    earlierDischarge: addDays(today, -draw.between(90, 700)),
    requested: addDays(today, dischargeIn + draw.between(1, 2)),
    authorization: {
      number: `${draw.pick(['AU', 'A', 'REF'])}${draw.between(1_000_000, 9_999_999)}`,
      from: addDays(today, dischargeIn),
      to: addDays(today, dischargeIn + 59),
      visits: String(draw.between(6, 24)),
    },
  };
}

/** In years, on the day of printing. */
export function ageOf({ born, printed }: Pick<Facts, 'born' | 'printed'>): number {
  const isBefore = printed.slice(5) < born.slice(5);
  return Number(printed.slice(0, 4)) - Number(born.slice(0, 4)) - (isBefore ? 1 : 0);
}

/** A person's name in its parts, as a chart has them. */
export interface DrawnName {
  first: string;
  middle: string;
  last: string;
  suffix: string;
  sex: Sex;
  language: string;
  /** Whether a stranger can tell the last name in "First M. Last". */
  isPlain: boolean;
}

// Names as charts in the United States print them, most without their diacritics.
const givenNames = {
  Female: [
    'Adela',
    'Cora',
    'Edna',
    'Greta',
    'Ida',
    'Lucille',
    'Marguerite',
    'Rosalind',
    'Thelma',
    'Winifred',
  ],
  Male: [
    'Bertram',
    'Dexter',
    'Floyd',
    'Homer',
    'Jasper',
    'Leland',
    'Mortimer',
    'Percival',
    'Rufus',
    'Wendell',
  ],
} as const;
const plainLastNames = [
  'Underbough',
  'Whitfield',
  "O'Shaughnessy",
  "D'Agostini",
  'Printer-Smith',
  'van der Meulen',
  'de la Fuente',
  'Kowalczyk',
  'Abernathy',
  'Okonkwo',
  'MacTavish',
  'St. Germain',
  'Featherstonhaugh',
  'Petrosyan',
  'Ng',
  'Xu',
] as const;
type Sex = 'Female' | 'Male';
type PartedName = readonly [first: string, last: string, Sex, language: string];
const partedNames: readonly [PartedName, ...PartedName[]] = [
  ['Thi Lan', 'Nguyen', 'Female', 'Vietnamese'],
  ['Van Minh', 'Tran', 'Male', 'Vietnamese'],
  ['Ngoc Anh', 'Pham', 'Female', 'Vietnamese'],
  ['Maria del Carmen', 'Ortiz Delgado', 'Female', 'Spanish'],
  ['Jose Luis', 'Rivera Santiago', 'Male', 'Spanish'],
  ['Luz Elena', 'Quiñones Vega', 'Female', 'Spanish'],
  ['Abdul Rahman', 'Al-Khatib', 'Male', 'Arabic'],
  ['Fatima Zahra', 'El Idrissi', 'Female', 'Arabic'],
  ['Xiao Ling', 'Zhang', 'Female', 'Mandarin'],
  ['Wei-Guo', 'Chen', 'Male', 'Mandarin'],
  ['Mary Jo', 'Beauregard Hale', 'Female', 'English'],
  ['Jean-Baptiste', 'Saint-Fleur', 'Male', 'Haitian Creole'],
];

function nameOf(draw: Randomness): DrawnName {
  if (draw.chance(0.35)) {
    const [first, last, sex, language] = draw.pick(partedNames);
    return { first, middle: '', last, suffix: '', sex, language, isPlain: false };
  }
  const sex = draw.pick<Sex>(['Female', 'Male']);
  return {
    first: draw.pick(givenNames[sex]),
    middle: draw.pick(['A', 'J', 'M', 'R', '', '']),
    last: draw.pick(plainLastNames),
    suffix: sex === 'Male' && draw.chance(0.3) ? draw.pick(['Jr.', 'III', 'Sr.']) : '',
    sex,
    language: draw.pick(['English', 'English', 'Spanish', 'Portuguese', 'Polish']),
    isPlain: true,
  };
}

const doctors = [
  { first: 'Olive', last: 'Benthurst', title: 'MD' },
  { first: 'Percy', last: 'Lindqvist', title: 'DO' },
  { first: 'Quentin', last: 'Ramaswamy', title: 'MD' },
  { first: 'Rhoda', last: 'Castellano', title: 'NP' },
  { first: 'Simon', last: 'Achterberg', title: 'MD' },
  { first: 'Thaddeus', last: 'Wren', title: 'MD' },
  { first: 'Ximena', last: 'Larrazabal', title: 'MD' },
  { first: 'Hyun-Woo', last: 'Bae', title: 'MD' },
  { first: 'Priya', last: 'Chatterjee', title: 'PA-C' },
  { first: 'Gwendolyn', last: 'Oduya', title: 'DO' },
] as const;
export type Doctor = Facts['ordering'];
const noDoctor = { first: '', last: '', title: '', npi: '', phone: '', fax: '' };

const contacts = [
  'Nora Tannenbaum',
  'Otto Villalobos',
  'Petra Isaksen',
  'Linh Dao',
  'Carmen Figueroa',
  'Samuel Oyelaran',
  'Beatrix Holloway',
  'Yusuf Demir',
  'Agnes McAllister',
  'Theo Baptiste',
] as const;

// The form begins with CT, so the browser shows no proposal of it.
interface Place {
  state: string;
  zip: string;
  city: string;
  county: string;
}
const places: readonly [Place, ...Place[]] = [
  { state: 'RI', zip: '02903', city: 'Providence', county: 'Providence' },
  { state: 'MA', zip: '01103', city: 'Springfield', county: 'Hampden' },
  { state: 'NY', zip: '12207', city: 'Albany', county: 'Albany' },
  { state: 'NJ', zip: '07102', city: 'Newark', county: 'Essex' },
  { state: 'PA', zip: '18503', city: 'Scranton', county: 'Lackawanna' },
  { state: 'VT', zip: '05401', city: 'Burlington', county: 'Chittenden' },
  { state: 'NH', zip: '03101', city: 'Manchester', county: 'Hillsborough' },
  { state: 'MO', zip: '63103', city: 'St. Louis', county: 'St. Louis City' },
  { state: 'FL', zip: '33901', city: 'Fort Myers', county: 'Lee' },
  { state: 'TX', zip: '78205', city: 'San Antonio', county: 'Bexar' },
];
const streets = [
  'Sample Harbor Ave',
  'Orchard St',
  'Old Mill Rd',
  'Placeholder Ln',
  'W Elm St',
  'Testwood Dr',
  'N Demo Blvd',
  'County Route 9',
  'Example Terrace',
  'Rue Demoiselle',
  'E 14th St',
  'Martin Luther King Jr Blvd',
] as const;

function homeOf(draw: Randomness) {
  const number = draw.pick([
    `${draw.between(2, 9899)}`,
    `${draw.between(2, 999)}`,
    `${draw.between(2, 99)} 1/2`,
    `${draw.between(2, 99)}-${draw.between(10, 80)}`,
  ]);
  const n = draw.between(1, 28);
  const letter = draw.pick(['A', 'B', 'C']);
  const unit = draw.pick([
    noUnit,
    noUnit,
    noUnit,
    noUnit,
    { printed: `Apt ${n}${letter}`, name: `${n}${letter}` },
    { printed: `Unit ${n}`, name: String(n) },
    { printed: `#${n}`, name: String(n) },
    { printed: '2nd Floor', name: '2nd Floor' },
    { printed: `Lot ${n}`, name: String(n) },
    { printed: 'Fl 3', name: '3' },
  ]);
  return { street: `${number} ${draw.pick(streets)}`, unit, ...draw.pick(places) };
}
const noUnit = { printed: '', name: '' };

interface Facility {
  name: string;
  street: string;
  city: string;
  state: string;
  zip: string;
}
const facilities: readonly [Facility, ...Facility[]] = [
  {
    name: 'Sample General Hospital',
    street: '1 Hospital Plaza',
    city: 'Worcester',
    state: 'MA',
    zip: '01608',
  },
  {
    name: 'Example Shore Medical Center',
    street: '400 Shore Rd',
    city: 'Warwick',
    state: 'RI',
    zip: '02886',
  },
  {
    name: 'Testwood Rehabilitation Center',
    street: '88 Convalescent Way',
    city: 'Utica',
    state: 'NY',
    zip: '13502',
  },
  { name: "St. Fictitia's Hospital", street: '2200 Mercy Ave', city: 'Trenton', state: 'NJ', zip: '08608' },
  { name: 'Maple Hollow Skilled Nursing', street: '17 Hollow Ln', city: 'Nashua', state: 'NH', zip: '03060' },
];

/** The agency that the papers are sent to. */
export const agency = {
  name: 'Harbor Home Care',
  street: '250 Agency Park Dr',
  city: 'New Haven',
  state: 'CT',
  zip: '06510',
  phone: '(203) 555-0190',
  fax: '(203) 555-0191',
  npi: npiOf(199_999_998),
};

interface Payer {
  name: string;
  /** Empty for Medicare itself. */
  plan: string;
}
const payers: readonly [Payer, ...Payer[]] = [
  { name: 'Medicare', plan: '' },
  { name: 'Medicare', plan: '' },
  { name: 'Example Advantage', plan: 'Example Advantage HMO' },
  { name: 'Bluewater Health', plan: 'Bluewater Medicare PPO' },
  { name: 'Sampleton Health Plan', plan: 'Senior Preferred HMO' },
];

const noDiagnosis = { code: '', text: '' };
const diagnoses = [
  { code: 'I50.9', text: 'Heart failure, unspecified' },
  { code: 'E11.9', text: 'Type 2 diabetes mellitus without complications' },
  { code: 'J44.1', text: 'COPD with acute exacerbation' },
  { code: 'I10', text: 'Essential (primary) hypertension' },
  { code: 'M17.11', text: 'Unilateral primary osteoarthritis, right knee' },
  { code: 'N18.30', text: 'Chronic kidney disease, stage 3 unspecified' },
  { code: 'I69.351', text: 'Hemiplegia following cerebral infarction' },
  { code: 'L89.152', text: 'Pressure ulcer of sacral region, stage 2' },
  { code: 'S72.001D', text: 'Fracture of neck of right femur' },
  { code: 'I48.91', text: 'Unspecified atrial fibrillation' },
  { code: 'G20.A1', text: "Parkinson's disease without dyskinesia" },
  { code: 'Z96.651', text: 'Presence of right artificial knee joint' },
] as const;
const onlySuspected = [
  { code: 'J18.9', text: 'Pneumonia' },
  { code: 'I26.99', text: 'Pulmonary embolism' },
  { code: 'N39.0', text: 'Urinary tract infection' },
  { code: 'C50.911', text: 'Breast cancer' },
] as const;

const services = [
  { name: 'Skilled nursing', short: 'SN', code: 'G0299' },
  { name: 'Physical therapy', short: 'PT', code: 'G0151' },
  { name: 'Occupational therapy', short: 'OT', code: 'G0152' },
  { name: 'Speech therapy', short: 'ST', code: 'G0153' },
  { name: 'Home health aide', short: 'HHA', code: 'G0156' },
  { name: 'Medical social work', short: 'MSW', code: 'G0155' },
] as const;
export type Service = (typeof services)[number];
export const allServices: readonly Service[] = services;

/** A service that is not ordered, to be refused. */
export const refusedOf = (facts: Pick<Facts, 'services'>): Service | undefined =>
  allServices.find((service) => !facts.services.includes(service));

const two = (n: number) => String(n).padStart(2, '0');

const dayIn = (draw: Randomness, year: number) =>
  `${year}-${two(draw.between(1, 12))}-${two(draw.between(1, 28))}`;

/** Numbers of the range that is reserved for fiction. */
const phoneOf = (draw: Randomness) =>
  `(${draw.pick(['401', '413', '518', '570', '802'])}) 555-01${two(draw.between(0, 99))}`;

function mbiOf(draw: Randomness): string {
  const letter = () => draw.pick(mbiLetters);
  const digit = () => String(draw.between(0, 9));
  return formatMbi(
    `${draw.between(1, 9)}${letter()}${letter()}${digit()}${letter()}${letter()}${digit()}${letter()}${letter()}${digit()}${digit()}`,
  );
}
const mbiLetters = [
  'A',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'J',
  'K',
  'M',
  'N',
  'P',
  'Q',
  'R',
  'T',
  'U',
  'V',
  'W',
  'X',
  'Y',
] as const;

function drawSome<T>(from: readonly T[], count: number, draw: Randomness): T[] {
  return from
    .map((item) => ({ item, at: draw.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}
