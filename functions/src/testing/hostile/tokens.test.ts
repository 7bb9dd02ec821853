import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokens } from '../../platform/azure/identity/tokens.ts';
import type { Versioned } from '../../platform/ports.ts';
import { freshApi, type TestApi } from '../api.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { people, TENANT } from '../people.ts';
import { everythingStored } from '../stored.ts';
import { createForge, noTokens, otherScopes, serveKeys, webApp } from './forged-tokens.ts';

// Every token of the corpus goes to every call, as from someone who may make most of them.

const audience = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const issuer = `https://login.microsoftonline.com/${TENANT}/v2.0`;
const forge = await createForge({ issuer, audience, tenantId: TENANT, oid: people.mia.oid });
const keys = await serveKeys([forge.ours.publicJwk]);
afterAll(keys.close);

const closed = everyExample.filter(({ endpoint }) => endpoint.access !== 'public');
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

test('a good token of this forge is good', async () => {
  const reads = closed.filter(({ endpoint }) => endpoint.mode === 'read' && endpoint.access === 'member');
  expect(reads.length).toBeGreaterThan(2);
  expect(await answersTo(reads, `Bearer ${await forge.sign()}`)).not.toMatch(/40[13]/);
});

// HTTP itself takes blanks off the end of a header: those two are whole again when they arrive.
const arriving = Object.entries(forge.hostile).filter(([what]) => !what.endsWith('at the end'));

test.each(arriving)('refused everywhere: %s', async (_what, token) => {
  expect(await answersTo(closed, `Bearer ${await token()}`)).toBe('401 not_signed_in');
});

test.each(noTokens)('refused everywhere: the header %s', async (authorization) => {
  expect(await answersTo(closed, authorization)).toBe('401 not_signed_in');
});

test.each(otherScopes)('authentic, but not for this API: %s', async (_what, scp) => {
  // A 401 would be taken for a sign-in that ran out.
  expect(await answersTo(closed, `Bearer ${await forge.sign({ scp })}`)).toBe('403 forbidden');
});

test('nothing of all this was kept', async () => {
  expect(await everythingStored(handoff.store)).toEqual(atFirst);
});

/** What they all answer, or all that they do. */
async function answersTo(examples: EndpointExample[], authorization: string | undefined): Promise<string> {
  const answers = await Promise.all(
    examples.map(async (example) => {
      const answer = await handoff.call(example.endpoint, inputs.get(example), {
        headers: { authorization },
      });
      return answer.status === 200 ? '200' : `${answer.status} ${answer.error().code}`;
    }),
  );
  return [...new Set(answers)].toSorted().join(', ');
}
