import { InvalidFileError } from '../read/invalid-file.ts';
import { countyName } from '../rows/county-fips.ts';
import { normalizeText } from '../rows/address-text.ts';
import type { ZipPlace } from './zip-document.ts';
import type { ByteSpan } from '../rows/byte-table.ts';

/** A ZIP code that a scan has met. */
export interface ZipGroup {
  code: string;
  /** Its place among them. */
  index: number;
  /** Each pair of a city and a county that its rows name. */
  named: Map<string, NamedPlace>;
  /** Of the row before: neighboring rows mostly agree. */
  last: NamedPlace;
}

interface NamedPlace {
  city: Uint8Array;
  county: Uint8Array;
  rows: number;
}

const nowhere = (): NamedPlace => ({ city: new Uint8Array(), county: new Uint8Array(), rows: 0 });

export function newZipGroup(code: string, index: number): ZipGroup {
  return { code, index, named: new Map(), last: nowhere() };
}

/** Counts a row's city and county as it spells them. */
export function countPlace(group: ZipGroup, { city, county }: { city: ByteSpan; county: ByteSpan }): void {
  if (!isSame(group.last.city, city) || !isSame(group.last.county, county)) {
    const place = { city: bytesOf(city), county: bytesOf(county), rows: 0 };
    const key = `${place.city.toString('latin1')}\n${place.county.toString('latin1')}`;
    group.last = group.named.get(key) ?? place;
    group.named.set(key, group.last);
    if (group.named.size > MAX_PLACES)
      throw new InvalidFileError(
        `ZIP code ${group.code} alone has thousands of cities. This does not look like an address file.`,
      );
  } else if (group.named.size === 0) return;
  group.last.rows++;
}

const MAX_PLACES = 100_000;

const bytesOf = ({ bytes, from, to }: ByteSpan) => Buffer.from(bytes.subarray(from, to));

function isSame(text: Uint8Array, { bytes, from, to }: ByteSpan): boolean {
  const { length } = text;
  if (length !== to - from) return false;
  for (let at = 0; at < length; at++) if (text[at] !== bytes[from + at]) return false;
  return true;
}

/** Fewer of its rows than this share are rather a mistake than the edge of a county. */
const COUNTY_SHARE = 0.01;

/** What most of its rows say, and the other counties it reaches into. */
export function placeOf(
  group: ZipGroup,
  state: string,
  countyNames: ReadonlyMap<string, string> = new Map(),
): ZipPlace {
  const places = [...group.named.values()];
  const rowsBy = (of: 'city' | 'county', nameOf: (text: string) => string) =>
    byRows(
      places.map((place) => ({
        text: nameOf(normalizeText(Buffer.from(place[of]).toString())),
        rows: place.rows,
      })),
    );
  const [city = { text: '' }] = rowsBy('city', (text) => text);
  const [county = { text: '', rows: 0 }, ...others] = rowsBy('county', (text) => {
    const name = countyName(text, state);
    return countyNames.get(text) ?? countyNames.get(name) ?? name;
  });
  const all = others.reduce((sum, { rows }) => sum + rows, county.rows);
  const counties = others.filter(({ rows }) => rows >= all * COUNTY_SHARE).map(({ text }) => text);
  return {
    code: group.code,
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
