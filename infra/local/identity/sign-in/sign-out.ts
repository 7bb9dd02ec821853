import { createLocalJWKSet, jwtVerify } from 'jose';
import { isAppUrl } from './authorize-request.ts';
import { redirect, type Answer, type IdentityRequest } from '../exchange.ts';
import type { IdentityContext } from '../identity-options.ts';
import { page } from './page.ts';
import { endedCookie, sessionOf } from './session-cookie.ts';

/** Ends the session the id token names; the browser's own too, unless somebody else has signed in there since. */
export async function signOut(context: IdentityContext, exchange: IdentityRequest): Promise<Answer> {
  const own = sessionOf(context, exchange);
  const named = await sessionNamedBy(context, exchange.query.get('id_token_hint'));
  if (named !== undefined) context.store.endSession(named.sid);
  const endsOwn = own !== undefined && (named === undefined || named.oid === own.oid);
  if (endsOwn) context.store.endSession(own.sid);

  const target = exchange.query.get('post_logout_redirect_uri');
  const answer =
    target !== null && isAppUrl(context, target) ? redirect(302, backTo(target, exchange)) : signedOutPage();
  return endsOwn ? { ...answer, headers: { ...answer.headers, 'Set-Cookie': endedCookie(context) } } : answer;
}

function backTo(target: string, exchange: IdentityRequest): string {
  const url = new URL(target);
  const state = exchange.query.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}

function signedOutPage(): Answer {
  const main = '<h1>You are signed out</h1><p>You can close this page.</p>';
  return page(200, { title: 'Signed out – local identity server', main });
}

async function sessionNamedBy(context: IdentityContext, hint: string | null) {
  if (hint === null) return undefined;
  try {
    const { payload } = await jwtVerify(hint, createLocalJWKSet({ keys: [context.key.publicJwk] }), {
      issuer: context.urls.issuer,
      audience: context.clientId,
      algorithms: ['RS256'],
      // An old id token still names its session.
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    return typeof payload['sid'] === 'string' ? context.store.session(payload['sid']) : undefined;
  } catch {
    return undefined;
  }
}
