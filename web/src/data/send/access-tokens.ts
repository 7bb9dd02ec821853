/** Provides the API client's bearer token. Imports no schema library, which would delay the sign-in button. */
export interface AccessTokens {
  token(options?: { forceRefresh: boolean }): Promise<string>;
}

/** Thrown when even the popup brought no token, so only the person can continue. */
export class SignInRequired extends Error {}
