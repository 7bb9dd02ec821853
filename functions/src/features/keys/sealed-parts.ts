import * as z from 'zod';
import type { FieldKeys, StoredDocument, Versioned } from '../../platform/ports.ts';
import { recordOf, records } from '../../records/registry.ts';
import { sealedReferralKind } from '../../records/kinds/referral-records.ts';
import { above, queryOf, select } from '../../records/select.ts';
import { duplicateKeys } from '../../records/duplicate-keys.ts';
import { openNumbers, searchKeys, type Numbers } from '../../records/sealed-numbers.ts';

/** Records of these types are in the partitions of agencies. */
const sealedTypes = records.filter(({ sealed }) => sealed.length > 0).map(({ type }) => type);

/** Sorted by id, so that the next run continues where one ended. */
export const sealedAfter = (id: string) =>
  queryOf(
    select(sealedReferralKind, {
      types: sealedTypes,
      withDeleted: true,
      where: { id: above(id) },
      order: ['id ASC'],
    }),
  );

const Sealed = z.record(z.string(), z.string());
const Parts = z.object({
  Sealed: Sealed.optional(),
  Webhooks: z.array(z.looseObject({ Id: z.string(), Sealed })).optional(),
  SearchKeys: z.array(z.string()).optional(),
  DuplicateKeys: z.record(z.string(), z.string()).optional(),
  MbiHash: z.string().nullish(),
  ListHash: z.string().optional(),
});
type Parts = z.infer<typeof Parts>;

/** Leaves only the fields that the kind declares as sealed. */
function partsIn(document: StoredDocument): Parts {
  const sealed: readonly string[] = recordOf(document.type)?.sealed ?? [];
  return Parts.parse(
    Object.fromEntries(Object.entries(document).filter(([field]) => sealed.includes(field))),
  );
}

/** The fields beside the numbers from which search hashes of a referral, or of a do-not-readmit entry, are made. */
const Fields = z.object({
  Patient: z.object({
    FirstName: z.string(),
    LastName: z.string(),
    DateOfBirth: z.string(),
    Phone: z.string().default(''),
  }),
  Address: z.object({ ZipCode: z.string() }).default({ ZipCode: '' }),
});

export interface Newest {
  data: string;
  index: string;
}

/** Returns the key versions under which a record is sealed and hashed, one for each value. */
export function versionsIn(document: StoredDocument): { data: string[]; index: string[] } {
  const parts = partsIn(document);
  const list = parts.ListHash === undefined ? [] : [versionOf(parts.ListHash)];
  return { data: sealedIn(parts).map(versionOf), index: [...hashesIn(parts).map(versionOf), ...list] };
}

/** Returns the version in `enc:v1:…` or `bix:v1:…`, and `none` for any other text. */
export const versionOf = (value: string) => /^(?:enc|bix):(v\d+):/.exec(value)?.[1] ?? 'none';

const sealedIn = ({ Sealed: own = {}, Webhooks = [] }: Parts) =>
  [own, ...Webhooks.map((webhook) => webhook.Sealed)].flatMap((sealed) => Object.values(sealed));

/** Not the hash of a batch's list: the list is not stored to renew it from, and it expires after a month. */
const hashesIn = ({ SearchKeys = [], DuplicateKeys = {}, MbiHash }: Parts) => [
  ...SearchKeys,
  ...Object.values(DuplicateKeys),
  ...(MbiHash ? [MbiHash] : []),
];

interface Renewal {
  keys: FieldKeys;
  newest: Newest;
  domainId: string;
  now: Date;
}

/** Returns the record under the newest keys, otherwise unchanged; undefined when it already is. */
export async function renewedRecord(
  { keys, newest, domainId, now }: Renewal,
  { _etag, ...document }: Versioned,
): Promise<StoredDocument | undefined> {
  const parts = partsIn(document);
  const isSealedAnew = sealedIn(parts).some((value) => versionOf(value) !== newest.data);
  const isHashedAnew = hashesIn(parts).some((value) => versionOf(value) !== newest.index);
  if (!isSealedAnew && !isHashedAnew) return undefined;
  const { id, type } = document;
  const renew = (sealed: z.infer<typeof Sealed>, of: string) =>
    sealedAgain({ keys, newest: newest.data }, { partition: `d:${domainId}`, type, id: of }, sealed);
  return {
    ...document,
    ...remainingTime(document, now),
    ...(parts.Sealed && { Sealed: await renew(parts.Sealed, id) }),
    ...(parts.Webhooks && {
      Webhooks: await Promise.all(
        parts.Webhooks.map(async (webhook) => ({
          ...webhook,
          Sealed: await renew(webhook.Sealed, webhook.Id),
        })),
      ),
    }),
    ...(isHashedAnew && (await hashedAgain({ keys, domainId }, document, parts))),
  };
}

async function sealedAgain(
  { keys, newest }: { keys: FieldKeys; newest: string },
  place: { partition: string; type: string; id: string },
  sealed: z.infer<typeof Sealed>,
): Promise<z.infer<typeof Sealed>> {
  const again = Object.entries(sealed).map(async ([field, value]) => {
    if (versionOf(value) === newest) return [field, value] as const;
    const at = { ...place, field };
    return [field, await keys.encrypt(await keys.decrypt(value, at), at)] as const;
  });
  return Object.fromEntries(await Promise.all(again));
}

async function hashedAgain(
  { keys, domainId }: { keys: FieldKeys; domainId: string },
  document: StoredDocument,
  { Sealed: sealed = {}, DuplicateKeys, MbiHash }: Parts,
) {
  const { id, type } = document;
  const numbers = await openNumbers(keys, { domainId, id, type }, { Sealed: sealed });
  const hashes = await hashesOf({ keys, domainId }, numbers);
  if (MbiHash !== undefined) return { MbiHash: hashes[0] ?? null };
  const fields = DuplicateKeys && Fields.parse(document);
  return {
    SearchKeys: hashes,
    ...(fields && { DuplicateKeys: await duplicateKeys(keys, { domainId, fields, numbers }) }),
  };
}

async function hashesOf({ keys, domainId }: { keys: FieldKeys; domainId: string }, numbers: Numbers) {
  const all = Object.entries(numbers).map(([field, text]) => searchKeys(keys, domainId, { field, text }));
  return [...new Set((await Promise.all(all)).flatMap(([newest]) => newest ?? []))];
}

const Expiring = z.object({ ttl: z.number(), since: z.iso.datetime() });

/** The store counts from the last write, and a renewal must not extend the time. */
function remainingTime(document: StoredDocument, now: Date): { ttl?: number } {
  const since = document['DeletedAt'] ?? document['SavedAt'];
  const expiring = Expiring.safeParse({ ttl: document.ttl, since }).data;
  if (!expiring) return {};
  const passed = Math.floor((now.getTime() - Date.parse(expiring.since)) / 1000);
  return { ttl: Math.max(1, expiring.ttl - passed) };
}
