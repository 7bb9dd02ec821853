import { createHmac, timingSafeEqual } from 'node:crypto';

/** A page's place is good for this query on this partition and nothing else. */
interface Place {
  query: string;
  partitionKey: string;
  /** As the store gave it. */
  token: string;
}

/** Opaque for the client: it can hand the place back, but not make or move one. */
export function signContinuation(secret: string, place: Place): string {
  return `${Buffer.from(place.token).toString('base64url')}.${seal(secret, place).toString('base64url')}`;
}

/** The store's token, or undefined when the text was not signed for this query and partition. */
export function openContinuation(
  secret: string,
  asked: { query: string; partitionKey: string; continuation: string },
): string | undefined {
  const [encoded = '', mac = ''] = asked.continuation.split('.');
  const token = Buffer.from(encoded, 'base64url').toString();
  const expected = seal(secret, { ...asked, token });
  const given = Buffer.from(mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

function seal(secret: string, { query, partitionKey, token }: Place): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([query, partitionKey, token]))
    .digest();
}
