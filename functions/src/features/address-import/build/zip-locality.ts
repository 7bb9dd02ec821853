import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { lastLine, normalizeText } from '../parse/address-text.ts';
import type { NamedLocality } from '../table/address-table.ts';
import { countyName } from '../places/county-fips.ts';
import type { ZipLocality } from './zip-document.ts';

/** A county with a smaller share of the rows is probably a mistake. */
const COUNTY_SHARE = 0.01;

/** Takes city and county as a pair from the rows, and lists the other counties of the ZIP code. */
export function localityOf(
  code: string,
  localities: readonly NamedLocality[],
  { state, countyNames = new Map() }: { state: AddressState; countyNames?: ReadonlyMap<string, string> },
): ZipLocality {
  const named = localities.map((each) => ({
    city: cityName(each.city),
    county: shownCounty(normalizeText(each.county), { state, countyNames }),
    rows: each.rows,
  }));
  const pairs = named.filter(({ city, county }) => city !== '' && county !== '');
  const paired = new Set(pairs.map(({ city }) => city));
  const ranked = byRows(named.map(({ city, rows }) => ({ text: city, rows })));
  const { text: city } = ranked.find(({ text }) => paired.has(text)) ?? ranked[0] ?? { text: '' };
  const together = new Set(pairs.filter((pair) => pair.city === city).map(({ county }) => county));
  const counties = byRows(named.map(({ county, rows }) => ({ text: county, rows })));
  const { text: county } = counties.find(({ text }) => together.has(text)) ?? counties[0] ?? { text: '' };
  const all = counties.reduce((sum, { rows }) => sum + rows, 0);
  const others = counties
    .filter(({ text, rows }) => text !== county && rows >= all * COUNTY_SHARE)
    .map(({ text }) => text);
  return {
    code,
    city,
    county,
    ...(others.length > 0 && { counties: others.toSorted((a, b) => (a < b ? -1 : 1)) }),
  };
}

/** `COLONIE (TOWN)` tells a town from the village within it. */
const kindOfPlace = / \((?:TOWN|CITY|VILLAGE|BOROUGH|TOWNSHIP|T|C|V|B)\)$/;

function cityName(text: string): string {
  const city = normalizeText(text).replace(kindOfPlace, '');
  return lastLine(city)?.city ?? city;
}

function shownCounty(
  text: string,
  { state, countyNames }: { state: AddressState; countyNames: ReadonlyMap<string, string> },
): string {
  const name = countyName(text, state);
  return countyNames.get(text) ?? countyNames.get(name) ?? name;
}

/** The most frequent text comes first. Ties are alphabetical, so that the order of rows never matters. */
function byRows(texts: readonly { text: string; rows: number }[]): { text: string; rows: number }[] {
  const counts = new Map<string, number>();
  // Blanks do not count.
  for (const { text, rows } of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + rows);
  return [...counts]
    .map(([text, rows]) => ({ text, rows }))
    .toSorted((a, b) => b.rows - a.rows || (a.text < b.text ? -1 : 1));
}
