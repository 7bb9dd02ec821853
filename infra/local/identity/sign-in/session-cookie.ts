import type { IdentityRequest } from '../exchange.ts';
import type { IdentityContext } from '../identity-options.ts';
import type { Session } from './sign-in-store.ts';

const cookieName = 'local-identity';

// No Secure: the server speaks http. The path keeps it from the app, since cookies ignore ports.
export function sessionCookie(context: IdentityContext, value: string): string {
  return `${cookieName}=${value}; Path=/${context.tenantId}; HttpOnly; SameSite=Lax`;
}

export function endedCookie(context: IdentityContext): string {
  return `${sessionCookie(context, '')}; Max-Age=0`;
}

export function sessionOf(context: IdentityContext, exchange: IdentityRequest): Session | undefined {
  return context.store.sessionOfCookie(exchange.cookies.get(cookieName));
}
