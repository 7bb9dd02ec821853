import type {
  AccountInfo,
  AuthenticationResult,
  Configuration,
  IPublicClientApplication,
  PopupRequest,
} from '@azure/msal-browser';
import { type AccessTokens, SignInRequired } from '../../data/send/access-tokens.ts';
import { LOGIN_ERROR, signInError } from './sign-in-error.ts';
import { isLocked, startUse } from './idle-watch.ts';
import type { WebConfig } from '../web-config.ts';

/** Whether tokens are available: `asking` while a sign-in window is open that no one clicked for. */
type SignInState = { kind: 'signed-in' } | { kind: 'asking' } | { kind: 'ended'; trouble: string };

export interface Session extends AccessTokens {
  /** Undefined while no one is signed in. */
  account: AccountInfo | undefined;
  state: () => SignInState;
  subscribe: (listener: () => void) => () => void;
  /** This option ignores the session that the identity provider may still have. */
  signIn(options?: { again: boolean }): Promise<void>;
  /** Lets the same person sign in again beside the running application; rejects for someone else. */
  signInAgain(): Promise<void>;
  /** Leaves the application for sign-in and starts it again afterward, for browsers that block popups. */
  signInHere: () => Promise<void>;
  /** Signs out in every tab of this browser; `endOnServer` makes the server refuse its tokens. */
  signOut(endOnServer?: () => Promise<unknown>): Promise<void>;
  isLeaving(): boolean;
  /** Called when the person signs out in another tab. */
  onSignOutElsewhere(listener: () => void): void;
}

/** The longest time that a sign-out waits for the server. */
const END_WITHIN_MS = 2000;

type Msal = Awaited<ReturnType<typeof loadMsal>>;

/** The parts of MSAL in use: bundlers leave out the rest. */
export async function loadMsal() {
  const { PublicClientApplication, BrowserAuthError, InteractionRequiredAuthError } =
    await import('@azure/msal-browser');
  return { PublicClientApplication, BrowserAuthError, InteractionRequiredAuthError };
}

/** Handles the answer of a sign-in redirect, or uses the account that this tab already has. */
export async function openSession(config: WebConfig, msal: Msal): Promise<Session> {
  const redirectUri = `${location.origin}/redirect.html`;
  const app = new msal.PublicClientApplication(msalConfiguration(config));
  await app.initialize();
  const answer = await app.handleRedirectPromise().catch(withoutAnswer);
  const scopes = [config.scope];
  if (answer) startUse();
  const account =
    answer?.account ?? app.getAllAccounts()[0] ?? (await accountOfOtherTab(app, { scopes, redirectUri }));
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
      // Unless the person has asked for another window in the meantime.
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
    // The identity provider's remembered session must not open a screen that someone left.
    signIn: (options) =>
      app.loginRedirect({ scopes, ...((options?.again || isLocked()) && { prompt: 'login' }) }),
    async signInAgain() {
      if (state.kind === 'asking') become({ kind: 'ended', trouble: '' });
      const answered = await app.acquireTokenPopup({
        scopes,
        ...(account && { account }),
        prompt: 'login',
        redirectUri,
        overrideInteractionInProgress: true,
      });
      if (answered.account.homeAccountId !== account?.homeAccountId)
        throw new Error('This is another account. Sign in as before, or sign out first.');
      become({ kind: 'signed-in' });
    },
    async signInHere() {
      // This tab accepts only the person who signs in now, so it does not wait for another open window.
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
      // Asks no one to sign in while the page closes.
      if (hasLeft) return new Promise(() => undefined);
      if (!account) throw new SignInRequired(LOGIN_ERROR);
      const request = { scopes, account, redirectUri };
      try {
        const result = await app.acquireTokenSilent({
          ...request,
          forceRefresh: options?.forceRefresh === true,
        });
        return result.accessToken;
      } catch (error) {
        // A browser that blocks the provider's cookies, or a slow line, may keep the hidden frame from ever answering.
        const hasNoAnswer = error instanceof msal.BrowserAuthError && error.errorCode === 'timed_out';
        if (!hasNoAnswer && !(error instanceof msal.InteractionRequiredAuthError)) throw error;
        // A background call opens no second popup beside the one that the person is asked to open.
        if (state.kind === 'ended') throw new SignInRequired(LOGIN_ERROR, { cause: error });
        // All waiting calls share one popup.
        popup ??= askInWindow(request);
        return (await popup).accessToken;
      }
    },
  };
}

/** A reload during a sign-in leaves MSAL's marker behind, and no answer to it ever comes. */
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
        // MSAL requires an https authority but uses the endpoints unchanged, so a local one needs no certificate.
        knownAuthorities: [new URL(authority).host],
        authorityMetadata: JSON.stringify(endpoints),
      }),
    },
    cache: { cacheLocation: 'sessionStorage' },
  };
}

/** A link in a new tab opens without a prompt while the identity provider has a session. */
async function accountOfOtherTab(
  app: IPublicClientApplication,
  request: { scopes: string[]; redirectUri: string },
) {
  if (location.pathname === '/') return undefined;
  try {
    return (await app.ssoSilent(request)).account;
  } catch {
    return undefined;
  }
}
