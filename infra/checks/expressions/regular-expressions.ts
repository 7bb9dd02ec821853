import { parseSync, Visitor } from 'oxc-parser';

/** The expressions that are written out in a file. */
export function expressionsIn(file: string, text: string): RegExp[] {
  const found: RegExp[] = [];
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) found.push(new RegExp(literal.regex.pattern, literal.regex.flags));
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The expressions that modules make of their constants while they are loaded. */
export async function expressionsMadeBy(files: readonly string[]): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]: [string, string]) {
      const expression = new target(pattern, flags);
      made.push(expression);
      return expression;
    },
  });
  try {
    await Promise.all(files.map((file) => import(`../../../${file}`)));
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

/** No text of a request is longer, and no expression may take longer on one. */
const LONGEST = 1_000_000;
const LIMIT_MS = 300;
/** Growth shows early: an expression that is slow on a short text is not tried on a longer one. */
const TOO_SLOW_MS = 25;
/** Short steps first: time that doubles with each letter is 25 ms at one length, and years at eight times that length. */
const LENGTHS = [24, 30, 38, 48, 60, 75, 94, 117, 146, 200, 2_000];

export interface Slow {
  length: number;
  ms: number;
  text: string;
}

/** The longest text up to a length that keeps the expression busy for too long; undefined when there is none. */
export function slowTextFor(pattern: RegExp, longest = LONGEST): Slow | undefined {
  // Without an unbounded repetition, the time per character is bounded.
  if (!/[*+]|\{\d+,\}/.test(pattern.source)) return undefined;
  const everywhere = new RegExp(pattern, pattern.global ? pattern.flags : `${pattern.flags}g`);
  let shapes = shapesFor(pattern.source);
  for (const length of LENGTHS.filter((some) => some < longest)) {
    const measured: { ms: number; shape: Shape }[] = [];
    for (const shape of shapes) {
      const ms = msFor(everywhere, shape(length), TOO_SLOW_MS);
      if (ms > TOO_SLOW_MS) return slowAt(shape, length, ms);
      measured.push({ ms, shape });
    }
    if (length === LENGTHS.at(-1)) shapes = slowest(measured, 4);
  }
  for (const shape of shapes)
    for (let length = Math.min(longest, 20_000); ; length = Math.min(longest, length * 3)) {
      const ms = msFor(everywhere, shape(length), LIMIT_MS);
      if (ms > LIMIT_MS) return slowAt(shape, length, ms);
      if (length === longest) break;
    }
  return undefined;
}

type Shape = (length: number) => string;

const slowAt = (shape: Shape, length: number, ms: number): Slow => ({ length, ms, text: shape(24) });

const slowest = (measured: { ms: number; shape: Shape }[], most: number): Shape[] =>
  measured
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ shape }) => shape);

/**
 * Measures CPU time of this thread, to which a busy machine does not add. Takes the lower of two, because the first
 * one may compile.
 */
function msFor(pattern: RegExp, text: string, enough: number): number {
  const first = msOnce(pattern, text);
  return first <= enough ? first : Math.min(first, msOnce(pattern, text));
}

function msOnce(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  text.replace(pattern, '');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Texts that begin like a match and never complete one: repeated pieces of the expression, and characters of its
 * classes.
 */
function shapesFor(source: string): Shape[] {
  const plain = source
    .replaceAll(/\\u\{?[0-9a-f]+\}?|\\p\{[^}]*\}|\\[a-z]|\(\?<?[=!:]|\{[\d,]+\}/gi, '\n')
    .replaceAll(/\(\?<\w+>/g, '\n');
  const words = plain.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  const runs = plain.match(/[^\n()[\]|?*+^$]{2,}/g) ?? [];
  const marks = plain.match(/[^\p{L}\p{N}\n()[\]|?*+^$\\]/gu) ?? [];
  const tags = plain.match(/[^\p{L}\p{N}\s]\p{L}+/gu) ?? [];
  const pieces = [...new Set([...words, ...runs, ...tags, ...marks])].slice(0, 30);
  const units = new Set([...pieces, ...pieces.map((piece) => `${piece} `), ...samples]);
  const starts = ['', ...pieces.slice(0, 2), '1'];
  return starts.flatMap((start) =>
    [...units].flatMap((unit) =>
      ends.map((end) => (length: number) => {
        const times = Math.ceil(Math.max(1, length - start.length - end.length) / unit.length);
        return `${start}${unit.repeat(times)}${end}`;
      }),
    ),
  );
}

const samples = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '1',
  '-',
  '.',
  ',',
  '*',
  '_',
  'é',
  '–',
  '\u200B',
  'a ',
  'a1',
  '1-',
];
const ends = ['', '\u0001x'];
