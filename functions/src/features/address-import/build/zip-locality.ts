import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { normalizeText } from '../parse/address-text.ts';
import type { NamedLocality } from '../table/address-table.ts';
import { countyName } from './county-fips.ts';
import type { ZipLocality } from './zip-document.ts';

/** A county with a smaller share of the rows is probably a mistake. */
const COUNTY_SHARE = 0.01;

/** The city and county that most rows of the ZIP code name, and the other counties that it reaches into. */
export function localityOf(
  code: string,
  localities: readonly NamedLocality[],
  { state, countyNames = new Map() }: { state: AddressState; countyNames?: ReadonlyMap<string, string> },
): ZipLocality {
  const rowsBy = (field: 'city' | 'county', nameOf: (text: string) => string) =>
    byRows(localities.map((each) => ({ text: nameOf(normalizeText(each[field])), rows: each.rows })));
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

/** The most frequent text comes first. Ties are alphabetical, so that the order of rows never matters. */
function byRows(texts: readonly { text: string; rows: number }[]): { text: string; rows: number }[] {
  const counts = new Map<string, number>();
  // Blanks do not count.
  for (const { text, rows } of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + rows);
  return [...counts]
    .map(([text, rows]) => ({ text, rows }))
    .toSorted((a, b) => b.rows - a.rows || (a.text < b.text ? -1 : 1));
}
