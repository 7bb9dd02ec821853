import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { stateNames, type AddressState } from '@handoff/shared/domain/address/us-state';

/** The fields that are in quotes without need. */
type Quotes = 'none' | 'street' | 'all';

interface StateFile {
  state: AddressState;
  rows: number;
  seed: number;
  /** Share of rows with something odd or wrong about them; 0 makes a clean file. */
  dirt?: number;
  quotes?: Quotes;
  /** Number, street and unit are in one column. */
  isInOneColumn?: boolean;
}

const oneColumnHeader = 'LON,LAT,ADDRESS,CITY,DISTRICT,REGION,POSTCODE,ID,HASH';
const header = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH';

/**
 * A state's addresses in the form of OpenAddresses, the same for the same arguments: ZIP codes of log-normal size, 3 %
 * duplicates, 14 % units, and every oddity real files have been seen with.
 */
export async function* stateFile({
  state,
  rows,
  seed,
  dirt = 0.06,
  quotes = 'none',
  isInOneColumn = false,
}: StateFile): AsyncGenerator<Buffer> {
  const random = randomFrom(seed);
  const zips = zipsOf(state, rows, random);
  let text = `\uFEFF${isInOneColumn ? oneColumnHeader : header}\r\n`;
  let last = '';
  for (let row = 0; row < rows; row++) {
    const line =
      last !== '' && random() < 0.03
        ? last
        : lineOf({ zip: pick(zips, random()), random, dirt, quotes, isInOneColumn, state, row });
    last = line;
    text += line + (row % 997 === 0 ? '\r\n' : '\n');
    if (text.length > 60_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

interface Shape {
  zips: number;
  prefixes: readonly string[];
  foreign: string;
}

const shapes: Partial<Record<AddressState, Shape>> = {
  CT: {
    zips: 282,
    prefixes: ['060', '061', '062', '063', '064', '065', '066', '067', '068'],
    foreign: '04101',
  },
  ME: { zips: 430, prefixes: ['039', '040', '041', '042', '043', '044', '045', '046'], foreign: '03820' },
  MA: {
    zips: 537,
    prefixes: ['010', '011', '012', '013', '014', '015', '017', '018', '021'],
    foreign: '02860',
  },
  NH: { zips: 250, prefixes: ['030', '031', '032', '033', '034', '038'], foreign: '05401' },
  NJ: {
    zips: 600,
    prefixes: ['070', '071', '072', '073', '076', '077', '080', '085', '088'],
    foreign: '19104',
  },
  NY: { zips: 1794, prefixes: Array.from({ length: 50 }, (_, n) => String(100 + n)), foreign: '07030' },
  PA: { zips: 1800, prefixes: Array.from({ length: 47 }, (_, n) => String(150 + n)), foreign: '10001' },
  RI: { zips: 77, prefixes: ['028', '029'], foreign: '06103' },
  VT: { zips: 255, prefixes: ['050', '051', '052', '053', '054', '056', '057'], foreign: '03820' },
};

function shapeOf(state: AddressState): Shape {
  const known = shapes[state];
  if (known) return known;
  const prefixes = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));
  return {
    zips: 300,
    prefixes: prefixes.filter((prefix) => stateOfZip(`${prefix}01`) === state),
    foreign: '99501',
  };
}

interface Zip {
  code: string;
  city: string;
  county: string;
  streets: string[];
  /** Sum of the shares up to and with this one. */
  upTo: number;
}

function zipsOf(state: AddressState, rows: number, random: () => number): Zip[] {
  const shape = shapeOf(state);
  const count = Math.max(2, Math.min(shape.zips, Math.ceil(rows / 40)));
  const sizes = Array.from({ length: count }, () => Math.exp(normal(random)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let upTo = 0;
  return sizes.map((size, index): Zip => {
    upTo += size / total;
    const prefix = shape.prefixes[index % shape.prefixes.length] ?? '';
    const number = (Math.floor(index / shape.prefixes.length) * 7 + 1) % 100;
    const streets = Math.max(2, Math.ceil(((size / total) * rows) / 15));
    return {
      code: prefix + String(number).padStart(2, '0'),
      city: `${stateNames[state]} City ${index}`,
      county: `County ${index % 9}`,
      streets: Array.from({ length: streets }, (_, street) => streetName(street, random)),
      upTo,
    };
  });
}

const names = 'Maple,Oak,Washington,Main,Church,Mill,Elm,Spring,Highland,Prospect,River,School'.split(',');
const kinds = 'ST,AVE,RD,LN,DR,CT,PL,TER'.split(',');

function streetName(index: number, random: () => number): string {
  const name = `${names[index % names.length]} ${kinds[Math.floor(random() * kinds.length)]}`.toUpperCase();
  return index < names.length ? name : `${Math.floor(index / names.length)} ${name}`;
}

interface Row {
  zip: Zip;
  random: () => number;
  dirt: number;
  quotes: Quotes;
  isInOneColumn: boolean;
  state: AddressState;
  row: number;
}

const STREET = 3;

function lineOf({ zip, random, dirt, quotes, isInOneColumn, state, row }: Row): string {
  const fields = {
    number: String(1 + Math.floor(random() * 400)),
    street: zip.streets[Math.floor(random() * zip.streets.length)] ?? '',
    unit: random() < 0.14 ? `APT ${1 + Math.floor(random() * 40)}` : '',
    city: zip.city,
    zip: zip.code,
    region: state,
    tail: '',
  };
  const cells = () => [
    `-7${(1 + random() * 3).toFixed(6)}`,
    `4${(1 + random() * 4).toFixed(6)}`,
    ...(isInOneColumn
      ? [`${fields.number} ${fields.street} ${fields.unit}`.trim()]
      : [fields.number, fields.street, fields.unit]),
    fields.city,
    zip.county,
    fields.region,
    fields.zip,
    String(row),
    hex(random),
  ];
  const isQuoted = (column: number) => quotes === 'all' || (quotes === 'street' && column === STREET);
  const line = () =>
    cells()
      .map((cell, column) => (isQuoted(column) ? inQuotes(cell) : cell))
      .join(',') + fields.tail;
  if (random() >= dirt) return line();
  const oddity = oddities[Math.floor(random() * oddities.length)];
  return oddity?.(fields, line, shapeOf(state).foreign) ?? line();
}

const inQuotes = (cell: string) => (cell.startsWith('"') ? cell : `"${cell.replaceAll('"', '""')}"`);

type Fields = Record<'number' | 'street' | 'unit' | 'city' | 'zip' | 'region' | 'tail', string>;
type Oddity = (fields: Fields, line: () => string, foreign: string) => string | void;

const set =
  (change: (fields: Fields, foreign: string) => Partial<Fields>): Oddity =>
  (fields, _line, foreign) => {
    Object.assign(fields, change(fields, foreign));
  };

const oddities: readonly Oddity[] = [
  set(({ zip }) => ({ zip: String(Number(zip)) })),
  set(({ zip }) => ({ zip: `${zip}-1234` })),
  set(({ zip }) => ({ zip: `${zip}.0` })),
  set(() => ({ zip: '' })),
  set(() => ({ zip: '0X1' })),
  set((_, foreign) => ({ zip: foreign })),
  set((_, foreign) => ({ zip: foreign, region: 'TX' })),
  set(() => ({ number: '' })),
  set(() => ({ street: '' })),
  set(({ number }) => ({ number: `37-${number}` })),
  set(({ number }) => ({ number: `${number} 1/2` })),
  set(({ number }) => ({ number: `${number}a` })),
  set(({ street }) => ({ street: ` ${street.toLowerCase()}  ` })),
  set(({ street }) => ({ street: `Rue d'Été ${street}` })),
  set(({ city }) => ({ city: `"${city}, Town of"` })),
  set(({ unit }) => ({ unit: `"FL 2\r\n${unit}"` })),
  set(({ unit }) => ({ unit: `"the ""old"" mill ${unit}"` })),
  set(() => ({ unit: '5" PIPE' })),
  set(() => ({ tail: ',one,too many' })),
  () => '-72.1,41.2,12',
  set(() => ({ street: 'NULL' })),
];

function pick(zips: readonly Zip[], share: number): Zip {
  let low = 0;
  let high = zips.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((zips[middle]?.upTo ?? 1) < share) low = middle + 1;
    else high = middle;
  }
  const zip = zips[low];
  if (!zip) throw new Error('A state file needs ZIP codes');
  return zip;
}

const hex = (random: () => number) =>
  Math.floor(random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** mulberry32: small, fast and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
