import { expect, test } from 'vitest';
import { createSigningKeys } from './signing-keys.ts';

const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)];
const keysOf = (...secrets: string[]) => createSigningKeys(async () => secrets);

test("each purpose has its own key, and none accepts another's signatures", async () => {
  const keys = keysOf(first);
  const [fingerprint, audit] = [await keys.signerFor('fingerprint'), await keys.signerFor('audit')];
  const text = 'the same text';
  expect(fingerprint.isSignature(text, fingerprint.sign(text))).toBe(true);
  expect(audit.isSignature(text, audit.sign(text))).toBe(true);
  expect(fingerprint.sign(text)).not.toBe(audit.sign(text));
  expect(audit.isSignature(text, fingerprint.sign(text))).toBe(false);
  expect(fingerprint.isSignature(text, audit.sign(text))).toBe(false);
});

test("a rotated secret signs, and the former one's signatures count until it is dropped", async () => {
  const [before, during, after] = await Promise.all(
    [keysOf(first), keysOf(second, first), keysOf(second)].map((keys) => keys.signerFor('audit')),
  );
  const old = before?.sign('head') ?? '';
  expect(during?.isSignature('head', old)).toBe(true);
  expect(during?.isSignature('another head', old)).toBe(false);
  expect(during?.sign('head')).toBe(after?.sign('head'));
  expect(after?.isSignature('head', old)).toBe(false);
});

test('a sealed text opens only for its subject, unaltered and under its own secret', async () => {
  const keys = keysOf(first);
  const sealer = await keys.sealerFor('continuation');
  const sealed = sealer.seal('page 2', 'list of ana');
  expect(sealed).not.toContain('page 2');
  expect(sealer.seal('page 2', 'list of ana')).not.toBe(sealed);
  expect(sealer.open(sealed, 'list of ana')).toBe('page 2');
  expect(sealer.open(sealed, 'list of bo')).toBeUndefined();
  for (const bent of [sealed.slice(0, -2), `x${sealed}`, `${sealed}.x`, '', '.', 'a.b'])
    expect(sealer.open(bent, 'list of ana')).toBeUndefined();
  expect((await keysOf(second).sealerFor('continuation')).open(sealed, 'list of ana')).toBeUndefined();
  const rotated = await keysOf(second, first).sealerFor('continuation');
  expect(rotated.open(sealed, 'list of ana')).toBe('page 2');
});
