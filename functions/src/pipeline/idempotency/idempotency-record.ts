import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY, idempotencyKeyPattern } from '@handoff/shared/contract/headers';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import type { Versioned } from '../../platform/ports.ts';
import { AppError } from '../request/app-error.ts';
import { sha256 } from './fingerprint.ts';
import type { ApiRequest } from '../request/request.ts';

const ATOMIC_SECONDS = 86_400;
const LEASE_SECONDS = 604_800;

/** What one request under one key is, fixed before its handler runs. */
export interface Intent {
  readonly id: string;
  readonly fp: string;
  readonly owner: string;
  readonly now: Date;
}

const IdempotencyRecord = z.object({
  id: z.string(),
  type: z.literal('idem'),
  v: z.literal(1),
  state: z.enum(['done', 'leased']),
  fp: z.string(),
  owner: z.string(),
  leaseUntil: z.string().nullable(),
  /** Something that must not happen twice was begun; nobody but a person repeats it. */
  step: z.literal('asked').optional(),
  tries: z.number().int(),
  body: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  ttl: z.number().int(),
});
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

export function requireKey(request: ApiRequest): string {
  const key = idempotencyKeyPattern.exec(request.header(IDEMPOTENCY_KEY) ?? '')?.[1];
  if (key) return key;
  throw new AppError(
    'invalid_request',
    `Send the header ${IDEMPOTENCY_KEY} with 16 to 64 letters, digits, - or _.`,
  );
}

export const startedInDomain = (request: ApiRequest) => request.header(BUSINESS_DOMAIN);

/** Composite: a guessed key of somebody else, or the same key on another call, finds nothing. */
export function recordId(endpoint: Endpoint, oid: string, key: string): string {
  return `idem|${sha256([oid, endpoint.method, endpoint.path, key].join('\n'))}`;
}

/** Everything a write names or creates is derived, so that a retry meets it instead of making a twin. */
export function derive(id: string, salt: string): string {
  return sha256(`${id}|${salt}`).slice(0, 32);
}

export function doneRecord(
  intent: Intent,
  body: string,
  mode: 'atomic' | 'lease',
  tries = 1,
): IdempotencyRecord {
  return { ...recordOf(intent, mode), state: 'done', leaseUntil: null, tries, body };
}

export function leasedRecord(
  intent: Intent,
  lease: { until: Date; tries: number; isAsked: boolean },
): IdempotencyRecord {
  return {
    ...recordOf(intent, 'lease'),
    state: 'leased',
    leaseUntil: lease.until.toISOString(),
    ...(lease.isAsked && { step: 'asked' }),
    tries: lease.tries,
    body: null,
  };
}

/** The record when it still counts; the store forgets expired ones late. Throws 422 when it is of another request. */
export function openRecord(
  stored: Versioned | undefined,
  intent: Intent,
): (IdempotencyRecord & { etag: string }) | undefined {
  if (!stored) return undefined;
  const record = IdempotencyRecord.parse(stored);
  if (record.expiresAt <= intent.now.toISOString()) return undefined;
  if (record.fp !== intent.fp)
    throw new AppError('idempotency_key_reused', 'This key was already used for another request.');
  return { ...record, etag: stored._etag };
}

function recordOf(intent: Intent, mode: 'atomic' | 'lease') {
  const ttl = mode === 'atomic' ? ATOMIC_SECONDS : LEASE_SECONDS;
  return {
    id: intent.id,
    type: 'idem' as const,
    v: 1 as const,
    fp: intent.fp,
    owner: intent.owner,
    createdAt: intent.now.toISOString(),
    expiresAt: new Date(intent.now.getTime() + ttl * 1000).toISOString(),
    ttl,
  };
}
