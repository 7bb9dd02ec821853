import { issueAccessToken } from '@handoff/local/identity/issue-access-token';
import { startIdentity } from '@handoff/local/identity/start-identity';
import { createTokens } from '../platform/azure/identity/tokens.ts';
import { people, TENANT, type PersonName } from './people.ts';

const clientId = '1b6f7c2e-6f0e-4a53-9a55-6f3a1d3c0001';
const apiClientId = '1b6f7c2e-6f0e-4a53-9a55-6f3a1d3c0002';

export type SignIn = Awaited<ReturnType<typeof startSignIn>>;

/** Starts the local identity server and the product's validator of its tokens. */
export async function startSignIn() {
  const persons = Object.values(people).map(({ oid, name }) => ({ oid, name, email: emailOf(name) }));
  const identity = await startIdentity({
    port: 0,
    people: persons,
    tenantId: TENANT,
    clientId,
    apiClientId,
    appOrigins: [],
  });
  const trust = {
    issuer: identity.issuer,
    audience: apiClientId,
    jwksUri: identity.jwksUri,
    tenantId: TENANT,
    scope: 'api.read',
    clientIds: [clientId],
  };
  const tokens = createTokens(trust);
  const issued = new Map<PersonName, Promise<string>>();
  function token(person: PersonName, claims?: Record<string, unknown>): Promise<string> {
    const { oid, name } = people[person];
    const known = issued.get(person);
    if (known && !claims) return known;
    const fresh = issueAccessToken({
      issuer: identity.issuer,
      tenantId: TENANT,
      clientId,
      apiClientId,
      person: { oid, name, email: emailOf(name) },
      ...(claims && { claims }),
    });
    if (!claims) issued.set(person, fresh);
    return fresh;
  }
  return { tokens, token, trust };
}

const emailOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@example.org`;
