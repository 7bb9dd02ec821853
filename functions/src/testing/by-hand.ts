import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as z from 'zod';
import type { TestApi } from './api.ts';
import type { PersonName } from './people.ts';

/** Sends JSON like a client that knows the path and not the types. */
export const sendByHand = (handoff: TestApi, endpoint: Endpoint, sent: { as: PersonName; body: unknown }) =>
  handoff.call(endpoint, {}, { as: sent.as, rawBody: JSON.stringify(sent.body) });

const Slices = z.record(z.string(), z.unknown());
const Records = z.array(z.looseObject({ Id: z.string(), Etag: z.string() }));

/** Returns the first record of the list in a call's answer. */
export async function readFirst(
  handoff: TestApi,
  endpoint: Endpoint,
  { as, list, query = {} }: { as: PersonName; list: string; query?: object },
) {
  const answer = await handoff.call(endpoint, { query }, { as });
  const [record] = Records.parse(Slices.parse(JSON.parse(answer.text))[list]);
  if (!record) throw new Error(`${endpoint.path} answers nothing in ${list}`);
  return record;
}
