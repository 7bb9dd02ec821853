import type { Context } from 'hono';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { isAppUrl } from './authorize-request.ts';
import type { IdentityContext } from '../identity-options.ts';
import { page } from './page.ts';
import { deleteSessionCookie, sessionOf } from './session-cookie.ts';

/** Ends the session that the id token names, and the browser's own, unless someone else has signed in there since. */
export async function signOut(context: IdentityContext, c: Context): Promise<Response> {
  const own = sessionOf(context, c);
  const named = await sessionNamedBy(context, c.req.query('id_token_hint'));
  if (named !== undefined) context.store.endSession(named.sid);
  const endsOwn = own !== undefined && (named === undefined || named.oid === own.oid);
  if (endsOwn) {
    context.store.endSession(own.sid);
    deleteSessionCookie(context, c);
  }

  const target = c.req.query('post_logout_redirect_uri');
  if (target !== undefined && isAppUrl(context, target))
    return c.redirect(backTo(target, c.req.query('state')));
  const main = '<h1>You are signed out</h1><p>You can close this page.</p>';
  return page(c, { status: 200, title: 'Signed out – local identity server', main });
}

function backTo(target: string, state: string | undefined): string {
  const url = new URL(target);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

async function sessionNamedBy(context: IdentityContext, hint: string | undefined) {
  if (hint === undefined) return undefined;
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
