/** @module-tag long */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { expect, test, vi } from 'vitest';
import { sourceFiles } from './import-graph.ts';

// The check of one expression has a minute; a busy machine uses half of it for the largest file.
vi.setConfig({ testTimeout: 120_000 });

// An expression that takes quadratic time can block the API for everyone for minutes.

/** Texts are cut before these expressions see them, so only exponential time is too slow. */
const seesShortTexts = /^(?:shared\/src\/reading\/|web\/src\/ui\/inputs\/typed-time\.ts)/;

const files = sourceFiles(['{web,functions,shared}/src/**/*.{ts,tsx}'])
  .filter((file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const withExpressions = files
  .map(({ file, text }) => ({ file, expressions: expressionsIn(file, text) }))
  .filter(({ expressions }) => expressions.length > 0);

test.each(withExpressions)('$file has no slow expression', async ({ file, expressions }) => {
  expect(await slowOf(expressions, seesShortTexts.test(file))).toEqual([]);
});

test('modules make no slow expression of their constants', async () => {
  const making = files.filter(({ text }) =>
    /^(?:export )?const [^\n]*\n?[^\n]*new RegExp\(|^  new RegExp\(/m.test(text),
  );
  const made = await expressionsMadeBy(making.map(({ file }) => file));
  expect(made.length).toBeGreaterThan(8);
  expect(await slowOf(made, true)).toEqual([]);
});

test.each([/\s*[-–—]\s*$/u, /,.*$/, /^(a+)+$/, /<b>.*?<\/b>$/])('%s is found to be slow', async (planted) => {
  expect(await slowOf([planted], false)).toHaveLength(1);
});

async function slowOf(expressions: readonly RegExp[], isTextShort: boolean): Promise<string[]> {
  const slow: string[] = [];
  // Without an unbounded repetition, the time per character is bounded.
  for (const each of expressions.filter(({ source }) => /[*+]|\{\d+,\}/.test(source))) {
    const found = await check(each.source, each.flags.replace('v', 'u'), { timeout: 60_000 });
    const isPolynomial = found.status === 'vulnerable' && found.complexity.type === 'polynomial';
    if (found.status !== 'safe' && !(isTextShort && isPolynomial)) slow.push(`${each}: ${found.status}`);
  }
  return slow;
}

/** The expressions that are written out in a file. */
function expressionsIn(file: string, text: string): RegExp[] {
  const found: RegExp[] = [];
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) found.push(new RegExp(literal.regex.pattern, literal.regex.flags));
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The expressions that modules make of their constants while they are loaded. */
async function expressionsMadeBy(modules: readonly string[]): Promise<RegExp[]> {
  const made: RegExp[] = [];
  // Other tests of this worker may have loaded them.
  vi.resetModules();
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]: [string, string]) {
      const expression = new target(pattern, flags);
      made.push(expression);
      return expression;
    },
  });
  try {
    await Promise.all(modules.map((file) => import(path.resolve(file))));
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}
