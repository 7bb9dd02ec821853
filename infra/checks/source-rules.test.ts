import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './import-graph.ts';

// Rules for all product code. Each exception is named with its reason.

const root = path.resolve(import.meta.dirname, '../..');
const product = sourceFiles(['{web,functions,shared}/src/**/*.{ts,tsx}'])
  .filter((file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const filesWith = (pattern: RegExp) =>
  product
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

test('the rules cover all product code', () => {
  expect(product.length).toBeGreaterThan(600);
  expect(filesWith(/\bcreateApp\b/)).toContain('functions/src/app.ts');
});

test('no code writes HTML or runs text as code', () => {
  const writes =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  expect(filesWith(writes)).toEqual([]);
});

test('regular expressions are built from our own text, never from input', () => {
  expect(filesWith(/\bRegExp\(/)).toEqual([
    'functions/src/features/address-import/parse/address-text.ts',
    'functions/src/features/address-import/parse/street-text.ts',
    'functions/src/http/browser-spans.ts',
    'functions/src/http/unknown-call.ts',
    'functions/src/platform/azure/keys/wrapped-secrets.ts',
    'shared/src/domain/address/typed-address.ts',
    'shared/src/domain/person/contact.ts',
    'shared/src/domain/person/identifiers.ts',
    'web/src/ui/inputs/mbi-text.ts',
  ]);
});

test('guessable random numbers only spread tries over time', () => {
  expect(filesWith(/\bMath\.random\b/)).toEqual([
    'functions/src/platform/process.ts',
    'web/src/data/live/realtime.ts',
    'web/src/data/send/client.ts',
  ]);
  expect(filesWith(/\.fraction\(\)/)).toEqual([
    'functions/src/auth/rate-limiter.ts',
    'functions/src/features/webhooks/deliver-webhooks.ts',
    'functions/src/writes/commit.ts',
    'functions/src/writes/write-turns.ts',
  ]);
});

test('keys and secrets are 32 random bytes, and no shorter value is a secret', () => {
  // AES-GCM uses 12 bytes (NIST SP 800-38D), and trace ids 16 and 8 (W3C).
  const sizes = product.flatMap(({ file, text }) =>
    [...text.matchAll(/\brandomBytes\(([^)]+)\)/g)].map(([, size = '']) => `${file} ${bytesOf(size, text)}`),
  );
  expect(sizes.toSorted()).toEqual([
    'functions/src/features/webhooks/sign-webhook.ts 32',
    'functions/src/platform/azure/keys/field-keys.ts 12',
    'functions/src/platform/azure/keys/field-keys.ts 32',
    'functions/src/platform/azure/keys/wrapped-secrets.ts 32',
    'functions/src/platform/azure/keys/wrapped-secrets.ts 32',
    'functions/src/platform/signing-keys.ts 12',
    'functions/src/platform/telemetry/trace.ts 16',
    'functions/src/platform/telemetry/trace.ts 8',
  ]);
});

/** Reads a number, or a constant of the same file. */
function bytesOf(size: string, text: string): string {
  return new RegExp(`const ${size} = (\\d+)`).exec(text)?.[1] ?? size;
}

test('cryptography comes only from Node, jose and noble', () => {
  const imported = product.flatMap(({ text }) =>
    [...text.matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name),
  );
  const cryptography = /crypt|cipher|hash|hmac|\bmd5|sha\d|jose|jwt|jwk|sodium|noble|forge|tweetnacl/;
  expect([...new Set(imported.filter((name) => cryptography.test(name)))].toSorted()).toEqual([
    '@noble/hashes/legacy.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    'jose',
    'node:crypto',
  ]);
});

test('only the log writes lines', () => {
  expect(filesWith(/\bconsole\.|\bprocess\.(?:stdout|stderr)\b/)).toEqual([]);
});

test('features of the server reach the network only through what their host gives them', () => {
  const features = filesWith(/(?<![.\w])fetch\(|from 'node:https?'/).filter((file) =>
    file.startsWith('functions/src/features/'),
  );
  expect(features).toEqual([]);
});

test('a page links to another host only to sign in', () => {
  const leaves = /\blocation\.(?:assign|replace)\(|\blocation\.href\s*=|\blocation\s*=[^=]|window\.open\(/;
  // The palette opens our own pages in another tab; storage hands out a file that the browser saves.
  expect(filesWith(leaves)).toEqual(['web/src/app/palette/palette.tsx', 'web/src/data/send/download.ts']);
  expect(filesWith(/href="https?:|loginRedirect|logoutRedirect/)).toEqual(['web/src/app/session/session.ts']);
});
