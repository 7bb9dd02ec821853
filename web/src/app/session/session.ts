import type {
  AccountInfo,
  AuthenticationResult,
  Configuration,
  IPublicClientApplication,
} from '@azure/msal-browser';
import { type AccessTokens, SignInRequired } from '../../lib/api/api-client.ts';
import { isLocked, startUse } from './idle-watch.ts';
import type { WebConfig } from '../web-config.ts';

const LOGIN_ERROR = 'An error occurred during login.';

/** The error's own message, or the specification's text for a sign-in that failed. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : LOGIN_ERROR;
}

export interface Session extends AccessTokens {
  /** Undefined while nobody is signed in. */
  account: AccountInfo | undefined;
  /** `anew`: also where the identity provider still knows the person. */
  signIn(options?: { anew: boolean }): Promise<void>;
  /** The same person proves who they are beside the running application; rejects when it was somebody else. */
  signInAgain(): Promise<void>;
  signOut(): Promise<void>;
}

/** Takes up the answer of a sign-in redirect, or the account this tab already has. */
export async function openSession(config: WebConfig): Promise<Session> {
  const msal = await import('@azure/msal-browser');
  const app = new msal.PublicClientApplication(msalConfiguration(config));
  await app.initialize();
  const answer = await app.handleRedirectPromise();
  const scopes = [config.scope];
  if (answer) startUse();
  const account = answer?.account ?? app.getAllAccounts()[0] ?? (await accountOfOtherTab(app, scopes));
  let popup: Promise<AuthenticationResult> | undefined;
  let hasEnded = false;

  return {
    account,
    // A screen that somebody left is not opened by the sign-in that the browser still remembers.
    signIn: (options) =>
      app.loginRedirect({ scopes, ...((options?.anew || isLocked()) && { prompt: 'login' }) }),
    async signInAgain() {
      const answered = await app.acquireTokenPopup({
        scopes,
        ...(account && { account }),
        prompt: 'login',
        redirectUri: bridge(),
      });
      if (answered.account.homeAccountId !== account?.homeAccountId)
        throw new Error('This is another account. Sign in as before, or sign out first.');
      hasEnded = false;
    },
    signOut: () =>
      app.logoutRedirect({
        ...(account && { account, ...(account.idToken && { idTokenHint: account.idToken }) }),
      }),
    async token(options) {
      if (!account) throw new SignInRequired(LOGIN_ERROR);
      const request = { scopes, account, redirectUri: bridge() };
      try {
        const result = await app.acquireTokenSilent({
          ...request,
          forceRefresh: options?.forceRefresh === true,
        });
        return result.accessToken;
      } catch (error) {
        if (!(error instanceof msal.InteractionRequiredAuthError)) throw error;
        // A call in the background opens no popup beside the one that the person is asked to open.
        if (hasEnded) throw new SignInRequired(LOGIN_ERROR, { cause: error });
        // Every waiting call shares the one popup.
        popup ??= app.acquireTokenPopup(request).finally(() => (popup = undefined));
        try {
          return (await popup).accessToken;
        } catch (cause) {
          hasEnded = true;
          throw new SignInRequired(LOGIN_ERROR, { cause });
        }
      }
    },
  };
}

function msalConfiguration({ clientId, authority, endpoints }: WebConfig): Configuration {
  return {
    auth: {
      clientId,
      authority,
      redirectUri: location.origin,
      postLogoutRedirectUri: location.origin,
      ...(endpoints && {
        // MSAL wants an https authority but takes the endpoints as they are: no certificate is needed locally.
        knownAuthorities: [new URL(authority).host],
        authorityMetadata: JSON.stringify(endpoints),
      }),
    },
    cache: { cacheLocation: 'sessionStorage' },
  };
}

const bridge = () => `${location.origin}/redirect.html`;

/** A link opened in a new tab goes straight in when the identity provider still knows the person. */
async function accountOfOtherTab(app: IPublicClientApplication, scopes: string[]) {
  if (location.pathname === '/') return undefined;
  try {
    return (await app.ssoSilent({ scopes, redirectUri: bridge() })).account;
  } catch {
    return undefined;
  }
}
