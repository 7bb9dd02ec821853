import type { Randomness } from '@handoff/local/seed/randomness';

// Writes the addresses of a town as a municipality might publish them: their parts in one to nine columns, under the usual
// names of such columns. It knows nothing of the reader.

interface Address {
  number: string;
  direction: string;
  name: string;
  type: string;
  unit: string;
  city: string;
  zip: string;
}

export interface ArrangedFile {
  text: string;
  /** Each address as it has to be stored, with its ZIP code. */
  expected: readonly string[];
}

type Part = 'number' | 'direction' | 'name' | 'type' | 'unit' | 'city' | 'state' | 'zip';

/** The usual names of a column, by the parts that it holds. */
const columnNames: Partial<Record<string, readonly string[]>> = {
  number: [
    'NUMBER',
    'HOUSE_NUMBER',
    'AddressNumber',
    'Add_Number',
    'ADDR_NUM',
    'ADDRNUM',
    'STREET_NO',
    'HouseNo',
  ],
  direction: [
    'PREDIR',
    'PreDirectional',
    'street_direction',
    'ST_PREDIR',
    'STREET_DIR',
    'DIRECTION',
    'PRE_DIR',
  ],
  name: ['STREET', 'StreetName', 'street_name', 'ST_NAME', 'STNAME'],
  type: [
    'PostType',
    'street_designation',
    'StType',
    'STREET_TYPE',
    'STREET_SUFFIX',
    'ST_TYPE',
    'SUFFIX',
    'POST_TYPE',
  ],
  unit: ['UNIT', 'Apt', 'SubAddress', 'UNITID', 'UNIT_NUM', 'Apartment', 'SUITE'],
  city: ['CITY', 'Town', 'MUNICIPALITY', 'Post_City', 'CityName'],
  state: ['STATE', 'State', 'STATE_CODE'],
  zip: ['ZIP', 'ZipCode', 'ZIP_CODE', 'POSTCODE', 'zip5', 'Zip_Code'],
  'direction name type': ['STREET', 'StreetName', 'FULL_STREET_NAME', 'ST_FULL', 'street_name', 'FULLNAME'],
  'direction name': ['STREET', 'street_name'],
  'name type': ['STREET', 'StreetName', 'ST_NAME'],
  'number direction name type': ['ADDRESS', 'STREET_ADDRESS', 'Address', 'SITE_ADDR', 'ADDR', 'STREET'],
  'number direction name type unit': ['ADDRESS', 'full_address', 'FULL_ADDR', 'Location', 'Street Address'],
  'direction name type unit': ['STREET', 'street_name'],
  'number direction name type unit city state zip': ['ADDRESS', 'full_address', 'FULL_ADDRESS', 'Location'],
  'number direction name type city state zip': ['ADDRESS', 'full_address', 'Mailing'],
  'city state zip': ['CITY_STATE_ZIP', 'CSZ', 'LAST_LINE'],
};

/** The parts in their columns. */
const arrangements: readonly (readonly string[])[] = [
  ['number', 'direction', 'name', 'type', 'unit', 'city', 'state', 'zip'],
  ['number', 'direction', 'name', 'type', 'city', 'zip'],
  ['number', 'name', 'type', 'direction', 'zip'],
  ['number', 'direction', 'name type', 'zip'],
  ['number', 'direction name', 'type', 'city', 'state', 'zip'],
  ['number', 'direction name type', 'unit', 'city', 'state', 'zip'],
  ['number', 'direction name type', 'zip'],
  ['number', 'direction name type unit', 'city', 'zip'],
  ['number direction name type', 'city', 'state', 'zip'],
  ['number direction name type', 'unit', 'zip'],
  ['number direction name type unit', 'city', 'state', 'zip'],
  ['number direction name type unit', 'zip'],
  ['number direction name type unit city state zip'],
  ['number direction name type city state zip'],
  ['number direction name type unit city state zip', 'zip'],
  ['number direction name type', 'city state zip'],
  ['number', 'direction name type', 'city state zip'],
  ['number direction name type unit city state zip', 'number', 'direction', 'name', 'type', 'zip'],
  ['number direction name type', 'number', 'direction', 'name', 'type', 'unit', 'city', 'state', 'zip'],
];

const types = ['ST', 'AVE', 'RD', 'LN', 'DR', 'CT', 'PL', 'TER', 'CIR', 'BLVD', 'WAY', 'HWY', 'PKWY', ''];
const typeWords: Record<string, string> = {
  ST: 'STREET',
  AVE: 'AVENUE',
  RD: 'ROAD',
  LN: 'LANE',
  DR: 'DRIVE',
};
const directions = ['N', 'S', 'E', 'W', '', '', ''];
const streetNames = [
  'BROAD',
  'MAIN',
  'ELM',
  '1ST',
  'ST JAMES',
  'OLD MILL',
  'COUNTY LINE',
  'PARK',
  'LOT',
  'CENTER',
];
const towns = [
  ['AVON', '06001'],
  ['BLOOMFIELD', '06002'],
  ['CANTON', '06019'],
  ['EAST GRANBY', '06026'],
  ['WEST SIMSBURY', '06092'],
] as const;

export function arrangedFile(random: Randomness): ArrangedFile {
  const style = {
    isMixedCase: random.chance(0.5),
    isSpelledOut: random.chance(0.2),
    hasCommas: random.chance(0.8),
    delimiter: drawnFrom(random, [',', ',', ';', '\t']),
    unitWord: drawnFrom(random, ['APT ', 'Apt ', 'UNIT ', '#', 'APT', 'STE ']),
    quotes: random.chance(0.3),
  };
  const columns = drawnFrom(random, arrangements).map((parts) => parts.split(' ').filter(isPart));
  const isShuffled = random.chance(0.3);
  const order = isShuffled ? columns.toSorted(() => random.fraction() - 0.5) : columns;
  const taken = new Set<string>();
  const header = order.map((parts) => {
    const free = (columnNames[parts.join(' ')] ?? ['x']).filter((name) => !taken.has(name.toLowerCase()));
    const name = drawnFrom(random, free);
    taken.add(name.toLowerCase());
    return name;
  });
  const hasUnits = columns.some((parts) => parts.includes('unit'));
  const addresses = Array.from({ length: random.between(60, 300) }, () => addressOf(random, style, hasUnits));
  const cell = (text: string) =>
    style.quotes || text.includes(style.delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const cased = (text: string) => (style.isMixedCase ? titled(text) : text);
  const lines = addresses.map((address) =>
    order.map((parts) => cell(cased(columnText(address, { parts, ...style })))).join(style.delimiter),
  );
  const expected = addresses.map(({ number, direction, name, type, zip }) =>
    [number, direction, name, type]
      .filter((part) => part !== '')
      .join(' ')
      .concat(` ${zip}`),
  );
  return { text: [header.join(style.delimiter), ...lines, ''].join('\n'), expected: [...new Set(expected)] };
}

interface Style {
  isSpelledOut: boolean;
  hasCommas: boolean;
  unitWord: string;
}

function addressOf(random: Randomness, { isSpelledOut, unitWord }: Style, hasUnits: boolean): Address {
  const [city, zip] = drawnFrom(random, towns);
  const number = String(random.between(1, 900));
  const type = drawnFrom(random, types);
  return {
    number: random.chance(0.04) ? `${number}A` : number,
    direction: drawnFrom(random, directions),
    name: drawnFrom(random, streetNames),
    type: isSpelledOut ? (typeWords[type] ?? type) : type,
    unit: hasUnits && random.chance(0.2) ? unitWord + drawnFrom(random, ['3', '12', 'B', '2C']) : '',
    city,
    zip,
  };
}

const isPart = (text: string): text is Part =>
  ['number', 'direction', 'name', 'type', 'unit', 'city', 'state', 'zip'].includes(text);

function columnText(address: Address, { parts, hasCommas }: { parts: readonly Part[] } & Style): string {
  const textOf = (part: Part) => (part === 'state' ? 'CT' : address[part]);
  const joined = (some: readonly Part[]) =>
    some
      .filter((part) => parts.includes(part))
      .map(textOf)
      .filter((text) => text !== '')
      .join(' ');
  const street = joined(['number', 'direction', 'name', 'type']);
  const last = [joined(['city']), joined(['state', 'zip'])]
    .filter((text) => text !== '')
    .join(hasCommas ? ', ' : ' ');
  return [street, joined(['unit']), last]
    .filter((text) => text !== '')
    .join(hasCommas && last !== '' ? ', ' : ' ');
}

const titled = (text: string) =>
  text.replaceAll(/[A-Z]+/g, (word, at: number) =>
    /\d$/.test(text.slice(0, at)) || word.length < 3 ? word : word.slice(0, 1) + word.slice(1).toLowerCase(),
  );

function drawnFrom<T>(random: Randomness, items: readonly T[]): T {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('Nothing to draw from');
  return item;
}
