import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson, digest, randomSecret } from '../../secrets.ts';

// Entra's refresh tokens for single-page apps last 24 hours, and use does not extend them.
const sessionMilliseconds = 24 * 60 * 60 * 1000;

/** In seconds since 1970. Older files did not store it. */
const signedInAt = z.number().default(0);
const Session = z.strictObject({
  sid: z.string(),
  oid: z.string(),
  cookieDigest: z.string(),
  expiresAt: z.number(),
  signedInAt,
});
const RefreshToken = z.strictObject({ digest: z.string(), sid: z.string(), scope: z.string(), signedInAt });
const SignIns = z.strictObject({ sessions: z.array(Session), refreshTokens: z.array(RefreshToken) });

export type Session = z.infer<typeof Session>;
type RefreshToken = z.infer<typeof RefreshToken>;
export type SignInStore = ReturnType<typeof openSignInStore>;

/** Sessions and their refresh tokens, which expire with their session. */
export function openSignInStore(dataFolder: string | undefined, now: () => number) {
  const file = dataFolder === undefined ? undefined : path.join(dataFolder, 'sign-ins.json');
  const state = (file && readPrivateJson(file, SignIns)) || { sessions: [], refreshTokens: [] };

  function save(): void {
    state.sessions = state.sessions.filter((one) => one.expiresAt > now());
    const alive = new Set(state.sessions.map((one) => one.sid));
    state.refreshTokens = state.refreshTokens.filter((token) => alive.has(token.sid));
    if (file !== undefined) writePrivateJson(file, state);
  }

  const seconds = () => Math.floor(now() / 1000);

  function session(sid: string): Session | undefined {
    return state.sessions.find((one) => one.sid === sid && one.expiresAt > now());
  }

  return {
    session,

    sessionOfCookie(cookie: string | undefined): Session | undefined {
      const held = cookie === undefined ? undefined : digest(cookie);
      return state.sessions.find((one) => one.cookieDigest === held && one.expiresAt > now());
    },

    startSession(oid: string): { session: Session; cookie: string } {
      const cookie = randomSecret();
      const started = {
        sid: randomUUID(),
        oid,
        cookieDigest: digest(cookie),
        expiresAt: now() + sessionMilliseconds,
        signedInAt: seconds(),
      };
      state.sessions.push(started);
      save();
      return { session: started, cookie };
    },

    /** Records that the person of a session has signed in again; older refresh tokens keep their time. */
    signInAgain(of: Session): Session {
      of.signedInAt = seconds();
      save();
      return of;
    },

    endSession(sid: string): void {
      state.sessions = state.sessions.filter((one) => one.sid !== sid);
      save();
    },

    issueRefreshToken(grant: Omit<RefreshToken, 'digest'>): string {
      const token = randomSecret();
      state.refreshTokens.push({ digest: digest(token), ...grant });
      save();
      return token;
    },

    /** Leaves the token usable, as Entra does: a page reloaded during a renewal never received the next one. */
    findRefreshToken(token: string): { session: Session; scope: string; signedInAt: number } | undefined {
      const found = state.refreshTokens.find((one) => one.digest === digest(token));
      const owner = found && session(found.sid);
      return owner && { session: owner, scope: found.scope, signedInAt: found.signedInAt };
    },
  };
}
