import type { AuthorizationCodes } from './authorization-codes.ts';
import type { IdentityUrls } from './identity-urls.ts';
import type { SignInStore } from './sign-in-store.ts';
import type { SigningKey } from './signing-key.ts';

export type Person = { oid: string; name: string; email: string; title?: string };

export type IdentityOptions = {
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
  /** The host name browsers use; it stands in the issuer. */
  publicHost?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
};

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
