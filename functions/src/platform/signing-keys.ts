import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { openedOnce } from './opened-once.ts';

/** What is signed; each purpose has a key of its own, so that none says anything about another. */
export type Purpose = 'continuation' | 'fingerprint';

export interface SigningKeys {
  /** Throws `StoreUnavailable` while the secrets cannot be opened. */
  signerFor(purpose: Purpose): Promise<Signer>;
}

interface Signer {
  /** `<version>.<mac>`, under the newest key. */
  sign: (text: string) => string;
  /** Whether any key that is still known has signed this text. */
  isSignature: (text: string, signature: string) => boolean;
}

/**
 * From the secrets of the installation, the newest first. To rotate, put a new one in front and drop the old one when
 * nothing that it signed counts any more: idempotency records are kept for up to seven days.
 */
export function createSigningKeys(open: () => Promise<readonly string[]>): SigningKeys {
  const signers = openedOnce(async () => {
    const secrets = await open();
    return {
      continuation: signerWith(secrets, 'continuation'),
      fingerprint: signerWith(secrets, 'fingerprint'),
    } satisfies Record<Purpose, Signer>;
  });
  return { signerFor: async (purpose) => (await signers())[purpose] };
}

function signerWith(secrets: readonly string[], purpose: Purpose): Signer {
  const keys = new Map(secrets.map((secret) => [versionOf(secret), derived(secret, purpose)]));
  const newest = versionOf(secrets[0] ?? '');

  function sign(version: string, text: string): string | undefined {
    const key = keys.get(version);
    return key && `${version}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  return {
    sign: (text) => sign(newest, text) ?? '',
    isSignature(text, signature) {
      const expected = Buffer.from(sign(signature.split('.')[0] ?? '', text) ?? '');
      const given = Buffer.from(signature);
      return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** A name that distinguishes one secret from another and reveals nothing else of it. */
const versionOf = (secret: string) => derived(secret, 'version').subarray(0, 4).toString('hex');

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `handoff/${purpose}`, 32));
