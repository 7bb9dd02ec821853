import type { AuthorizationCodes } from './sign-in/authorization-codes.ts';
import type { SignInStore } from './sign-in/sign-in-store.ts';
import type { SigningKey } from './tokens/signing-key.ts';

export interface Person {
  oid: string;
  name: string;
  email: string;
  title?: string;
}

export interface IdentityOptions {
  port: number;
  /** Keys, sessions and refresh tokens survive a restart when given; otherwise they live in memory. */
  dataFolder?: string;
  people: readonly Person[];
  tenantId: string;
  /** Application id of the web app: the audience of id tokens. */
  clientId: string;
  /** Application id of the API: the audience of access tokens. */
  apiClientId: string;
  appOrigins: readonly string[];
  accessTokenSeconds?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export type IdentityContext = Pick<
  IdentityOptions,
  'people' | 'tenantId' | 'clientId' | 'apiClientId' | 'appOrigins'
> & {
  accessTokenSeconds: number;
  now: () => number;
  urls: IdentityUrls;
  key: SigningKey;
  store: SignInStore;
  codes: AuthorizationCodes;
};

export type IdentityPaths = ReturnType<typeof identityPaths>;
export type IdentityUrls = ReturnType<typeof identityUrls>;

/** The paths of Entra, so that one configuration shape serves both. */
export function identityPaths(tenantId: string) {
  return {
    authorize: `/${tenantId}/oauth2/v2.0/authorize`,
    token: `/${tenantId}/oauth2/v2.0/token`,
    logout: `/${tenantId}/oauth2/v2.0/logout`,
    keys: `/${tenantId}/discovery/v2.0/keys`,
    configuration: `/${tenantId}/v2.0/.well-known/openid-configuration`,
  };
}

/** Spelled as in OpenID discovery, which is also the form of MSAL's `authorityMetadata`. */
export function identityUrls(origin: string, tenantId: string) {
  const paths = identityPaths(tenantId);
  return {
    issuer: `${origin}/${tenantId}/v2.0`,
    authorization_endpoint: `${origin}${paths.authorize}`,
    token_endpoint: `${origin}${paths.token}`,
    end_session_endpoint: `${origin}${paths.logout}`,
    jwks_uri: `${origin}${paths.keys}`,
  };
}
