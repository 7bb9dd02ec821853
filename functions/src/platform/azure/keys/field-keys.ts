import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { openedOnce } from '../../opened-once.ts';
import { FieldKeyMissing, FieldKeysNotConfigured, type FieldKeys, type FieldPlace } from '../../ports.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/);
const Version = z.string().regex(/^v\d+$/);

/** Contents of `.local/keys/field-keys.json`: data keys and index keys by version, and the newest version of each. */
export const FieldSecrets = z
  .strictObject({
    current: Version,
    data: z.record(Version, key),
    currentIndex: Version.default('v1'),
    index: z.record(Version, key),
  })
  .refine(({ current, data }) => Object.hasOwn(data, current), 'the current data key is missing')
  .refine(
    ({ currentIndex, index }) => Object.hasOwn(index, currentIndex),
    'the current index key is missing',
  );
export type FieldSecrets = z.infer<typeof FieldSecrets>;

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const sealedValue = /^enc:(v\d+):([\w-]+)$/;

export function makeFieldSecrets(): FieldSecrets {
  return { current: 'v1', data: { v1: freshKey() }, currentIndex: 'v1', index: { v1: freshKey() } };
}

export const freshKey = () => randomBytes(32).toString('hex');

/** The keys are opened at the first use and kept in memory. */
export function createFieldKeys(open: () => Promise<FieldSecrets>): FieldKeys {
  const secrets = openedOnce(open);
  return {
    async encrypt(text, place) {
      const { current, data } = await secrets();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(data, current), iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeName(place, current));
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
      decipher.setAAD(placeName(place, version));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    async blindIndex(text, of) {
      const { index, currentIndex } = await secrets();
      return indexed(text, of, { version: currentIndex, hex: index[currentIndex] ?? '' });
    },
    async blindIndexes(text, of) {
      const given = await secrets();
      return indexKeys(given).map((under) => indexed(text, of, under));
    },
    async versions() {
      const given = await secrets();
      return {
        data: { newest: given.current, known: newestFirst(given.data, given.current) },
        index: { newest: given.currentIndex, known: newestFirst(given.index, given.currentIndex) },
      };
    },
  };
}

interface IndexKey {
  version: string;
  hex: string;
}

export const indexKeys = ({ index, currentIndex }: FieldSecrets): IndexKey[] =>
  newestFirst(index, currentIndex).map((version) => ({ version, hex: index[version] ?? '' }));

/** Puts the chosen version first, because a former one that is set back writes again. */
const newestFirst = (byVersion: Record<string, string>, newest: string) => [
  newest,
  ...Object.keys(byVersion)
    .filter((version) => version !== newest)
    .toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1))),
];

function indexed(
  text: string,
  { domainId, field }: { domainId: string; field: string },
  { version, hex }: IndexKey,
): string {
  const secret = Buffer.from(hex, 'hex');
  // In Azure this secret also gives the keys that sign requests and audit heads, so later versions derive a separate
  // key. The first version is used unchanged, because its existing hashes must stay equal.
  const derived = () => Buffer.from(hkdfSync('sha256', secret, '', 'handoff/blind-index', 32));
  const mac = createHmac('sha256', version === 'v1' ? secret : derived()).update(
    `${domainId}|${field}|${text}`,
  );
  return `bix:${version}:${mac.digest('base64url')}`;
}

/** Used where no keys are configured. */
export const noFieldSecrets = (): Promise<FieldSecrets> => Promise.reject(new FieldKeysNotConfigured());

const placeName = ({ partition, type, id, field }: FieldPlace, version: string) =>
  Buffer.from([partition, type, id, field, version].join('|'));

function keyOf(data: FieldSecrets['data'], version: string): Buffer {
  if (version === '') throw new Error('What is not sealed names a key that is not there');
  const hex = data[version];
  if (hex === undefined) throw new FieldKeyMissing(version);
  return Buffer.from(hex, 'hex');
}
