import { createHash } from 'node:crypto';
import * as z from 'zod';

const TAB = '\t';
const LF = '\n';

/** In documents of earlier imports: street, plain numbers, others. */
const ListedStreets = z.array(z.tuple([z.string(), z.string()]).rest(z.array(z.string())));

/** The addresses of one ZIP code: the same rows in any order give the same bytes. */
export const ZipContent = z.object({
  code: z.string(),
  city: z.string(),
  county: z.string(),
  /** Others that it reaches into; absent without any. */
  counties: z.array(z.string()).optional(),
  n: z.number().int(),
  /**
   * A line of each street, sorted by their code points: its name, its plain house numbers ascending as differences in
   * base 36 (`146 147 149` is `42 1 2`), and the others sorted as well, with tabs between them. As lists of lists they
   * would cost several times the time and the memory.
   */
  s: z.union([
    z.string(),
    ListedStreets.transform((streets) => streets.map((street) => street.flat().join(TAB)).join(LF)),
  ]),
});
export type ZipContent = z.infer<typeof ZipContent>;

export interface StreetAddresses {
  street: string;
  /** Ascending, each once. */
  plain: readonly number[];
  /** Each once. */
  others: readonly string[];
}

export type ZipPlace = Pick<ZipContent, 'code' | 'city' | 'county' | 'counties'>;

export function zipContent(zip: ZipPlace, streets: Iterable<StreetAddresses>): ZipContent {
  const sorted = byCodePoints([...streets], ({ street }) => street);
  const n = sorted.reduce((sum, { plain, others }) => sum + plain.length + others.length, 0);
  const lines = sorted.map(({ street, plain, others }) =>
    [street, encodeNumbers(plain), ...byCodePoints(others, (text) => text)].join(TAB),
  );
  return { ...zip, n, s: lines.join(LF) };
}

/** As they are in a document. */
export function streetsIn({ s }: Pick<ZipContent, 's'>): StreetAddresses[] {
  if (s === '') return [];
  return s.split(LF).map((line) => {
    const [street = '', plain = '', ...others] = line.split(TAB);
    return { street, plain: decodeNumbers(plain), others };
  });
}

/** Both files' addresses; city and first county are those of the one that knows more addresses here. */
export function uniteZips(one: ZipContent, other: ZipContent): ZipContent {
  const streets = new Map<string, { plain: Set<number>; others: Set<string> }>();
  for (const { street, plain, others } of [...streetsIn(one), ...streetsIn(other)]) {
    const known = streets.get(street) ?? { plain: new Set(), others: new Set() };
    streets.set(street, known);
    for (const number of plain) known.plain.add(number);
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

/** The addresses of a ZIP code as bytes: how many, and their lines. */
export interface ZipAddresses {
  n: number;
  s: Buffer;
}

/** Its streets may be made each time they are asked for: those of a state would take too much memory at once. */
export interface NamedZip extends Omit<ZipContent, 's'> {
  /** First 16 hex digits over the content: two documents with it are the same. */
  hash: string;
  /** Of its streets. */
  bytes: number;
  content: () => ZipContent;
}

/** `addresses` makes the same each time; once is enough where its bytes are to be kept. */
export function nameZip(
  place: ZipPlace,
  addresses: () => ZipAddresses,
  isKept: (bytes: number) => boolean = () => false,
): NamedZip {
  const { n, s } = addresses();
  const about = { ...place, n };
  const hash = createHash('sha256').update(JSON.stringify(about)).update(s).digest('hex').slice(0, 16);
  const kept = isKept(s.length) ? Buffer.from(s) : undefined;
  const content = () => ({ ...about, s: (kept ?? addresses().s).toString() });
  return { ...about, hash, bytes: s.length, content };
}

/** For what cannot be made again. */
export function keepZip({ n, s, ...place }: ZipContent): NamedZip {
  const bytes = Buffer.from(s);
  return nameZip(place, () => ({ n, s: bytes }));
}

/** Every address as one line, street by street, numbers ascending. */
export function addressLines(content: ZipContent): string[] {
  return streetsIn(content).flatMap(({ street, plain, others }) =>
    [...plain, ...others].map((number) => `${number} ${street}`),
  );
}

function encodeNumbers(plain: readonly number[]): string {
  return plain.map((number, at) => (number - (plain[at - 1] ?? 0)).toString(36)).join(' ');
}

function decodeNumbers(text: string): number[] {
  if (text === '') return [];
  let number = 0;
  return text.split(' ').map((difference) => (number += Number.parseInt(difference, 36)));
}

/** As their UTF-8 is sorted. Strings compare by the halves of code points beyond the first 65,536. */
function byCodePoints<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, bytes: Buffer.from(textOf(item)) }))
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ item }) => item);
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
