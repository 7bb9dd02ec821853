/** The source of the API client's bearer token. No schema library here: the sign-in button does not wait for it. */
export interface AccessTokens {
  token(options?: { forceRefresh: boolean }): Promise<string>;
}

/** Only the person can go on: even the popup brought no token. */
export class SignInRequired extends Error {}
