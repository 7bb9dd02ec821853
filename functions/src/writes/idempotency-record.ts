import { addMs } from '../core/time.ts';
import { sha256, type Identity } from '../core/hash.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyPattern } from '@handoff/shared/contract/headers';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import type { Versioned, Partition, Platform } from '../platform/ports.ts';
import { keptSeconds, NEVER_EXPIRES } from '../records/retention.ts';
import { AppError } from '../core/app-error.ts';
import type { ApiRequest, FormPart, RawInput } from '../core/request.ts';
import { idempotencyRecord } from '../records/kinds/server-records.ts';
import type { Caller } from '../core/context.ts';
import type { SigningKeys } from '../platform/signing-keys.ts';

/** One request under one key, fixed before its handler runs. */
export interface IdempotentRequest {
  readonly id: string;
  readonly fingerprint: string;
  /** Tells whether a stored fingerprint, made under a possibly older key, belongs to this request. */
  isFingerprint(stored: string): boolean;
  readonly now: Date;
}

const IdempotencyRecord = z.object({
  id: z.string(),
  type: z.literal(idempotencyRecord.type),
  v: z.literal(3),
  state: z.enum(['claimed', 'sent', 'done', 'released', 'failed']),
  fingerprint: z.string(),
  /** Identifies the batch that wrote this record last; the attempt that wrote it holds the lease. */
  writeId: z.string().optional(),
  failures: z.number().int(),
  leaseUntil: z.string().nullable(),
  body: z.string().nullable(),
  /** The records in the body: a replay is answered only while its caller may see them. */
  touched: z.array(z.object({ Id: z.string(), IsDeleted: z.boolean() })).optional(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  ttl: z.number().int(),
});
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;
export type StoredRecord = IdempotencyRecord & { etag: string };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function requireKey(request: ApiRequest): string {
  const key = idempotencyKeyPattern.exec(request.header(IDEMPOTENCY_KEY) ?? '')?.[1];
  // A UUID is the same in either case (RFC 9562, 4); other keys are case-sensitive.
  if (key) return uuid.test(key) ? key.toLowerCase() : key;
  throw new AppError(
    'invalid_request',
    `Send the header ${IDEMPOTENCY_KEY} with 16 to 64 letters, digits, - or _.`,
  );
}

/**
 * The id is composite, so that someone else's guessed key, or the same key on another call, finds nothing. It
 * includes the partition, because otherwise one key in two agencies would give two records the same id.
 */
export function recordId(
  endpoint: Endpoint,
  { partitionKey, oid, key }: { partitionKey: string; oid: string; key: string },
): string {
  return `idem|${sha256([partitionKey, oid, endpoint.method, endpoint.path, key].join('\n'))}`;
}

interface Naming {
  platform: Pick<Platform, 'clock' | 'signingKeys'>;
  endpoint: Endpoint;
  raw: RawInput;
  caller: Caller;
  key: string;
  partition: Pick<Partition, 'key'>;
}

/** Fixes what names a request under its key: the id of its record, and what tells a retry from another request. */
export async function identifyRequest({
  platform,
  endpoint,
  raw,
  caller,
  key,
  partition,
}: Naming): Promise<IdempotentRequest> {
  return Object.freeze({
    id: recordId(endpoint, { partitionKey: partition.key, oid: caller.claims.oid, key }),
    ...(await fingerprintOf(platform.signingKeys, endpoint, raw)),
    now: platform.clock.now(),
  });
}

/**
 * Distinguishes a retry from another request under the same key. It is keyed with a secret because it is stored: with
 * the rest of a request known, the few digits of a patient's number could be guessed from a bare hash.
 */
export async function fingerprintOf(
  keys: SigningKeys,
  endpoint: Endpoint,
  raw: RawInput,
): Promise<Pick<IdempotentRequest, 'fingerprint' | 'isFingerprint'>> {
  const query = [...raw.query].toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const body = raw.parts.length > 0 ? raw.parts.map(describePart) : sha256(raw.bytes);
  const params = Object.entries(raw.params).toSorted(([a], [b]) => compare(a, b));
  const request = JSON.stringify([endpoint.method, endpoint.path, params, query, raw.mediaType, body]);
  const { sign, isSignature } = await keys.signerFor('fingerprint');
  return { fingerprint: sign(request), isFingerprint: (stored) => isSignature(request, stored) };
}

/** Never the raw multipart body: its boundary changes on every retry. */
function describePart([name, value]: FormPart) {
  if (typeof value === 'string') return [name, null, null, null, sha256(value)];
  return [name, value.name, value.type, value.bytes.length, sha256(value.bytes)];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function identityOf({ id }: IdempotentRequest, record: StoredRecord | undefined): Identity {
  return { id, attempt: (record?.failures ?? 0) + 1 };
}

interface Outcome {
  request: IdempotentRequest;
  /** The stored record; undefined for a key that was not used yet. */
  before: StoredRecord | undefined;
}

/** The record of an answer that needed no lease. */
export const answeredRecord = (found: Outcome, body: string) => ({
  ...recordOf(found, keptSeconds.answer),
  state: 'done' as const,
  body,
});

/**
 * The record of a lease in its next state. A failure raises the count of failures, so the next try of the key is another
 * attempt, and what the failed one left outside the store keeps its own names.
 */
export function leaseRecord(
  found: Outcome,
  { state, until, body }: { state: IdempotencyRecord['state']; until: Date; body: string },
): IdempotencyRecord {
  const failures = (found.before?.failures ?? 0) + (state === 'failed' ? 1 : 0);
  return {
    ...recordOf(found, state === 'done' ? keptSeconds.leasedAnswer : keptOpen(failures)),
    state,
    failures,
    leaseUntil: state === 'claimed' || state === 'sent' ? until.toISOString() : null,
    body: state === 'done' ? body : null,
  };
}

/** While there are failures, forgetting the key would give their names away a second time. */
const keptOpen = (failures: number) => (failures > 0 ? NEVER_EXPIRES : keptSeconds.leasedAnswer);

/** Undefined once it has expired, as the store deletes late. Throws 422 when another request has the key. */
export function openRecord(
  stored: Versioned | undefined,
  request: IdempotentRequest,
): StoredRecord | undefined {
  if (!stored) return undefined;
  const record = IdempotencyRecord.parse(stored);
  if (record.expiresAt !== null && record.expiresAt <= request.now.toISOString()) return undefined;
  if (!request.isFingerprint(record.fingerprint))
    throw new AppError('idempotency_key_reused', 'This key was already used for another request.');
  return { ...record, etag: stored._etag };
}

function recordOf({ request, before }: Outcome, seconds: number) {
  const { id, fingerprint, now } = request;
  return {
    id,
    type: idempotencyRecord.type,
    v: 3 as const,
    fingerprint,
    failures: before?.failures ?? 0,
    leaseUntil: null,
    body: null,
    createdAt: now.toISOString(),
    expiresAt: seconds === NEVER_EXPIRES ? null : addMs(now, seconds * 1000).toISOString(),
    ttl: seconds,
  };
}
