import { normalizeText } from '../rows/address-text.ts';
import type { NamedPlace } from '../table/address-table.ts';
import { countyName } from '../rows/county-fips.ts';
import type { ZipPlace } from './zip-document.ts';

/** Fewer of its rows than this share are rather a mistake than the edge of a county. */
const COUNTY_SHARE = 0.01;

/** What most of its rows say, and the other counties it reaches into. */
export function placeOf(
  code: string,
  places: readonly NamedPlace[],
  { state, countyNames = new Map() }: { state: string; countyNames?: ReadonlyMap<string, string> },
): ZipPlace {
  const rowsBy = (of: 'city' | 'county', nameOf: (text: string) => string) =>
    byRows(places.map((place) => ({ text: nameOf(normalizeText(place[of])), rows: place.rows })));
  const [city = { text: '' }] = rowsBy('city', (text) => text);
  const [county = { text: '', rows: 0 }, ...others] = rowsBy('county', (text) => {
    const name = countyName(text, state);
    return countyNames.get(text) ?? countyNames.get(name) ?? name;
  });
  const all = others.reduce((sum, { rows }) => sum + rows, county.rows);
  const counties = others.filter(({ rows }) => rows >= all * COUNTY_SHARE).map(({ text }) => text);
  return {
    code,
    city: city.text,
    county: county.text,
    ...(counties.length > 0 && { counties: counties.toSorted((a, b) => (a < b ? -1 : 1)) }),
  };
}

/** Each text once, the most frequent first. Ties go by the alphabet, so that the order of rows never matters. */
function byRows(texts: readonly { text: string; rows: number }[]): { text: string; rows: number }[] {
  const counts = new Map<string, number>();
  // Blanks do not count.
  for (const { text, rows } of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + rows);
  return [...counts]
    .map(([text, rows]) => ({ text, rows }))
    .toSorted((a, b) => b.rows - a.rows || (a.text < b.text ? -1 : 1));
}
