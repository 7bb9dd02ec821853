import { createServer } from 'node:http';
import { SignJWT } from 'jose';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { openSigningKey } from '../identity/tokens/signing-key.ts';

export type IdentityFault =
  | 'wrong audience'
  | 'expired token'
  | 'wrong issuer'
  | 'forged token'
  | 'identity without roles'
  | 'identity down'
  | 'identity slow';

export const identityIssuer = 'https://sts.windows.net/4e8fd3a5-3d0c-4ee5-9d5e-5f1c2a7b9e10/';
export const appIdentity = {
  clientId: 'aaaaaaaa-0000-4000-8000-000000000001',
  oid: 'aaaaaaaa-0000-4000-8000-000000000002',
};
const header = 'secret of the instance';

/** Starts the endpoint that every instance in Azure has, with its possible failures and those of its tokens. */
export async function startManagedIdentity() {
  const state: { fault: IdentityFault | undefined } = { fault: undefined };
  const { privateKey, kid } = await openSigningKey(undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://instance');
    const isOurs =
      request.headers['x-identity-header'] === header &&
      url.searchParams.get('client_id') === appIdentity.clientId;
    if (state.fault === 'identity slow') return;
    if (state.fault === 'identity down' || !isOurs) {
      response.writeHead(isOurs ? 500 : 401).end();
      return;
    }
    void tokenFor(url.searchParams.get('resource') ?? '').then((token) =>
      response.end(JSON.stringify({ access_token: token, expires_on: `${now() + 3600}` })),
    );
  });

  async function tokenFor(resource: string): Promise<string> {
    const { fault } = state;
    const token = await new SignJWT({
      oid: fault === 'identity without roles' ? appIdentity.clientId : appIdentity.oid,
    })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(fault === 'wrong issuer' ? 'https://sts.windows.net/another/' : identityIssuer)
      .setAudience(fault === 'wrong audience' ? 'https://graph.microsoft.com' : resource)
      .setIssuedAt(now() - 7200)
      .setExpirationTime(now() + (fault === 'expired token' ? -600 : 3600))
      .sign(privateKey);
    return fault === 'forged token' ? token.replace(/.{8}$/, 'AAAAAAAA') : token;
  }

  const port = await listenOnLoopback(server, 0, 'Managed identity');
  return {
    settings: {
      IDENTITY_ENDPOINT: `http://127.0.0.1:${port}/msi/token`,
      IDENTITY_HEADER: header,
      IDENTITY_CLIENT_ID: appIdentity.clientId,
    },
    fail: (fault: IdentityFault | undefined) => void (state.fault = fault),
    close: () => closeServer(server),
  };
}

const now = () => Math.floor(Date.now() / 1000);
