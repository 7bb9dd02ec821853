import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ZipAddresses } from '../table/address-table.ts';
import { type NamedDocument, inParallel, readStored } from '../../../imports/read/version-documents.ts';
import type { DocumentEntry } from '../../../core/context.ts';
import type { Manifest } from '../../../records/kinds/address-versions.ts';
import type { ImportRun } from '../../../imports/record/import-run.ts';
import type { AddressReads } from '../../../imports/import-ports.ts';

const TAB = '\t';
const LF = '\n';

/** The same rows in any order give the same bytes. */
export const ZipContent = z.object({
  code: z.string(),
  city: z.string(),
  county: z.string(),
  /** Other counties that the ZIP code reaches into; absent when there are none. */
  counties: z.array(z.string()).optional(),
  n: z.number().int(),
  /**
   * One line per street, sorted by code point: its name, its plain house numbers ascending as differences in base 36
   * (`146 147 149` is `42 1 2`), and its other house numbers sorted, separated by tabs. Lists of lists would cost
   * several times the time and the memory.
   */
  s: z.string(),
});
export type ZipContent = z.infer<typeof ZipContent>;

export interface StreetAddresses {
  street: string;
  /** Ascending, without duplicates. */
  plain: readonly number[];
  /** Without duplicates. */
  others: readonly string[];
}

export type ZipLocality = Pick<ZipContent, 'code' | 'city' | 'county' | 'counties'>;

export function zipContent(zip: ZipLocality, streets: Iterable<StreetAddresses>): ZipContent {
  const sorted = byCodePoints([...streets], ({ street }) => street);
  const n = sorted.reduce((sum, { plain, others }) => sum + plain.length + others.length, 0);
  const lines = sorted.map(({ street, plain, others }) =>
    [street, encodeNumbers(plain), ...byCodePoints(others, (text) => text)].join(TAB),
  );
  return { ...zip, n, s: lines.join(LF) };
}

export function streetsIn({ s }: Pick<ZipContent, 's'>): StreetAddresses[] {
  if (s === '') return [];
  return s.split(LF).map((line) => {
    const [street = '', plain = '', ...others] = line.split(TAB);
    return { street, plain: decodeNumbers(plain), others };
  });
}

/** The addresses of both; city and county come together, from the one with more addresses that has both. */
export function uniteZips(one: ZipContent, other: ZipContent): ZipContent {
  const streets = new Map<string, { plain: Set<number>; others: Set<string> }>();
  for (const { street, plain, others } of [...streetsIn(one), ...streetsIn(other)]) {
    const known = streets.get(street) ?? { plain: new Set(), others: new Set() };
    streets.set(street, known);
    for (const number of plain) known.plain.add(number);
    for (const number of others) known.others.add(number);
  }
  return zipContent(
    unitedLocality(one, other),
    [...streets].map(([street, { plain, others }]) => ({
      street,
      plain: [...plain].toSorted((a, b) => a - b),
      others: [...others],
    })),
  );
}

function unitedLocality(one: ZipContent, other: ZipContent): ZipLocality {
  const bySize = [one, other].toSorted(
    (a, b) => b.n - a.n || byCodeUnit(JSON.stringify(a), JSON.stringify(b)),
  );
  const pair = bySize.find(({ city, county }) => city !== '' && county !== '');
  const first = (field: 'city' | 'county') =>
    pair?.[field] ?? bySize.map((zip) => zip[field]).find((text) => text !== '') ?? '';
  const county = first('county');
  const named = new Set(bySize.flatMap((zip) => [zip.county, ...(zip.counties ?? [])]));
  const counties = [...named].filter((text) => text !== '' && text !== county).toSorted(byCodeUnit);
  return { code: one.code, city: first('city'), county, ...(counties.length > 0 && { counties }) };
}

export interface NamedZip extends NamedDocument {
  /** How many rows of the file were further units of one of its addresses. */
  units: number;
  content: () => ZipContent;
}

/** `addresses` has to give the same on each call. It is called only once when its bytes are kept. */
export function nameZip(
  locality: ZipLocality,
  addresses: () => ZipAddresses,
  isKept: (bytes: number) => boolean = () => false,
): NamedZip {
  const { n, units, s } = addresses();
  const about = { ...locality, n };
  const hash = createHash('sha256').update(JSON.stringify(about)).update(s).digest('hex').slice(0, 16);
  const kept = isKept(s.length) ? Buffer.from(s) : undefined;
  const { code, city, county, counties = [] } = locality;
  const content = () => ({ ...about, s: (kept ?? addresses().s).toString() });
  return { code, n, hash, place: [city, county, ...counties], bytes: s.length, units, content };
}

/** Keeps content that cannot be made again. */
export function keepZip({ n, s, ...locality }: ZipContent): NamedZip {
  const bytes = Buffer.from(s);
  return nameZip(locality, () => ({ n, units: 0, s: bytes }));
}

/** One line per address, street by street, numbers ascending. */
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

/** Sorts by UTF-8 bytes: strings compare by UTF-16 units, whose order differs beyond the first 65,536 code points. */
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

export async function readZip(ports: AddressReads, state: string, entry: DocumentEntry) {
  const document = await readStored(ports, state, entry);
  return document && ZipContent.parse(document);
}

/** Mode `add` unites the addresses of the file with those that are live in the same ZIP codes. */
export async function uniteWithLive(
  { job, record: { State: state } }: ImportRun,
  { documents, live }: { documents: readonly NamedZip[]; live: Manifest },
): Promise<NamedZip[]> {
  const entries = new Map(live.documents.map((entry) => [entry[0], entry]));
  const united: NamedZip[] = [];
  await inParallel(documents, async (zip) => {
    const entry = entries.get(zip.code);
    const there = entry && (await readZip(job, state, entry));
    if (entry && !there) throw new Error(`The live document of ${state} ${zip.code} is missing`);
    united.push(there ? keepZip(uniteZips(zip.content(), there)) : zip);
  });
  return united;
}
