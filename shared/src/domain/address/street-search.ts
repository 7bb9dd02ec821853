/** Why an address is offered for what was typed, from the closest on. */
export type StreetRule = 'begins' | 'contains' | 'words' | 'spelling';

interface StreetMatch {
  address: string;
  rule: StreetRule;
}

const MOST_SHOWN = 50;

/**
 * Searches the addresses of one ZIP code, each a house number and a street as the import writes them. Numbers and
 * streets are taken apart once: a state's largest ZIP code has 37,000 addresses and 2,500 streets.
 */
export function streetSearch(addresses: readonly string[]): (typed: string) => StreetMatch[] {
  const streets = new Map<string, Street>();
  for (const address of addresses) {
    const { number, street: name } = splitNumber(address);
    const street = streets.get(name) ?? { words: wordsOf(name), addresses: [] };
    streets.set(name, street);
    street.addresses.push({ number, address });
  }
  const words = new Set([...streets.values()].flatMap((street) => street.words));
  const index: Index = { streets: [...streets.values()], words: [...words] };

  return (typed) => {
    const text = normalizeStreet(typed);
    if (text === '') return [];
    const found = new Map<string, StreetRule>();
    const add = (rule: StreetRule, more: Iterable<string>) => {
      if (found.size >= MOST_SHOWN) return;
      for (const address of more) {
        if (!found.has(address)) found.set(address, rule);
        if (found.size >= MOST_SHOWN) return;
      }
    };
    add(
      'begins',
      filtered(addresses, (address) => address.startsWith(text)),
    );
    // What is already chosen needs no list of itself.
    if (found.size === 1 && found.has(text)) return [];
    add(
      'contains',
      filtered(addresses, (address) => address.includes(text)),
    );
    const wanted = wantedBy(text);
    add('words', byStreet(index, wanted, startsWith));
    if (found.size === 0) add('spelling', byStreet(index, wanted, isMisspelled));
    return [...found].map(([address, rule]) => ({ address, rule }));
  };
}

/** As the import writes a street: trimmed, inner spaces collapsed, upper case. */
export function normalizeStreet(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toUpperCase();
}

interface Street {
  words: readonly string[];
  addresses: { number: string; address: string }[];
}

interface Index {
  streets: readonly Street[];
  /** Each word of a street once: a few thousand, however many addresses there are. */
  words: readonly string[];
}

interface Wanted {
  /** Empty when none was typed. */
  number: string;
  words: readonly string[];
}

function* filtered(addresses: readonly string[], keep: (address: string) => boolean): Generator<string> {
  for (const address of addresses) if (keep(address)) yield address;
}

type Fits = (typed: string, own: string) => boolean;

/**
 * Streets with every word, in any order; files often lack the direction that people write. The right number first,
 * then those that begin with it.
 */
function* byStreet({ streets, words: all }: Index, { number, words }: Wanted, fits: Fits): Generator<string> {
  const named = words.filter((word) => !directions.has(word));
  if (named.length === 0) return;
  const alternatives = named.map((typed) => new Set(all.filter((own) => fits(typed, own))));
  const fitting = streets.filter((street) =>
    alternatives.every((fit) => street.words.some((own) => fit.has(own))),
  );
  if (number !== '') yield* numbered(fitting, (own) => own === number);
  yield* numbered(fitting, (own) => own.startsWith(number));
}

function* numbered(streets: readonly Street[], is: (number: string) => boolean): Generator<string> {
  for (const { addresses } of streets)
    for (const { number, address } of addresses) if (is(number)) yield address;
}

const unit = /(?:^|\s)(?:(?:APT|APARTMENT|UNIT|STE|SUITE|RM|ROOM|FL|FLOOR)\.?\s+#?[\w-]+|#\s*[\w-]+)$/;
const numberWord = /^\d+(?:-\d+)?[A-Z]?$/;
const fraction = /^\d+\/\d+$/;
const punctuation = /[.,]/g;

/** `ELM 18` and `18 N ELM ST APT 4` want number 18: the first word that can be one, unless it begins a street's name. */
function wantedBy(text: string): Wanted {
  const words = text.replaceAll(punctuation, ' ').trim().replace(unit, '').split(/\s+/);
  const at = words.findIndex((word) => numberWord.test(word));
  if (at < 0) return { number: '', words: canonical(words) };
  const half = fraction.test(words[at + 1] ?? '') ? ` ${words[at + 1]}` : '';
  const others = words.filter((_word, index) => index !== at && !(half !== '' && index === at + 1));
  return { number: `${words[at]}${half}`, words: canonical(others) };
}

function splitNumber(address: string): { number: string; street: string } {
  const [, number = '', street = address] = /^(\d[^ ]*(?: \d+\/\d+)?) (.+)$/.exec(address) ?? [];
  return { number, street };
}

const wordsOf = (street: string) => canonical(street.replaceAll(punctuation, ' ').split(' '));

const canonical = (words: readonly string[]) =>
  words.filter((word) => word !== '').map((word) => shortForms.get(word) ?? word);

/** Street types and directions as the Postal Service abbreviates them (Publication 28, appendix C). */
const shortForms = new Map(
  Object.entries({
    ALLEY: 'ALY',
    AVENUE: 'AVE',
    AV: 'AVE',
    BOULEVARD: 'BLVD',
    CIRCLE: 'CIR',
    COURT: 'CT',
    CROSSING: 'XING',
    DRIVE: 'DR',
    EXTENSION: 'EXT',
    HEIGHTS: 'HTS',
    HIGHWAY: 'HWY',
    LANE: 'LN',
    MOUNT: 'MT',
    PARKWAY: 'PKWY',
    PLACE: 'PL',
    ROAD: 'RD',
    ROUTE: 'RTE',
    SAINT: 'ST',
    SQUARE: 'SQ',
    STREET: 'ST',
    TERRACE: 'TER',
    TERR: 'TER',
    TURNPIKE: 'TPKE',
    NORTH: 'N',
    EAST: 'E',
    SOUTH: 'S',
    WEST: 'W',
    NORTHEAST: 'NE',
    NORTHWEST: 'NW',
    SOUTHEAST: 'SE',
    SOUTHWEST: 'SW',
  }),
);
const directions = new Set(['N', 'E', 'S', 'W', 'NE', 'NW', 'SE', 'SW']);

const startsWith: Fits = (typed, own) => own.startsWith(typed);

/** One slip in a word of four letters, two in one of seven; the beginning of a longer word counts as the word. */
function isMisspelled(typed: string, own: string): boolean {
  if (own.startsWith(typed)) return true;
  const most = Math.min(2, Math.floor((typed.length - 1) / 3));
  return most > 0 && Math.abs(typed.length - own.length) <= most && slips(typed, own) <= most;
}

/** Letters wrong, missing, too many or swapped (optimal string alignment). */
function slips(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next[to] = Math.min(
        (next[to - 1] ?? 0) + 1,
        (row[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
