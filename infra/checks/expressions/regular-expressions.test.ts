/** @module-tag long */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../import-graph.ts';
import { expressionsIn, expressionsMadeBy, slowTextFor } from './regular-expressions.ts';

// An expression that takes quadratic time can block the API for everyone for minutes. Linters miss half of them.

/** Texts are cut, or refused when longer, before these expressions see them. */
const longest: Record<string, number> = {
  'shared/src/domain/address/typed-address.ts': 200,
  'web/src/ui/inputs/typed-time.ts': 40,
  'web/src/features/referrals/intake/reading/fields.ts': 600,
  'web/src/features/referrals/intake/reading/find-labels.ts': 300,
  'web/src/features/referrals/intake/reading/values.ts': 600,
};

const files = sourceFiles(['{web,functions,shared}/src/**/*.{ts,tsx}'])
  .filter((file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const withExpressions = files
  .map(({ file, text }) => ({ file, patterns: expressionsIn(file, text) }))
  .filter(({ patterns }) => patterns.length > 0);

const slowOf = (patterns: readonly RegExp[], most?: number) =>
  patterns
    .map((pattern) => ({ pattern: String(pattern), slow: slowTextFor(pattern, most) }))
    .filter(({ slow }) => slow);

test.each(withExpressions)('$file has no slow expression', ({ file, patterns }) => {
  expect(slowOf(patterns, longest[file])).toEqual([]);
});

test('modules make no slow expression of their constants', async () => {
  const making = files.filter(({ text }) =>
    /^(?:export )?const [^\n]*\n?[^\n]*new RegExp\(|^  new RegExp\(/m.test(text),
  );
  const made = await expressionsMadeBy(making.map(({ file }) => file));
  expect(made.length).toBeGreaterThan(8);
  expect(slowOf(made, 200)).toEqual([]);
});

test.each([
  ['blanks around a dash', String.raw`/\s*[-–—]\s*/gu`],
  ['a word and what follows it', String.raw`/revocation\D*(\d)/i`],
  ['nested repetition', '/^(a+)+$/'],
  ['a tag that is never closed', '/<b>.*?<\\/b>/'],
])('an expression is found to be slow: %s', (_what, source) => {
  const [pattern] = expressionsIn('planted.ts', source);
  expect(pattern && slowTextFor(pattern)).toBeDefined();
});
