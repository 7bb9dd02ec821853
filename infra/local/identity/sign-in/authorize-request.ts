import * as z from 'zod';
import type { IdentityContext } from '../identity-options.ts';
import { readScopes } from '../tokens/sign-tokens.ts';

const AuthorizeRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  response_mode: z.enum(['fragment', 'query']).default('fragment'),
  scope: z.string(),
  // 43 characters are the base64url of a SHA-256, the only method accepted.
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  state: z.string().optional(),
  nonce: z.string().optional(),
  prompt: z.enum(['none', 'login', 'select_account', 'consent', 'create']).optional(),
  login_hint: z.string().optional(),
  sid: z.string().optional(),
});
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>;

/** A request without a trusted redirect address is refused here, never redirected. */
export function readAuthorizeRequest(
  context: IdentityContext,
  query: Record<string, string>,
): { request: AuthorizeRequest } | { refused: string } {
  const parsed = AuthorizeRequest.safeParse(query);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.'));
    return { refused: `Missing or wrong: ${names.join(', ')}.` };
  }
  const request = parsed.data;
  if (request.client_id !== context.clientId) return { refused: 'The client_id is not known.' };
  if (!isAppUrl(context, request.redirect_uri))
    return { refused: 'The redirect_uri does not belong to the app.' };
  if (readScopes(request.scope, context.apiClientId) === undefined)
    return { refused: 'The scope is not known.' };
  return { request };
}

export function isAppUrl(context: IdentityContext, url: string): boolean {
  return URL.canParse(url) && context.appOrigins.includes(new URL(url).origin) && !url.includes('#');
}

export function answerUrl(request: AuthorizeRequest, values: Record<string, string>): string {
  const answer = new URLSearchParams({
    ...values,
    ...(request.state !== undefined && { state: request.state }),
  });
  const target = new URL(request.redirect_uri);
  if (request.response_mode === 'fragment') {
    target.hash = answer.toString();
  } else {
    for (const [name, value] of answer) target.searchParams.set(name, value);
  }
  return target.href;
}
