import { randomSecret } from '../../secrets.ts';

const codeMilliseconds = 60_000;

export interface CodeGrant {
  sid: string;
  signedInAt: number;
  oid: string;
  redirectUri: string;
  challenge: string;
  scope: string;
  nonce: string | undefined;
}

export type AuthorizationCodes = ReturnType<typeof createAuthorizationCodes>;

/** In memory on purpose: a code does not survive a restart, and the browser just asks again. */
export function createAuthorizationCodes(now: () => number) {
  const grants = new Map<string, CodeGrant & { expiresAt: number }>();
  return {
    issue(grant: CodeGrant): string {
      for (const [code, old] of grants) if (old.expiresAt <= now()) grants.delete(code);
      const code = randomSecret();
      grants.set(code, { ...grant, expiresAt: now() + codeMilliseconds });
      return code;
    },

    /** The first use spends the code, even if the rest of the request is wrong. */
    take(code: string): CodeGrant | undefined {
      const grant = grants.get(code);
      grants.delete(code);
      return grant !== undefined && grant.expiresAt > now() ? grant : undefined;
    },
  };
}
