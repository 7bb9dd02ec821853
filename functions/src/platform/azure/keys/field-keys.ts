import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { openedOnce } from '../../opened-once.ts';
import { FieldKeysNotConfigured, type FieldKeys, type FieldPlace } from '../../ports.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/);
const Version = z.string().regex(/^v\d+$/);

/** What `.local/keys/field-keys.json` holds: data keys by version, so that old values stay readable, and the index key. */
export const FieldSecrets = z
  .strictObject({ current: Version, data: z.record(Version, key), index: key })
  .refine(({ current, data }) => Object.hasOwn(data, current), 'the current data key is missing');
export type FieldSecrets = z.infer<typeof FieldSecrets>;

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const sealedValue = /^enc:(v\d+):([\w-]+)$/;

export function makeFieldSecrets(): FieldSecrets {
  return { current: 'v1', data: { v1: freshKey() }, index: freshKey() };
}

const freshKey = () => randomBytes(32).toString('hex');

/** The keys are opened at the first use and kept in memory. */
export function createFieldKeys(open: () => Promise<FieldSecrets>): FieldKeys {
  const secrets = openedOnce(open);
  return {
    async encrypt(text, place) {
      const { current, data } = await secrets();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(data, current), iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(nameOf(place, current));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `enc:${current}:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    async decrypt(value, place) {
      const [, version = '', encoded = ''] = sealedValue.exec(value) ?? [];
      const { data } = await secrets();
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, keyOf(data, version), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(nameOf(place, version));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    async blindIndex(text, { domainId, field }) {
      const { index } = await secrets();
      const mac = createHmac('sha256', Buffer.from(index, 'hex')).update(`${domainId}|${field}|${text}`);
      return `bix:v1:${mac.digest('base64url')}`;
    },
  };
}

/** Where no keys are set up. */
export const noFieldSecrets = (): Promise<FieldSecrets> => Promise.reject(new FieldKeysNotConfigured());

const nameOf = ({ partition, type, id, field }: FieldPlace, version: string) =>
  Buffer.from([partition, type, id, field, version].join('|'));

function keyOf(data: FieldSecrets['data'], version: string): Buffer {
  const hex = data[version];
  if (hex === undefined) throw new Error('A sealed value names a key that is not there');
  return Buffer.from(hex, 'hex');
}
