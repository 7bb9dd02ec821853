import { createServer } from 'node:http';
import { closeServer, listenOnLoopback, serveApp } from '../listen-on-loopback.ts';
import { identityApp } from './identity-app.ts';
import {
  identityPaths,
  identityUrls,
  type IdentityContext,
  type IdentityOptions,
} from './identity-options.ts';
import { createAuthorizationCodes } from './sign-in/authorization-codes.ts';
import { openSignInStore } from './sign-in/sign-in-store.ts';
import { openSigningKey } from './tokens/signing-key.ts';

/** Starts a stand-in for Entra on this machine: MSAL's AAD mode, no passwords, only the given people. */
export async function startIdentity(options: IdentityOptions) {
  const server = createServer();
  const now = options.now ?? Date.now;
  const store = openSignInStore(options.dataFolder, now);
  const key = await openSigningKey(options.dataFolder);
  const port = await listenOnLoopback(server, options.port, 'Identity server');
  const host = `localhost:${port}`;
  const context: IdentityContext = {
    ...options,
    accessTokenSeconds: options.accessTokenSeconds ?? 3600,
    now,
    urls: identityUrls(`http://${host}`, options.tenantId),
    key,
    store,
    codes: createAuthorizationCodes(now),
  };
  serveApp(server, identityApp(context));
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
