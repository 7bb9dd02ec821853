import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { openedOnce } from './opened-once.ts';

/** Each purpose has a key of its own, so that none says anything about another. */
export interface SigningKeys {
  /** Throws `StoreUnavailable` while the secrets cannot be opened. */
  signerFor(purpose: 'fingerprint' | 'audit'): Promise<Signer>;
  /** The same for what no one else may read. */
  sealerFor(purpose: 'continuation'): Promise<Sealer>;
}

export interface Signer {
  /** `<version>.<mac>`, under the newest key. */
  sign: (text: string) => string;
  /** Whether any key that is still known has signed this text. */
  isSignature: (text: string, signature: string) => boolean;
}

interface Sealer {
  /** `<version>.<iv, tag and ciphertext>`, under the newest key; opens for what it is about and nothing else. */
  seal: (text: string, about: string) => string;
  /** Undefined when no key that is still known has sealed it about this. */
  open: (sealed: string, about: string) => string | undefined;
}

/**
 * From the secrets of the installation, the newest first. To rotate, put a new one in front and drop the old one when
 * nothing that it signed counts any more: idempotency records are kept for up to seven days, and the head of an audit
 * trail is signed anew once a day.
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

/** A name that distinguishes one secret from another and reveals nothing else of it. */
const versionOf = (secret: string) => derived(secret, 'version').subarray(0, 4).toString('hex');

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `handoff/${purpose}`, 32));
