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

/** In the spelling of OpenID discovery, which is also what MSAL's `authorityMetadata` takes. */
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
