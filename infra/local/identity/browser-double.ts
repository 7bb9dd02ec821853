import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';

export interface SignInRequest {
  redirectUri: string;
  clientId: string;
  scope: string;
}

const TokenAnswer = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  scope: z.string(),
  expires_in: z.number(),
  client_info: z.string(),
});

/** A browser for tests: one cookie jar, redirects seen instead of followed. */
export function createBrowserDouble(issuer: string, defaults: SignInRequest) {
  const base = new URL('..', `${issuer}/`).href;
  let cookie = '';

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return response;
  }

  function authorizeUrl(changes: Record<string, string | undefined> = {}): { url: string; verifier: string } {
    const verifier = randomBytes(32).toString('base64url');
    const values = {
      client_id: defaults.clientId,
      redirect_uri: defaults.redirectUri,
      response_type: 'code',
      scope: defaults.scope,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'state-1',
      nonce: 'nonce-1',
      ...changes,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
    return { url: `${base}oauth2/v2.0/authorize?${query.toString()}`, verifier };
  }

  async function choose(oid: string, changes: Record<string, string | undefined> = {}) {
    const { url, verifier } = authorizeUrl(changes);
    const response = await open(url, { method: 'POST', body: new URLSearchParams({ person: oid }) });
    return { response, verifier, answer: fragmentOf(response) };
  }

  async function postToken(
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${base}oauth2/v2.0/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ client_id: defaults.clientId, ...form }),
    });
  }

  function redeem(code: string, verifier: string, redirectUri = defaults.redirectUri): Promise<Response> {
    return postToken({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
  }

  async function signIn(oid: string, changes: Record<string, string | undefined> = {}) {
    const { answer, verifier } = await choose(oid, changes);
    return TokenAnswer.parse(await (await redeem(answer.get('code') ?? '', verifier)).json());
  }

  return {
    open,
    authorizeUrl,
    choose,
    redeem,
    signIn,
    postToken,
    async refresh(token: string) {
      const response = await postToken({
        grant_type: 'refresh_token',
        refresh_token: token,
        scope: defaults.scope,
      });
      return { status: response.status, body: await response.json() };
    },
    logout: (query: Record<string, string>) =>
      open(`${base}oauth2/v2.0/logout?${new URLSearchParams(query).toString()}`),
  };
}

export function fragmentOf(response: Response): URLSearchParams {
  const location = response.headers.get('location');
  return new URLSearchParams(location === null ? '' : new URL(location).hash.slice(1));
}
