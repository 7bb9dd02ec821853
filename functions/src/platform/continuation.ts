import * as z from 'zod';
import type { SigningKeys } from './signing-keys.ts';

/** A position in a list is valid only for its query and partition. */
interface Place {
  query: string;
  partitionKey: string;
  /** The token of the store; in a list sorted by name it contains a name. */
  token: string;
}

/** Half a day: a list left open over lunch still continues, an address found in a history does not. */
const GOOD_FOR_MS = 12 * 60 * 60_000;

const Sealed = z.object({ token: z.string(), until: z.number() });

/** Opaque to clients and to anyone who sees the address: it can be handed back, but not read, forged or moved. */
export async function sealContinuation(keys: SigningKeys, place: Place, now: Date): Promise<string> {
  const { seal } = await keys.sealerFor('continuation');
  const until = now.getTime() + GOOD_FOR_MS;
  return seal(JSON.stringify({ token: place.token, until } satisfies z.infer<typeof Sealed>), placeOf(place));
}

/** Returns the store's token; undefined when the text expired or was sealed for another query or partition. */
export async function openContinuation(
  keys: SigningKeys,
  asked: { query: string; partitionKey: string; continuation: string },
  now: Date,
): Promise<string | undefined> {
  const { open } = await keys.sealerFor('continuation');
  const text = open(asked.continuation, placeOf(asked));
  if (text === undefined) return undefined;
  const { token, until } = Sealed.parse(JSON.parse(text));
  return now.getTime() < until ? token : undefined;
}

const placeOf = ({ query, partitionKey }: Omit<Place, 'token'>) => JSON.stringify([query, partitionKey]);
