import { countyName } from '../rows/county-fips.ts';
import { normalizeText } from '../rows/address-text.ts';

/** A ZIP code that a scan has met. */
export interface ZipGroup {
  code: string;
  /** Its place among them. */
  index: number;
  cities: Tally;
  counties: Tally;
}

export function newZipGroup(code: string, index: number): ZipGroup {
  return { code, index, cities: newTally(), counties: newTally() };
}

/** What most of its rows say. */
export function placeOf(group: ZipGroup, state: string): { code: string; city: string; county: string } {
  return {
    code: group.code,
    city: mostFrequent(group.cities, normalizeText),
    county: mostFrequent(group.counties, (text) => countyName(normalizeText(text), state)),
  };
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
