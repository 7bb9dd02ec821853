import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What is signed; each purpose has a key of its own, so that none says anything about another. */
export type Purpose = 'continuation' | 'fingerprint';

export interface SigningKeys {
  /** `<version>.<mac>`, under the newest key. */
  sign(purpose: Purpose, text: string): string;
  /** Whether any key that is still known has signed this text. */
  isSignature(purpose: Purpose, text: string, signature: string): boolean;
}

/**
 * From the secrets of the installation, the newest first. To rotate, put a new one in front and drop the old one when
 * nothing that it signed counts any more: idempotency records are kept for up to seven days.
 */
export function createSigningKeys(secrets: readonly string[]): SigningKeys {
  const versions = new Map(secrets.map((secret) => [versionOf(secret), keysOf(secret)]));
  const newest = versionOf(secrets[0] ?? '');

  function sign(version: string, purpose: Purpose, text: string): string | undefined {
    const key = versions.get(version)?.[purpose];
    return key && `${version}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  return {
    sign: (purpose, text) => sign(newest, purpose, text) ?? '',
    isSignature(purpose, text, signature) {
      const expected = Buffer.from(sign(signature.split('.')[0] ?? '', purpose, text) ?? '');
      const given = Buffer.from(signature);
      return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

const keysOf = (secret: string): Record<Purpose, Buffer> => ({
  continuation: derived(secret, 'continuation'),
  fingerprint: derived(secret, 'fingerprint'),
});

/** A name that tells one secret from another and nothing else of it. */
const versionOf = (secret: string) => derived(secret, 'version').subarray(0, 4).toString('hex');

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `handoff/${purpose}`, 32));
