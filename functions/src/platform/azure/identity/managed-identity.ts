import * as z from 'zod';
import type { Clock } from '../../ports.ts';

const API_VERSION = '2019-08-01';
const TIMEOUT_MS = 2_000;
const TRIES = 3;
const RETRY_MS = 400;
/** A token is used until five minutes before it expires. */
const MARGIN_MS = 300_000;

export interface ManagedIdentityOptions {
  /** Set by Azure on every instance, with the secret that the endpoint requires. */
  endpoint: string;
  header: string;
  /** Selects which of the app's identities to use. */
  clientId: string;
  clock: Clock;
}

export interface AccessToken {
  token: string;
  expiresOnTimestamp: number;
}

/** Issues tokens for one service, in the form that Azure SDKs expect. */
export interface Credential {
  getToken: (scopes: string | string[]) => Promise<AccessToken>;
}

/** No token was available, so nothing was sent to the service. */
export class IdentityUnavailable extends Error {
  readonly code = 'IDENTITY_UNAVAILABLE';
  constructor(cause?: unknown) {
    super('The identity of this app was not reached', { cause });
    this.name = 'IdentityUnavailable';
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_on: z.coerce.number() });

/**
 * The app's own identity in Azure. Each service has one token, requested once for all waiting callers. Source:
 * learn.microsoft.com/azure/app-service/overview-managed-identity, "REST endpoint reference". Not `@azure/identity`: on
 * Flex Consumption it failed for four days while a plain request was answered (azure-sdk-for-js 39566).
 */
export function createManagedIdentity(options: ManagedIdentityOptions): Credential {
  const known = new Map<string, Promise<AccessToken>>();
  const isGood = ({ expiresOnTimestamp }: AccessToken, marginMs: number) =>
    options.clock.now().getTime() < expiresOnTimestamp - marginMs;

  async function tokenFor(resource: string): Promise<AccessToken> {
    const last = known.get(resource);
    const token = await last?.catch(() => undefined);
    if (token && isGood(token, MARGIN_MS)) return token;
    // Another waiting caller has asked already.
    if (known.get(resource) !== last) return tokenFor(resource);
    const asked = ask(options, resource).catch((error: unknown) => {
      if (token && isGood(token, 0)) return token;
      throw error;
    });
    known.set(resource, asked);
    return asked;
  }

  return {
    getToken: (scopes) =>
      tokenFor(
        [scopes]
          .flat()
          .join(' ')
          .replace(/\/\.default$/, ''),
      ),
  };
}

async function ask(
  { endpoint, header, clientId, clock }: ManagedIdentityOptions,
  resource: string,
): Promise<AccessToken> {
  const url = new URL(endpoint);
  url.search = new URLSearchParams({ 'api-version': API_VERSION, resource, client_id: clientId }).toString();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, {
      headers: { 'X-IDENTITY-HEADER': header },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => new IdentityUnavailable(cause));
    if (answer instanceof Response && answer.ok) {
      const { access_token: token, expires_on: seconds } = Token.parse(await answer.json());
      return { token, expiresOnTimestamp: seconds * 1000 };
    }
    if (answer instanceof Response) await answer.body?.cancel();
    if (attempt === TRIES || !mayPass(answer)) {
      throw answer instanceof Response ? new IdentityUnavailable(`status ${answer.status}`) : answer;
    }
    await clock.sleep(RETRY_MS * 2 ** attempt);
  }
}

/** The endpoint has not started, is busy, or is being replaced. */
const mayPass = (answer: Response | Error) =>
  answer instanceof Error || [404, 410, 429].includes(answer.status) || answer.status >= 500;
