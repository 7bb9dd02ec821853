import { InvalidFileError } from '../read/invalid-file.ts';
import { countyName } from '../rows/county-fips.ts';
import { normalizeText } from '../rows/address-text.ts';
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

/** What most of its rows say. */
export function placeOf(group: ZipGroup, state: string): { code: string; city: string; county: string } {
  const places = [...group.named.values()];
  const texts = (of: 'city' | 'county') =>
    places.map((place) => ({ text: normalizeText(Buffer.from(place[of]).toString()), rows: place.rows }));
  return {
    code: group.code,
    city: mostFrequent(texts('city')),
    county: mostFrequent(texts('county').map(({ text, rows }) => ({ text: countyName(text, state), rows }))),
  };
}

/** Ties go by the alphabet, so that the order of rows never matters; blanks do not count. */
function mostFrequent(texts: readonly { text: string; rows: number }[]): string {
  const counts = new Map<string, number>();
  for (const { text, rows } of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + rows);
  let best = '';
  let most = 0;
  for (const [text, times] of counts)
    if (times > most || (times === most && text < best)) {
      best = text;
      most = times;
    }
  return best;
}
