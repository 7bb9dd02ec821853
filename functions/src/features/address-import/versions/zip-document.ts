import { createHash } from 'node:crypto';
import * as z from 'zod';

/**
 * A street with its house numbers: plain ones ascending as differences in base 36 (`146 147 149` is `42 1 2`), the
 * others as they are, sorted.
 */
const StreetNumbers = z.union([
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.array(z.string())]),
]);
type StreetNumbers = z.infer<typeof StreetNumbers>;

/** The addresses of one ZIP code: the same rows in any order give the same bytes. */
export const ZipContent = z.object({
  code: z.string(),
  city: z.string(),
  county: z.string(),
  /** Others that it reaches into; absent without any. */
  counties: z.array(z.string()).optional(),
  n: z.number().int(),
  s: z.array(StreetNumbers),
});
export type ZipContent = z.infer<typeof ZipContent>;

export interface StreetAddresses {
  street: string;
  /** Ascending, each once. */
  plain: readonly number[];
  /** In any order, each once. */
  others: readonly string[];
}

export type ZipPlace = Pick<ZipContent, 'code' | 'city' | 'county' | 'counties'>;

export function zipContent(zip: ZipPlace, streets: Iterable<StreetAddresses>): ZipContent {
  let n = 0;
  const s: StreetNumbers[] = [];
  for (const { street, plain, others } of streets) {
    n += plain.length + others.length;
    const text = encodeNumbers(plain);
    s.push(others.length > 0 ? [street, text, others.toSorted(byCodeUnit)] : [street, text]);
  }
  s.sort((a, b) => byCodeUnit(a[0], b[0]));
  return { ...zip, n, s };
}

/** Both files' addresses; city and first county are those of the one that knows more addresses here. */
export function uniteZips(one: ZipContent, other: ZipContent): ZipContent {
  const streets = new Map<string, { plain: Set<number>; others: Set<string> }>();
  for (const [street, text, others = []] of [...one.s, ...other.s]) {
    const known = streets.get(street) ?? { plain: new Set(), others: new Set() };
    streets.set(street, known);
    for (const number of decodeNumbers(text)) known.plain.add(number);
    for (const number of others) known.others.add(number);
  }
  return zipContent(
    unitedPlace(one, other),
    [...streets].map(([street, { plain, others }]) => ({
      street,
      plain: [...plain].toSorted((a, b) => a - b),
      others: [...others],
    })),
  );
}

function unitedPlace(one: ZipContent, other: ZipContent): ZipPlace {
  const places = [one, other].toSorted(
    (a, b) => b.n - a.n || byCodeUnit(JSON.stringify(a), JSON.stringify(b)),
  );
  const first = (field: 'city' | 'county') =>
    places.map((zip) => zip[field]).find((text) => text !== '') ?? '';
  const county = first('county');
  const named = new Set(places.flatMap((zip) => [zip.county, ...(zip.counties ?? [])]));
  const counties = [...named].filter((text) => text !== '' && text !== county).toSorted(byCodeUnit);
  return { code: one.code, city: first('city'), county, ...(counties.length > 0 && { counties }) };
}

/** Its streets are made each time they are asked for: as objects those of a state would take a gigabyte. */
export interface NamedZip extends Omit<ZipContent, 's'> {
  /** First 16 hex digits over the content: two documents with it are the same. */
  hash: string;
  /** Of its JSON. */
  bytes: number;
  content: () => ZipContent;
}

/** `content` makes the same each time. */
export function nameZip(content: () => ZipContent): NamedZip {
  const { s, ...zip } = content();
  const json = Buffer.from(JSON.stringify({ ...zip, s }));
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 16);
  return { ...zip, hash, bytes: json.length, content };
}

/** For what cannot be made again. */
export function keepZip(content: ZipContent): NamedZip {
  const json = Buffer.from(JSON.stringify(content));
  return nameZip(() => ZipContent.parse(JSON.parse(json.toString())));
}

/** As a literal that comes so often, V8 would at some time make each to stay, and what it holds is free much later. */
export const listOf = <T extends unknown[]>(...items: T): T => items;

/** Every address as one line, street by street, numbers ascending. */
export function addressLines(content: ZipContent): string[] {
  return content.s.flatMap(([street, text, others = []]) => [
    ...decodeNumbers(text).map((number) => `${number} ${street}`),
    ...others.map((number) => `${number} ${street}`),
  ]);
}

function encodeNumbers(plain: readonly number[]): string {
  let text = '';
  let before = 0;
  for (const number of plain) {
    text += text === '' ? inBase36(number - before) : ` ${inBase36(number - before)}`;
    before = number;
  }
  return text;
}

const small = Array.from({ length: 1296 }, (_, number) => number.toString(36));

const inBase36 = (number: number) => small[number] ?? number.toString(36);

export function decodeNumbers(text: string): number[] {
  if (text === '') return [];
  let number = 0;
  return text.split(' ').map((difference) => (number += Number.parseInt(difference, 36)));
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
