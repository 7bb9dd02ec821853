import { accountPicker } from './account-picker.ts';
import { answerUrl, readAuthorizeRequest, type AuthorizeRequest } from './authorize-request.ts';
import { clientInfo } from '../tokens/sign-tokens.ts';
import { redirect, type Answer, type IdentityRequest } from '../exchange.ts';
import type { IdentityContext, Person } from '../identity-options.ts';
import { escapeHtml, page } from './page.ts';
import { sessionCookie, sessionOf } from './session-cookie.ts';
import type { Session } from './sign-in-store.ts';

/** The browser arrives: answer at once when it is signed in, ask who it is otherwise. */
export function askWhoSignsIn(context: IdentityContext, exchange: IdentityRequest): Answer {
  const read = readAuthorizeRequest(context, exchange.query);
  if ('refused' in read) return refusal(read.refused);
  const { request } = read;
  const asks = request.prompt !== undefined && request.prompt !== 'none';
  const session = asks ? undefined : matchingSession(context, exchange, request);
  if (session !== undefined) return redirect(302, codeUrl(context, request, session));
  if (request.prompt === 'none') {
    const description = 'AADSTS50058: no signed-in session matches the silent request.';
    return redirect(302, answerUrl(request, { error: 'login_required', error_description: description }));
  }
  return accountPicker({
    people: context.people,
    query: exchange.query,
    formTarget: new URL(request.redirect_uri).origin,
  });
}

/** A person was chosen on the account page. */
export function signInChosenPerson(context: IdentityContext, exchange: IdentityRequest): Answer {
  if (exchange.origin !== undefined && exchange.origin !== new URL(context.urls.issuer).origin) {
    return refusal('The choice was sent by another site.');
  }
  const read = readAuthorizeRequest(context, exchange.query);
  if ('refused' in read) return refusal(read.refused);
  const { request } = read;
  if (exchange.form.has('cancel')) {
    const description = 'AADSTS65004: the person went back without signing in.';
    return redirect(303, answerUrl(request, { error: 'access_denied', error_description: description }));
  }
  const person = context.people.find((one) => one.oid === exchange.form.get('person'));
  if (person === undefined) return refusal('That person does not exist.');
  return signIn(context, exchange, { request, person });
}

function signIn(
  context: IdentityContext,
  exchange: IdentityRequest,
  { request, person }: { request: AuthorizeRequest; person: Person },
): Answer {
  // The same person signing in again keeps the session: other tabs hold refresh tokens of it.
  const current = sessionOf(context, exchange);
  if (current?.oid === person.oid) return redirect(303, codeUrl(context, request, current));
  const { session, cookie } = context.store.startSession(person.oid);
  const answer = redirect(303, codeUrl(context, request, session));
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': sessionCookie(context, cookie) } };
}

/** One browser may have met two people: a tab that names its own is never answered as the other one. */
function matchingSession(
  context: IdentityContext,
  exchange: IdentityRequest,
  request: AuthorizeRequest,
): Session | undefined {
  const session = sessionOf(context, exchange);
  const person = context.people.find((one) => one.oid === session?.oid);
  if (session === undefined || person === undefined) return undefined;
  if (request.sid !== undefined && request.sid !== session.sid) return undefined;
  const hint = request.login_hint?.toLowerCase();
  return hint === undefined || hint === person.email.toLowerCase() ? session : undefined;
}

function codeUrl(context: IdentityContext, request: AuthorizeRequest, session: Session): string {
  const code = context.codes.issue({
    sid: session.sid,
    oid: session.oid,
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge,
    scope: request.scope,
    nonce: request.nonce,
  });
  const info = clientInfo(session.oid, context.tenantId);
  return answerUrl(request, { code, client_info: info, session_state: session.sid });
}

function refusal(reason: string): Answer {
  const main = `<h1>This sign-in cannot work</h1><p>${escapeHtml(reason)}</p>`;
  return page(400, { title: 'Sign-in refused – local identity server', main });
}
