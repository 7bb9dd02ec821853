/** @module-tag long */
import { expect, test } from 'vitest';
import { sourceFiles } from '../import-graph.ts';
import { expressionsIn, readExpressions, slowTextFor } from './regular-expressions.ts';

// An expression that takes quadratic time can block the API for everyone for minutes.

/** Texts from which expressions inside a call are built. */
const fillings: Record<string, readonly string[]> = {
  'functions/src/features/address-import/parse/address-text.ts': ['CONNECTICUT|WEST VIRGINIA'],
  'functions/src/features/address-import/parse/street-text.ts': ['APT|UNIT|PH|PENTHOUSE'],
  'functions/src/http/browser-spans.ts': ['16', '32'],
  'functions/src/http/unknown-call.ts': ['/services/downloadfile/[^/]+'],
  'functions/src/platform/azure/keys/wrapped-secrets.ts': ['data-', ''],
  'shared/src/domain/address/typed-address.ts': ['(?:APT|UNIT|STE|#)\\s*', ''],
};

/** Texts are cut, or refused when longer, before these expressions see them. */
const longest: Record<string, number> = {
  'shared/src/domain/address/typed-address.ts': 200,
  'web/src/ui/inputs/typed-time.ts': 40,
  'web/src/features/referrals/intake/reading/fields.ts': 600,
  'web/src/features/referrals/intake/reading/find-labels.ts': 300,
  'web/src/features/referrals/intake/reading/values.ts': 600,
};

const files = sourceFiles(['{web,functions,shared}/src/**/*.{ts,tsx}']).filter(
  (file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file),
);
const expressions = files.flatMap((file) => readExpressions(file, fillings[file]));

test('every expression of the product is found', () => {
  expect(expressions.length).toBeGreaterThan(200);
  expect(expressions.filter(({ file }) => file === 'shared/src/domain/person/contact.ts').length).toBe(5);
});

test.each([...new Set(expressions.map(({ file }) => file))])('%s has none that is slow', (file) => {
  const slow = expressions
    .filter((expression) => expression.file === file)
    .map(({ pattern }) => ({ pattern: String(pattern), slow: slowTextFor(pattern, longest[file]) }))
    .filter((measured) => measured.slow);
  expect(slow).toEqual([]);
});

test.each([
  ['blanks around a dash', String.raw`/\s*[-–—]\s*/gu`],
  ['a word and what follows it', String.raw`/revocation\D*(\d)/i`],
  ['nested repetition', '/^(a+)+$/'],
  ['a tag that is never closed', '/<b>.*?<\\/b>/'],
  ['an expression made of constants', "new RegExp(`${gap}-`); const gap = '\\\\s*'"],
])('an expression is found to be slow: %s', (_what, source) => {
  const [expression] = expressionsIn('planted.ts', source);
  expect(expression && slowTextFor(expression.pattern)).toBeDefined();
});
