import type { SigningKeys } from './signing-keys.ts';

/** A page's place is good for this query on this partition and nothing else. */
interface Place {
  query: string;
  partitionKey: string;
  /** As the store gave it. */
  token: string;
}

/** Opaque for the client: it can hand the place back, but not make or move one. */
export async function signContinuation(keys: SigningKeys, place: Place): Promise<string> {
  const { sign } = await keys.signerFor('continuation');
  return `${Buffer.from(place.token).toString('base64url')}.${sign(textOf(place))}`;
}

/** The store's token, or undefined when the text was not signed for this query and partition. */
export async function openContinuation(
  keys: SigningKeys,
  asked: { query: string; partitionKey: string; continuation: string },
): Promise<string | undefined> {
  const [encoded = '', ...signature] = asked.continuation.split('.');
  const token = Buffer.from(encoded, 'base64url').toString();
  const { isSignature } = await keys.signerFor('continuation');
  return isSignature(textOf({ ...asked, token }), signature.join('.')) ? token : undefined;
}

const textOf = ({ query, partitionKey, token }: Place) => JSON.stringify([query, partitionKey, token]);
