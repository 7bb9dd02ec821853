/** A street in the Postal Service's short forms, split into direction, name and type. */
export interface StreetParts {
  direction: string;
  /** Whether the direction follows the name. */
  isBehind: boolean;
  name: readonly string[];
  type: string;
}

/** Normalizes a street to the form that the import writes: trimmed, single spaces, upper case. */
export function normalizeStreet(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toUpperCase();
}

/** Returns the words without punctuation; house numbers keep their hyphens. */
export function wordsOf(text: string): string[] {
  return normalizeStreet(text)
    .replaceAll(/['’]/g, '')
    .replaceAll(/[.,;]|(?<=[A-Z])-|-(?=[A-Z])/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

export const shortForm = (word: string): string => shortForms.get(word) ?? word;

export function streetParts(words: readonly string[]): StreetParts {
  const name = words.map(shortForm);
  const behind = name.length > 2 ? takeIf(directions, name, 'last') : '';
  const type = takeIf(types, name, 'last');
  const before = behind === '' ? takeIf(directions, name, 'first') : '';
  return { direction: behind || before, isBehind: behind !== '', name, type };
}

/** Takes no word that would leave an empty name: there are streets called North, Court and Park. */
function takeIf(known: ReadonlySet<string>, name: string[], place: 'first' | 'last'): string {
  const word = name.at(place === 'first' ? 0 : -1) ?? '';
  if (name.length < 2 || !known.has(word)) return '';
  name.splice(place === 'first' ? 0 : -1, 1);
  return word;
}

/** Directions and street types with the Postal Service's abbreviations (Publication 28, appendix C). */
// oxfmt-ignore
const directionForms = {
  NORTH: 'N', EAST: 'E', SOUTH: 'S', WEST: 'W', NORTHEAST: 'NE', NORTHWEST: 'NW', SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
};
// oxfmt-ignore
const typeForms = {
  ALLEY: 'ALY', AVENUE: 'AVE', AV: 'AVE', BOULEVARD: 'BLVD', CIRCLE: 'CIR', COURT: 'CT', COVE: 'CV',
  CROSSING: 'XING', DRIVE: 'DR', DRV: 'DR', EXTENSION: 'EXT', HIGHWAY: 'HWY', LANE: 'LN', PARKWAY: 'PKWY',
  PLACE: 'PL', ROAD: 'RD', SQUARE: 'SQ', STREET: 'ST', STR: 'ST', TERRACE: 'TER', TERR: 'TER', TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
};
// oxfmt-ignore
const nameForms = {
  FORT: 'FT', HEIGHTS: 'HTS', MOUNT: 'MT', MOUNTAIN: 'MTN', ROUTE: 'RTE', RT: 'RTE', SAINT: 'ST',
  FIRST: '1ST', SECOND: '2ND', THIRD: '3RD', FOURTH: '4TH', FIFTH: '5TH', SIXTH: '6TH', SEVENTH: '7TH',
  EIGHTH: '8TH', NINTH: '9TH', TENTH: '10TH',
};
const shortForms = new Map(Object.entries({ ...directionForms, ...typeForms, ...nameForms }));
const directions = new Set(Object.values(directionForms));
const types = new Set([...Object.values(typeForms), 'WAY', 'LOOP', 'PATH', 'PIKE', 'ROW', 'RUN']);

/** The full forms of directions and street types, which a misspelled or unfinished word is compared with. */
export const fullForms: readonly string[] = Object.keys({ ...directionForms, ...typeForms }).filter(
  (word) => word.length > 3,
);

export const isShortForm = (word: string): boolean => directions.has(word) || types.has(word);
