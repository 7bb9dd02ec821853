import { houseNumbers, placesOf, streets } from '@handoff/local/seed/places';
import { type Randomness, randomness } from '@handoff/local/seed/randomness';
import { harbor } from '@handoff/local/demo-people';
import { formatMbi, isNpi } from '@handoff/shared/domain/person/identifiers';

const firstNames = [
  'Adela',
  'Bertram',
  'Cora',
  'Dexter',
  'Edna',
  'Floyd',
  'Greta',
  'Homer',
  'Ida',
  'Jasper',
] as const;
const lastNames = [
  'Packetson',
  'Van Formby',
  'O’Layout',
  'Benchley',
  'Drawnwell',
  'De La Fax',
  'Printer-Smith',
  'Margin',
] as const;
const doctors = [
  'Olive Orderdemo',
  'Percy Prescribo',
  'Quentin Signwell',
  'Rhoda Roundsby',
  'Simon Stetho',
] as const;
const contacts = ['Dana Desk', 'Lee Lobby', 'Morgan Phoneby', 'Casey Managero'] as const;
const organizations = [
  'Sample General Hospital',
  'Example Shore Medical Center',
  'Testwood Rehabilitation',
] as const;
const payers: [[name: string, plan: string], ...[string, string][]] = [
  ['Medicare', ''],
  ['Example Advantage', 'Example Advantage HMO'],
];
const codes = [
  'I50.9',
  'E11.9',
  'J44.1',
  'I10',
  'Z48.00',
  'M17.11',
  'N18.30',
  'I69.351',
  'L89.152',
  'S72.001A',
] as const;
const languages = ['English', 'Spanish', 'Portuguese', 'Polish'] as const;

/** The facts of a drawn referral, as a person would write them. */
export type Facts = ReturnType<typeof drawnFacts>;

/** The same patient for the same number; dates are counted from the day. */
export function drawnFacts(seed: number, today: Date) {
  const draw = randomness(seed);
  const pick = <T>(from: readonly [T, ...T[]]) => draw.pick(from);
  const between = (least: number, most: number) => draw.between(least, most);
  const place = pick(placesOf(harbor));
  const [payer, plan] = pick(payers);
  const facility = pick(organizations);
  const [primary, ...others] = drawSome(codes, between(2, 5), draw);
  const dischargeIn = between(1, 6);
  const [ordering = '', certifying = ''] = drawSome(doctors, 2, draw);
  return {
    last: pick(lastNames).replace('’', "'"),
    first: pick(firstNames),
    middle: pick(['A', 'J', 'M', ''] as const),
    born: { year: between(1931, 1961), month: between(1, 12), day: between(1, 28) },
    sex: pick(['Female', 'Male'] as const),
    language: pick(languages),
    phone: drawnPhone(draw),
    mbi: formatMbi(`${between(1, 9)}EG4TE5MK${between(10, 99)}`),
    ssn: `2${between(10, 19)}-${between(10, 98)}-${between(1001, 9998)}`,
    street: `${pick(asList(houseNumbers))} ${pick(streets)}`,
    unit: draw.chance(0.4) ? `${between(1, 9)}${pick(['A', 'B', 'C'] as const)}` : '',
    ...place,
    payer,
    plan,
    member: `EXA${between(100_000, 999_999)}${between(10, 99)}`,
    secondary: 'Sample Supplement',
    secondaryMember: `SUP${between(10_000, 99_999)}`,
    organization: facility,
    contact: pick(contacts),
    sourcePhone: drawnPhone(draw),
    ordering,
    orderingNpi: drawnNpi(draw),
    certifying,
    certifyingNpi: drawnNpi(draw),
    physicianPhone: drawnPhone(draw),
    fax: drawnPhone(draw),
    primary: primary ?? 'I10',
    others,
    encounter: daysFrom(today, -between(2, 20)),
    homebound: draw.chance(0.8) ? 'Yes' : 'No',
    requested: daysFrom(today, dischargeIn + 2),
    discharge: daysFrom(today, dischargeIn),
    admitted: daysFrom(today, -between(3, 9)),
    room: `${between(2, 6)}${between(10, 39)}`,
    emergency: `${pick(['Nora', 'Otto', 'Petra'] as const)} ${pick(['Kinfolk', 'Nextdoor', 'Relatto'] as const)}`,
    emergencyPhone: drawnPhone(draw),
    representative: `${pick(['Ruth', 'Saul'] as const)} Proxyman`,
    representativePhone: drawnPhone(draw),
    authorization: `AU${between(100_000, 999_999)}`,
    authorizedFrom: daysFrom(today, dischargeIn),
    authorizedTo: daysFrom(today, dischargeIn + 59),
    visits: String(between(6, 24)),
  };
}

export interface Day {
  year: number;
  month: number;
  day: number;
}

function daysFrom(today: Date, days: number): Day {
  const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
);
const two = (n: number) => String(n).padStart(2, '0');

/** How forms write a day. */
export const written = {
  us: ({ year, month, day }: Day) => `${two(month)}/${two(day)}/${year}`,
  short: ({ year, month, day }: Day) => `${month}/${day}/${two(year % 100)}`,
  dashed: ({ year, month, day }: Day) => `${two(month)}-${two(day)}-${year}`,
  long: ({ year, month, day }: Day) => `${months[month - 1] ?? ''} ${day}, ${year}`,
  iso: ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`,
};

const asList = (numbers: readonly number[]): readonly [number, ...number[]] => [
  numbers[0] ?? 1,
  ...numbers.slice(1),
];

/** Numbers of the range that is reserved for fiction. */
const drawnPhone = (draw: Randomness) =>
  `(${draw.pick(['203', '860', '401'] as const)}) 555-01${two(draw.between(0, 99))}`;

function drawnNpi(draw: Randomness): string {
  const start = `1${draw.between(10_000_000, 99_999_999)}`;
  return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isNpi) ?? start;
}

function drawSome<T>(from: readonly T[], count: number, draw: Randomness): T[] {
  return from
    .map((item) => ({ item, at: draw.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item);
}
