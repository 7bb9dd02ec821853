const openIdScopes = new Set(['openid', 'profile', 'email', 'offline_access']);
const apiScope = 'api.read';

/** What Entra answers as audience when no scope names an API: a token for Microsoft Graph, useless to ours. */
const graphAudience = '00000003-0000-0000-c000-000000000000';

export type Scopes = {
  /** As asked for: MSAL looks cached tokens up by the scopes in the answer. */
  granted: string;
  audience: string;
  scp: string;
};

export function readScopes(scope: string, apiClientId: string): Scopes | undefined {
  const words = scope.split(' ').filter((word) => word !== '');
  const apiWords = words.filter((word) => !openIdScopes.has(word));
  const known = [`api://${apiClientId}/${apiScope}`, `${apiClientId}/${apiScope}`];
  if (words.length === 0 || apiWords.some((word) => !known.includes(word))) return undefined;
  const granted = words.filter((word) => word !== 'offline_access').join(' ');
  return apiWords.length > 0
    ? { granted, audience: apiClientId, scp: apiScope }
    : { granted, audience: graphAudience, scp: granted };
}
