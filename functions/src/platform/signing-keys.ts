import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { openedOnce } from './opened-once.ts';

/** Each purpose has its own key, so that none reveals anything about another. */
export interface SigningKeys {
  /** Throws `StoreUnavailable` while the secrets cannot be opened. */
  signerFor(purpose: 'fingerprint' | 'audit'): Promise<Signer>;
  /** Seals text that no one else may read; throws like `signerFor`. */
  sealerFor(purpose: 'continuation'): Promise<Sealer>;
}

export interface Signer {
  /** Returns `<version>.<mac>` under the newest key. */
  sign: (text: string) => string;
  /** Tells whether any known key signed this text. */
  isSignature: (text: string, signature: string) => boolean;
}

interface Sealer {
  /** Returns `<version>.<iv, tag and ciphertext>` under the newest key; it opens only with the same `about`. */
  seal: (text: string, about: string) => string;
  /** Returns undefined when no known key sealed it about this. */
  open: (sealed: string, about: string) => string | undefined;
}

/**
 * Derives the keys from the secrets of the installation, newest first. To rotate, add a new secret in front, and drop
 * the old one when its signatures no longer count: idempotency records last up to seven days, and the head of an
 * audit trail is signed again once a day.
 */
export function createSigningKeys(open: () => Promise<readonly string[]>): SigningKeys {
  const keys = openedOnce(async () => {
    const secrets = await open();
    return {
      fingerprint: signerWith(keysOf(secrets, 'fingerprint')),
      audit: signerWith(keysOf(secrets, 'audit')),
      continuation: sealerWith(keysOf(secrets, 'continuation-sealed')),
    };
  });
  return {
    signerFor: async (purpose) => (await keys())[purpose],
    sealerFor: async (purpose) => (await keys())[purpose],
  };
}

interface Keys {
  newest: string;
  byVersion: ReadonlyMap<string, Buffer>;
}

const keysOf = (secrets: readonly string[], purpose: string): Keys => ({
  newest: versionOf(secrets[0] ?? ''),
  byVersion: new Map(secrets.map((secret) => [versionOf(secret), derived(secret, purpose)])),
});

function signerWith({ newest, byVersion }: Keys): Signer {
  function sign(version: string, text: string): string | undefined {
    const key = byVersion.get(version);
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

const IV_BYTES = 12;
const TAG_BYTES = 16;

function sealerWith({ newest, byVersion }: Keys): Sealer {
  return {
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', byVersion.get(newest) ?? '', iv, {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${newest}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, about) {
      const [version = '', text = '', ...more] = sealed.split('.');
      const key = byVersion.get(version);
      const bytes = Buffer.from(text, 'base64url');
      if (!key || more.length > 0 || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(opened).toString();
      } catch {
        return undefined;
      }
    },
  };
}

/** Names a secret without revealing anything else about it. */
const versionOf = (secret: string) => derived(secret, 'version').subarray(0, 4).toString('hex');

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `handoff/${purpose}`, 32));
