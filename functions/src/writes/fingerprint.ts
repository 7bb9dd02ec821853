import type { FormPart, RawInput } from '../core/request.ts';
import { sha256 } from '../core/hash.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { SigningKeys } from '../platform/signing-keys.ts';
import type { IdempotentRequest } from './idempotency-record.ts';

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
