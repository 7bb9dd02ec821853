import type { Context } from 'hono';
import type { IdentityContext, Person } from '../identity-options.ts';
import { clientInfo } from '../tokens/sign-tokens.ts';
import { accountPicker } from './account-picker.ts';
import { answerUrl, readAuthorizeRequest, type AuthorizeRequest } from './authorize-request.ts';
import { escapeHtml, page } from './page.ts';
import { sessionOf, setSessionCookie } from './session-cookie.ts';
import type { Session } from './sign-in-store.ts';

/** Answers at once when the browser is signed in, and shows the account page otherwise. */
export function askWhoSignsIn(context: IdentityContext, c: Context): Response | Promise<Response> {
  const read = readAuthorizeRequest(context, c.req.query());
  if ('refused' in read) return refusal(c, read.refused);
  const { request } = read;
  const asks = request.prompt !== undefined && request.prompt !== 'none';
  const session = asks ? undefined : matchingSession(context, c, request);
  if (session !== undefined) return c.redirect(codeUrl(context, request, session));
  if (request.prompt === 'none') {
    const description = 'AADSTS50058: no signed-in session matches the silent request.';
    return c.redirect(answerUrl(request, { error: 'login_required', error_description: description }));
  }
  const formTarget = new URL(request.redirect_uri).origin;
  return accountPicker(c, { people: context.people, formTarget });
}

/** Handles the choice of a person on the account page. */
export async function signInChosenPerson(context: IdentityContext, c: Context): Promise<Response> {
  const origin = c.req.header('origin');
  if (origin !== undefined && origin !== new URL(context.urls.issuer).origin)
    return refusal(c, 'The choice was sent by another site.');
  const read = readAuthorizeRequest(context, c.req.query());
  if ('refused' in read) return refusal(c, read.refused);
  const { request } = read;
  const form = await c.req.parseBody();
  if (form['cancel'] !== undefined) {
    const description = 'AADSTS65004: the person went back without signing in.';
    return c.redirect(answerUrl(request, { error: 'access_denied', error_description: description }), 303);
  }
  const person = context.people.find((one) => one.oid === form['person']);
  if (person === undefined) return refusal(c, 'That person does not exist.');
  return c.redirect(codeUrl(context, request, signIn(context, c, person)), 303);
}

function signIn(context: IdentityContext, c: Context, person: Person): Session {
  // The same person signing in again keeps the session: other tabs hold refresh tokens of it.
  const current = sessionOf(context, c);
  if (current?.oid === person.oid) return context.store.signInAgain(current);
  const { session, cookie } = context.store.startSession(person.oid);
  setSessionCookie(context, c, cookie);
  return session;
}

/** Two people may share a browser: a tab that names its own person is never answered as the other one. */
function matchingSession(
  context: IdentityContext,
  c: Context,
  request: AuthorizeRequest,
): Session | undefined {
  const session = sessionOf(context, c);
  const person = context.people.find((one) => one.oid === session?.oid);
  if (session === undefined || person === undefined) return undefined;
  if (request.sid !== undefined && request.sid !== session.sid) return undefined;
  const hint = request.login_hint?.toLowerCase();
  return hint === undefined || hint === person.email.toLowerCase() ? session : undefined;
}

function codeUrl(context: IdentityContext, request: AuthorizeRequest, session: Session): string {
  const code = context.codes.issue({
    sid: session.sid,
    signedInAt: session.signedInAt,
    oid: session.oid,
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge,
    scope: request.scope,
    nonce: request.nonce,
  });
  const info = clientInfo(session.oid, context.tenantId);
  return answerUrl(request, { code, client_info: info, session_state: session.sid });
}

function refusal(c: Context, reason: string): Response | Promise<Response> {
  const main = `<h1>This sign-in cannot work</h1><p>${escapeHtml(reason)}</p>`;
  return page(c, { status: 400, title: 'Sign-in refused – local identity server', main });
}
