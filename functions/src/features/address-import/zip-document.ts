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
  n: z.number().int(),
  s: z.array(StreetNumbers),
});
export type ZipContent = z.infer<typeof ZipContent>;

export interface StreetAddresses {
  street: string;
  /** In any order, with repetitions. */
  plain: readonly number[];
  others: Iterable<string>;
}

export function zipContent(
  zip: { code: string; city: string; county: string },
  streets: Iterable<StreetAddresses>,
): ZipContent {
  let n = 0;
  const s: StreetNumbers[] = [];
  for (const { street, plain, others } of streets) {
    const sortedOthers = [...new Set(others)].toSorted(byCodeUnit);
    const { text, count } = encodeNumbers(plain);
    n += count + sortedOthers.length;
    s.push(sortedOthers.length > 0 ? [street, text, sortedOthers] : [street, text]);
  }
  s.sort((a, b) => byCodeUnit(a[0], b[0]));
  return { ...zip, n, s };
}

/** Both files' addresses; city and county are those of the one that knows more addresses here. */
export function uniteZips(one: ZipContent, other: ZipContent): ZipContent {
  const [more, fewer] = [one, other].toSorted(
    (a, b) => b.n - a.n || byCodeUnit(JSON.stringify(a), JSON.stringify(b)),
  );
  const streets = new Map<string, { street: string; plain: number[]; others: string[] }>();
  for (const [street, text, others = []] of [...one.s, ...other.s]) {
    const known = streets.get(street) ?? { street, plain: [], others: [] };
    streets.set(street, known);
    known.plain.push(...decodeNumbers(text));
    known.others.push(...others);
  }
  return zipContent(
    { code: one.code, city: more?.city || fewer?.city || '', county: more?.county || fewer?.county || '' },
    streets.values(),
  );
}

/** First 16 hex digits over the content: two documents with it are the same. */
export function contentHash(content: ZipContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

/** Every address as one line, street by street, numbers ascending. */
export function addressLines(content: ZipContent): string[] {
  return content.s.flatMap(([street, text, others = []]) => [
    ...decodeNumbers(text).map((number) => `${number} ${street}`),
    ...others.map((number) => `${number} ${street}`),
  ]);
}

function encodeNumbers(plain: readonly number[]): { text: string; count: number } {
  const sorted = Int32Array.from(plain).toSorted();
  let text = '';
  let count = 0;
  let before = 0;
  for (const number of sorted) {
    if (count > 0 && number === before) continue;
    text += (count > 0 ? ' ' : '') + (number - before).toString(36);
    before = number;
    count++;
  }
  return { text, count };
}

function decodeNumbers(text: string): number[] {
  if (text === '') return [];
  let number = 0;
  return text.split(' ').map((difference) => (number += Number.parseInt(difference, 36)));
}

function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
