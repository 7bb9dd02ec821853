import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { createAuthorizationCodes } from './sign-in/authorization-codes.ts';
import { readRequest, send } from './exchange.ts';
import {
  type IdentityContext,
  type IdentityOptions,
  identityPaths,
  identityUrls,
} from './identity-options.ts';
import { route } from './route.ts';
import { openSignInStore } from './sign-in/sign-in-store.ts';
import { openSigningKey } from './tokens/signing-key.ts';

/** A stand-in for Entra on this machine: MSAL's AAD mode, no passwords, the people it is given. */
export async function startIdentity(options: IdentityOptions) {
  const server = createServer();
  const now = options.now ?? Date.now;
  const store = openSignInStore(options.dataFolder, now);
  const key = await openSigningKey(options.dataFolder);
  const port = await listenOnLoopback(server, options.port, 'Identity server');
  const host = `${options.publicHost ?? 'localhost'}:${port}`;
  const context: IdentityContext = {
    ...options,
    accessTokenSeconds: options.accessTokenSeconds ?? 3600,
    now,
    urls: identityUrls(`http://${host}`, options.tenantId),
    key,
    store,
    codes: createAuthorizationCodes(now),
  };
  const hosts = [host, `127.0.0.1:${port}`];
  server.on('request', (request, response) => void answer({ context, hosts }, request, response));
  return {
    url: `http://${host}`,
    issuer: context.urls.issuer,
    /** For the API's validator: server to server goes to 127.0.0.1. */
    jwksUri: `http://127.0.0.1:${port}${identityPaths(options.tenantId).keys}`,
    /** For MSAL's `authorityMetadata`. */
    endpoints: context.urls,
    close: () => closeServer(server),
  };
}

async function answer(
  { context, hosts }: { context: IdentityContext; hosts: readonly string[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page elsewhere can point its own name at 127.0.0.1; it cannot choose the Host header.
  if (!hosts.includes(request.headers.host ?? '')) {
    send(response, { status: 421, headers: {}, body: 'This server answers to localhost only.' });
    return;
  }
  try {
    send(response, await route(context, await readRequest(request)));
  } catch (error) {
    console.error('Identity server:', error);
    send(response, { status: 500, headers: {}, body: 'The identity server failed; its console says why.' });
  }
}
