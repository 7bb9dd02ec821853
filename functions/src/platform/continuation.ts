import type { SigningKeys } from './signing-keys.ts';

/** A page's place is good for this query on this partition and nothing else. */
interface Place {
  query: string;
  partitionKey: string;
  /** As the store gave it. */
  token: string;
}

/** Opaque for the client: it can hand the place back, but not make or move one. */
export function signContinuation(keys: SigningKeys, place: Place): string {
  return `${Buffer.from(place.token).toString('base64url')}.${keys.sign('continuation', textOf(place))}`;
}

/** The store's token, or undefined when the text was not signed for this query and partition. */
export function openContinuation(
  keys: SigningKeys,
  asked: { query: string; partitionKey: string; continuation: string },
): string | undefined {
  const [encoded = '', ...signature] = asked.continuation.split('.');
  const token = Buffer.from(encoded, 'base64url').toString();
  const isOurs = keys.isSignature('continuation', textOf({ ...asked, token }), signature.join('.'));
  return isOurs ? token : undefined;
}

const textOf = ({ query, partitionKey, token }: Place) => JSON.stringify([query, partitionKey, token]);
