import * as z from 'zod';
import type { SigningKeys } from './signing-keys.ts';

/** A page's place is good for this query on this partition and nothing else. */
interface Place {
  query: string;
  partitionKey: string;
  /** As the store gave it: of a list sorted by name it holds a name. */
  token: string;
}

/** A working day: a list that is left open over lunch goes on, an address found in a history does not. */
const GOOD_FOR_MS = 12 * 60 * 60_000;

const Sealed = z.object({ token: z.string(), until: z.number() });

/** Opaque for the client and for whoever reads its address: it can hand the place back, but not read, make or move one. */
export async function sealContinuation(keys: SigningKeys, place: Place, now: Date): Promise<string> {
  const { seal } = await keys.sealerFor('continuation');
  const until = now.getTime() + GOOD_FOR_MS;
  return seal(JSON.stringify({ token: place.token, until } satisfies z.infer<typeof Sealed>), placeOf(place));
}

/** The store's token, or undefined when the text was not sealed for this query and partition, or too long ago. */
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
