import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { IdentityContext } from '../identity-options.ts';
import type { Session } from './sign-in-store.ts';

const cookieName = 'local-identity';

export function sessionOf(context: IdentityContext, c: Context): Session | undefined {
  return context.store.sessionOfCookie(getCookie(c, cookieName));
}

export function setSessionCookie(context: IdentityContext, c: Context, value: string): void {
  // No Secure: the server speaks http. The path keeps it from the app, since cookies ignore ports.
  setCookie(c, cookieName, value, { path: `/${context.tenantId}`, httpOnly: true, sameSite: 'Lax' });
}

export function deleteSessionCookie(context: IdentityContext, c: Context): void {
  deleteCookie(c, cookieName, { path: `/${context.tenantId}` });
}
