import type { Context } from 'hono';
import * as z from 'zod';
import { clientInfo, readScopes, signAccessToken, signIdToken } from './sign-tokens.ts';
import type { IdentityContext } from '../identity-options.ts';
import { digest } from '../../secrets.ts';
import type { Session } from '../sign-in/sign-in-store.ts';

const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: z.string(),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: z.string(),
    refresh_token: z.string(),
    scope: z.string().optional(),
  }),
]);
type TokenRequest = z.infer<typeof TokenRequest>;
interface Grant {
  session: Session;
  signedInAt: number;
  scope: string;
  nonce?: string | undefined;
}

export async function redeemToken(context: IdentityContext, c: Context): Promise<Response> {
  const parsed = TokenRequest.safeParse(await c.req.parseBody());
  if (!parsed.success) return failure(c, 'invalid_request', 'The token request is incomplete.');
  const request = parsed.data;
  if (request.client_id !== context.clientId)
    return failure(c, 'unauthorized_client', 'The client_id is not known.');
  const grant =
    request.grant_type === 'refresh_token' ? ofRefreshToken(context, request) : ofCode(context, request);
  if (grant === undefined) {
    return failure(
      c,
      'invalid_grant',
      'AADSTS70000: the code or refresh token is unknown or expired, or the code was used.',
    );
  }
  return tokens(context, c, grant);
}

function ofCode(
  context: IdentityContext,
  request: Extract<TokenRequest, { grant_type: 'authorization_code' }>,
): Grant | undefined {
  const grant = context.codes.take(request.code);
  const isBound =
    grant?.redirectUri === request.redirect_uri && grant.challenge === digest(request.code_verifier);
  if (grant === undefined || !isBound) return undefined;
  const session = context.store.session(grant.sid);
  return session && { session, signedInAt: grant.signedInAt, scope: grant.scope, nonce: grant.nonce };
}

function ofRefreshToken(
  context: IdentityContext,
  request: Extract<TokenRequest, { grant_type: 'refresh_token' }>,
): Grant | undefined {
  const found = context.store.findRefreshToken(request.refresh_token);
  return found && { ...found, scope: request.scope ?? found.scope };
}

async function tokens(
  context: IdentityContext,
  c: Context,
  { session, signedInAt, scope, nonce }: Grant,
): Promise<Response> {
  const person = context.people.find((one) => one.oid === session.oid);
  if (person === undefined)
    return failure(c, 'invalid_grant', 'AADSTS50034: the person does not exist any more.');
  const scopes = readScopes(scope, context.apiClientId);
  if (scopes === undefined) return failure(c, 'invalid_scope', 'AADSTS70011: the scope is not known.');
  const { key, tenantId, clientId, accessTokenSeconds } = context;
  const signer = {
    key,
    issuer: context.urls.issuer,
    tenantId,
    clientId,
    at: Math.floor(context.now() / 1000),
  };
  const [access_token, id_token] = await Promise.all([
    signAccessToken(signer, {
      person,
      sid: session.sid,
      signedInAt,
      audience: scopes.audience,
      scp: scopes.scp,
      lifetimeSeconds: accessTokenSeconds,
    }),
    signIdToken(signer, { person, sid: session.sid, nonce }),
  ]);
  return c.json({
    token_type: 'Bearer',
    scope: scopes.granted,
    expires_in: accessTokenSeconds,
    ext_expires_in: accessTokenSeconds,
    access_token,
    id_token,
    refresh_token: context.store.issueRefreshToken({ sid: session.sid, scope, signedInAt }),
    refresh_token_expires_in: Math.floor((session.expiresAt - context.now()) / 1000),
    client_info: clientInfo(person.oid, tenantId),
  });
}

function failure(c: Context, error: string, error_description: string): Response {
  return c.json({ error, error_description }, 400);
}
