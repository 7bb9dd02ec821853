import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokens } from '../../platform/azure/identity/tokens.ts';
import type { Versioned } from '../../platform/ports.ts';
import { inRounds } from '../../writes/job-context.ts';
import { freshApi, type TestApi } from '../api.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { drawFew } from '../faults/run-size.ts';
import { people, TENANT } from '../people.ts';
import { everythingStored } from '../stored.ts';
import { createForge, noTokens, otherScopes, serveKeys, webApp } from './forged-tokens.ts';

// Every token of the corpus is sent to the drawn calls, for a person who may make most of them.

const audience = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const issuer = `https://login.microsoftonline.com/${TENANT}/v2.0`;
const forge = await createForge({ issuer, audience, tenantId: TENANT, oid: people.mia.oid });
const keys = await serveKeys([forge.ours.publicJwk]);
afterAll(keys.close);

const closed = drawFew(
  'tokens',
  everyExample.filter(({ endpoint }) => endpoint.access !== 'public'),
  // They accept a valid token.
  ({ endpoint }) => endpoint.mode === 'read' && endpoint.access === 'member',
);
const inputs = new Map<EndpointExample, unknown>();
let handoff: TestApi;
let atFirst: Versioned[];

beforeAll(async () => {
  const tokens = createTokens({
    issuer,
    audience,
    jwksUri: keys.url,
    tenantId: TENANT,
    scope: 'api.read',
    clientIds: [webApp],
  });
  const fresh = await freshApi();
  for (const example of closed) inputs.set(example, await example.input(fresh));
  atFirst = await everythingStored(fresh.store);
  handoff = { ...fresh, ...fresh.another({ tokens }) };
}, 60_000);

test('a valid token of this forge is accepted', async () => {
  const reads = closed.filter(({ endpoint }) => endpoint.mode === 'read' && endpoint.access === 'member');
  expect(reads.length).toBeGreaterThan(2);
  expect(await answersTo(reads, `Bearer ${await forge.sign()}`)).not.toMatch(/40[13]/);
});

// HTTP itself removes blanks at the end of a header, so those two arrive as valid tokens.
const arriving = Object.entries(forge.hostile).filter(([what]) => !what.endsWith('at the end'));

test.each(arriving)('refused everywhere: %s', async (_what, token) => {
  expect(await answersTo(closed, `Bearer ${await token()}`)).toBe('401 not_signed_in');
});

test.each(noTokens)('refused everywhere: the header %s', async (authorization) => {
  expect(await answersTo(closed, authorization)).toBe('401 not_signed_in');
});

test.each(otherScopes)('an authentic token for another scope is refused: %s', async (_what, scp) => {
  // Clients would read a 401 as an expired sign-in.
  expect(await answersTo(closed, `Bearer ${await forge.sign({ scp })}`)).toBe('403 forbidden');
});

test('rejected requests store nothing', async () => {
  expect(await everythingStored(handoff.store)).toEqual(atFirst);
});

/** Returns the common answer of all calls, or the different ones. */
async function answersTo(examples: EndpointExample[], authorization: string | undefined): Promise<string> {
  const answers = await inRounds(examples, async (example) => {
    const answer = await handoff.call(example.endpoint, inputs.get(example), {
      headers: { authorization },
    });
    return answer.status === 200 ? '200' : `${answer.status} ${answer.error().code}`;
  });
  return [...new Set(answers)].toSorted().join(', ');
}
