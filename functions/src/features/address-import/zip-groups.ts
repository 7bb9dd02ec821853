import { countyName } from './county-fips.ts';
import { normalizeText } from './address-text.ts';
import { zipContent, type ZipContent } from './zip-document.ts';

/** What a scan gathers of one ZIP code. */
export interface ZipGroup {
  code: string;
  /** By the text of the file: spellings of one street share an entry. */
  bySpelling: Map<string, StreetGroup>;
  byName: Map<string, StreetGroup>;
  cities: Tally;
  counties: Tally;
}

export interface StreetGroup {
  street: string;
  plain: number[];
  others: string[];
}

export function newZipGroup(code: string): ZipGroup {
  return {
    code,
    bySpelling: new Map(),
    byName: new Map(),
    cities: newTally(),
    counties: newTally(),
  };
}

/** Undefined for a text that is no street. */
export function streetOf(group: ZipGroup, text: string): StreetGroup | undefined {
  const known = group.bySpelling.get(text);
  if (known) return known;
  const name = normalizeText(text);
  if (name === '') return undefined;
  const street = group.byName.get(name) ?? { street: name, plain: [], others: [] };
  group.byName.set(name, street);
  group.bySpelling.set(text, street);
  return street;
}

export function closeZipGroup(group: ZipGroup, state: string): ZipContent {
  return zipContent(
    {
      code: group.code,
      city: mostFrequent(group.cities, normalizeText),
      county: mostFrequent(group.counties, (text) => countyName(normalizeText(text), state)),
    },
    group.byName.values(),
  );
}

/** How often each text came; neighbouring rows mostly agree, so the last one is at hand. */
interface Tally {
  last: { text: string; count: number };
  all: Map<string, { text: string; count: number }>;
}

function newTally(): Tally {
  return { last: { text: '', count: 0 }, all: new Map() };
}

export function count(tally: Tally, text: string): void {
  if (tally.last.text === text) {
    tally.last.count++;
    return;
  }
  const known = tally.all.get(text) ?? { text, count: 0 };
  tally.all.set(text, known);
  known.count++;
  tally.last = known;
}

/** Ties go by the alphabet, so that the order of rows never matters; blanks do not count. */
function mostFrequent(tally: Tally, normalize: (text: string) => string): string {
  const counts = new Map<string, number>();
  for (const { text, count: times } of tally.all.values()) {
    const normal = normalize(text);
    if (normal !== '') counts.set(normal, (counts.get(normal) ?? 0) + times);
  }
  let best = '';
  let most = 0;
  for (const [text, times] of counts)
    if (times > most || (times === most && text < best)) {
      best = text;
      most = times;
    }
  return best;
}
