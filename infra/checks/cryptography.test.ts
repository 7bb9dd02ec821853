import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './import-graph.ts';

const product = sourceFiles(['{web,functions,shared}/src/**/*.{ts,tsx}'])
  .filter((file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('keys and secrets are 32 random bytes, and no shorter value is a secret', () => {
  // AES-GCM uses 12 bytes (NIST SP 800-38D), and trace ids 16 and 8 (W3C).
  const sizes = product.flatMap(({ file, text }) =>
    [...text.matchAll(/\brandomBytes\(([^)]+)\)/g)].map(([, size = '']) => {
      const [, constant = size] = new RegExp(`const ${size} = (\\d+)`).exec(text) ?? [];
      return `${file} ${constant}`;
    }),
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
