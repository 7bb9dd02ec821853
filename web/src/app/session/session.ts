import type {
  AccountInfo,
  AuthenticationResult,
  Configuration,
  IPublicClientApplication,
  PopupRequest,
} from '@azure/msal-browser';
import { type AccessTokens, SignInRequired } from '../../lib/access-tokens.ts';
import { LOGIN_ERROR, signInError } from '../../lib/sign-in-error.ts';
import { isLocked, startUse } from './idle-watch.ts';
import type { WebConfig } from '../web-config.ts';

/** Whether tokens can be had: `asking` while a sign-in window is open that no one clicked for. */
type SignInState = { kind: 'signed-in' } | { kind: 'asking' } | { kind: 'ended'; trouble: string };

export interface Session extends AccessTokens {
  /** Undefined while no one is signed in. */
  account: AccountInfo | undefined;
  state: () => SignInState;
  subscribe: (listener: () => void) => () => void;
  /** `anew`: also where the identity provider still knows the person. */
  signIn(options?: { anew: boolean }): Promise<void>;
  /** The same person proves who they are beside the running application; rejects when it was someone else. */
  signInAgain(): Promise<void>;
  /** In place of the application, which starts again afterward: for browsers that open no window. */
  signInHere: () => Promise<void>;
  /** In every tab of this browser. `endOnServer` has its tokens refused. */
  signOut(endOnServer?: () => Promise<unknown>): Promise<void>;
  isLeaving(): boolean;
  /** The person signed out in another tab. */
  onSignOutElsewhere(listener: () => void): void;
}

/** How long a sign-out waits for the server. */
const END_WITHIN_MS = 2000;

/** Takes up the answer of a sign-in redirect, or the account this tab already has. */
export async function openSession(config: WebConfig): Promise<Session> {
  const msal = await import('@azure/msal-browser');
  const app = new msal.PublicClientApplication(msalConfiguration(config));
  await app.initialize();
  const answer = await app.handleRedirectPromise().catch(withoutAnswer);
  const scopes = [config.scope];
  if (answer) startUse();
  const account = answer?.account ?? app.getAllAccounts()[0] ?? (await accountOfOtherTab(app, scopes));
  const tabs = new BroadcastChannel('handoff.sign-out');
  let popup: Promise<AuthenticationResult> | undefined;
  let isLeaving = false;
  let hasLeft = false;
  let state: SignInState = { kind: 'signed-in' };
  const listeners = new Set<() => void>();

  function become(next: SignInState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function askInWindow(request: PopupRequest): Promise<AuthenticationResult> {
    become({ kind: 'asking' });
    try {
      const answered = await app.acquireTokenPopup(request);
      become({ kind: 'signed-in' });
      return answered;
    } catch (cause) {
      // Else the person has asked for another window meanwhile.
      if (state.kind === 'asking') become({ kind: 'ended', trouble: signInError(cause) });
      throw new SignInRequired(LOGIN_ERROR, { cause });
    } finally {
      popup = undefined;
    }
  }

  return {
    account,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // A screen that someone left is not opened by the sign-in that the browser still remembers.
    signIn: (options) =>
      app.loginRedirect({ scopes, ...((options?.anew || isLocked()) && { prompt: 'login' }) }),
    async signInAgain() {
      if (state.kind === 'asking') become({ kind: 'ended', trouble: '' });
      const answered = await app.acquireTokenPopup({
        scopes,
        ...(account && { account }),
        prompt: 'login',
        redirectUri: bridge(),
        overrideInteractionInProgress: true,
      });
      if (answered.account.homeAccountId !== account?.homeAccountId)
        throw new Error('This is another account. Sign in as before, or sign out first.');
      become({ kind: 'signed-in' });
    },
    async signInHere() {
      // This tab knows only the person who signs in now, so a window that is still open is not waited for.
      sessionStorage.clear();
      hasLeft = true;
      const request = { scopes, prompt: 'login', ...(account && { loginHint: account.username }) };
      await app.loginRedirect(request).finally(() => (hasLeft = false));
    },
    async signOut(endOnServer) {
      isLeaving = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      tabs.postMessage('signed out');
      await Promise.race([
        endOnServer?.().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS)),
      ]);
      hasLeft = true;
      await app.logoutRedirect({
        ...(account && { account, ...(account.idToken && { idTokenHint: account.idToken }) }),
      });
    },
    isLeaving: () => isLeaving,
    onSignOutElsewhere: (listener) => tabs.addEventListener('message', listener),
    async token(options) {
      // No one is asked to sign in again while the page goes.
      if (hasLeft) return new Promise(() => undefined);
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
        if (state.kind === 'ended') throw new SignInRequired(LOGIN_ERROR, { cause: error });
        // Every waiting call shares the one popup.
        popup ??= askInWindow(request);
        return (await popup).accessToken;
      }
    },
  };
}

/** A reload while a sign-in window was open leaves its question behind, to which no answer comes here. */
function withoutAnswer(error: unknown): undefined {
  if (error instanceof Error && error.message.startsWith('no_token_request_cache_error')) return undefined;
  throw error;
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
