import { readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';
import * as z from 'zod';

export interface Expression {
  file: string;
  pattern: RegExp;
}

const Node = z.looseObject({ type: z.string() });
type Node = z.infer<typeof Node>;
const Literal = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) });
const Declarator = z.object({ id: z.object({ name: z.string() }), init: Node });
const Made = z.object({
  callee: z.object({ name: z.literal('RegExp') }),
  arguments: z.tuple([Node]).rest(z.object({ value: z.string() })),
});
const Template = z.object({
  quasis: z.array(z.object({ value: z.object({ cooked: z.string(), raw: z.string() }) })),
  expressions: z.array(Node),
});
const Tagged = z.object({ quasi: Template });

/** Returns all regular expressions in a file, literal or built from its constants; `filling` provides other values. */
export function expressionsIn(file: string, text: string, filling: readonly string[] = []): Expression[] {
  const nodes = [...nodesOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))];
  const constants = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .flatMap((node) => {
        const { data } = Declarator.safeParse(node);
        return data ? [[data.id.name, data.init] as const] : [];
      }),
  );
  const literals = nodes
    .filter(({ type }) => type === 'Literal')
    .flatMap((node) => Literal.safeParse(node).data?.regex ?? []);
  const made = nodes
    .filter(({ type }) => type === 'NewExpression' || type === 'CallExpression')
    .flatMap((node) => {
      const { data } = Made.safeParse(node);
      if (!data) return [];
      const [source, flags] = data.arguments;
      return textsOf(source, new Set()).map((pattern) => ({ pattern, flags: flags?.value ?? '' }));
    });
  return [...literals, ...made].map(({ pattern, flags }) => ({ file, pattern: new RegExp(pattern, flags) }));

  /** Returns more than one when the expression depends on a call's value. */
  function textsOf(node: Node, within: ReadonlySet<string>): string[] {
    const { value, name } = z
      .looseObject({ value: z.unknown().optional(), name: z.string().optional() })
      .parse(node);
    if (node.type === 'Literal') return [String(value)];
    const known = name === undefined || within.has(name) ? undefined : constants.get(name);
    if (known) return textsOf(known, new Set([...within, name ?? '']));
    if (node.type === 'TemplateLiteral') return joined(Template.parse(node), within, 'cooked');
    // The only tag in our code that makes an expression is String.raw.
    if (node.type === 'TaggedTemplateExpression') return joined(Tagged.parse(node).quasi, within, 'raw');
    if (filling.length === 0) throw new Error(`${file}: say what ${name ?? node.type} may be`);
    return [...filling];
  }

  function joined(
    { quasis, expressions }: z.infer<typeof Template>,
    within: ReadonlySet<string>,
    spelling: 'cooked' | 'raw',
  ): string[] {
    return quasis.reduce<string[]>(
      (texts, { value }, at) => {
        const before = expressions[at - 1];
        const pieces = before ? textsOf(before, within) : [''];
        return texts.flatMap((start) => pieces.map((piece) => start + piece + value[spelling]));
      },
      [''],
    );
  }
}

export const readExpressions = (file: string, filling?: readonly string[]): Expression[] =>
  expressionsIn(file, readFileSync(file, 'utf8'), filling);

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') yield { ...value, type: value.type };
  for (const inner of Object.values(value)) yield* nodesOf(inner);
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
