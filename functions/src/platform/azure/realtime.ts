import { HUB_TARGET } from '@handoff/shared/contract/realtime';
import { createDefaultHttpClient, createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { SignJWT } from 'jose';
import type { Audience, Clock, Realtime } from '../ports.ts';

interface SignalROptions {
  connectionString: string;
  hub: string;
  clock: Clock;
}

const API_VERSION = '2022-06-01';
const TIMEOUT_MS = 1_000;
const SERVER_TOKEN_SECONDS = 300;
/** A token is used again while it is good for half its life. */
const USE_AGAIN_SECONDS = 150;
const MOST_KEPT_TOKENS = 1_000;
const CLIENT_TOKEN_SECONDS = 3_600;

/** By REST and not by output bindings: those send only after the function has returned. */
export function createSignalR({ connectionString, hub, clock }: SignalROptions): Realtime {
  const { endpoint, accessKey } = parseConnectionString(connectionString);
  // The hub is lower-case in URL and audience.
  const hubName = hub.toLowerCase();
  const hubUrl = `${endpoint}/api/hubs/${hubName}`;
  const clientUrl = `${endpoint}/client/?hub=${hubName}`;

  // The Azure SDK's own: a message costs half of what it does by `fetch`.
  const client = createDefaultHttpClient();
  const kept = new Map<string, { token: string; signedAt: number }>();

  async function request(method: 'POST' | 'PUT' | 'DELETE', call: { path: string; body?: unknown }) {
    const url = `${hubUrl}/${call.path}`;
    const authorization = `Bearer ${await serverToken(url)}`;
    const { status } = await client.sendRequest(
      createPipelineRequest({
        url: `${url}?api-version=${API_VERSION}`,
        method,
        headers: createHttpHeaders({ authorization, 'content-type': 'application/json' }),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        allowInsecureConnection: endpoint.startsWith('http:'),
        timeout: TIMEOUT_MS,
      }),
    );
    if (status < 200 || status > 299) throw new RealtimeRefused(status);
  }

  async function serverToken(audience: string): Promise<string> {
    const now = clock.now().getTime() / 1000;
    const known = kept.get(audience);
    if (known && Math.abs(now - known.signedAt) < USE_AGAIN_SECONDS) return known.token;
    const token = await sign({ audience, seconds: SERVER_TOKEN_SECONDS });
    if (kept.size >= MOST_KEPT_TOKENS) kept.clear();
    kept.set(audience, { token, signedAt: now });
    return token;
  }

  async function sign(token: { audience: string; seconds: number; user?: string }): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1000);
    const claims = token.user === undefined ? {} : { nameid: token.user };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(token.audience)
      .setIssuedAt(now)
      .setExpirationTime(now + token.seconds)
      .sign(accessKey);
  }

  return {
    send: async (audience, message) =>
      request('POST', {
        path: `${audiencePath(audience)}/:send`,
        body: { target: HUB_TARGET, arguments: [message] },
      }),
    joinGroup: async (user, group) => request('PUT', { path: membershipPath(user, group) }),
    leaveGroup: async (user, group) => request('DELETE', { path: membershipPath(user, group) }),
    connection: async (user) => ({
      url: clientUrl,
      accessToken: await sign({ audience: clientUrl, seconds: CLIENT_TOKEN_SECONDS, user }),
    }),
  };
}

class RealtimeRefused extends Error {
  readonly code: number;
  constructor(status: number) {
    super(`SignalR answered ${status}`);
    this.name = 'RealtimeRefused';
    this.code = status;
  }
}

function audiencePath(audience: Audience): string {
  return 'user' in audience ? `users/${plain(audience.user)}` : `groups/${plain(audience.group)}`;
}

function membershipPath(user: string, group: string): string {
  return `users/${plain(user)}/groups/${plain(group)}`;
}

/** The audience of a token is the path as sent, so nothing in it may need encoding. */
function plain(name: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) throw new TypeError('A SignalR name needs no encoding');
  return name;
}

/** `Endpoint=…;AccessKey=…;Version=1.0;`, locally with `Port=…;`. */
function parseConnectionString(connectionString: string) {
  const parts = new Map(
    connectionString.split(';').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=')];
    }),
  );
  const endpoint = parts.get('endpoint')?.replace(/\/$/, '');
  const accessKey = parts.get('accesskey');
  if (!endpoint || !accessKey) throw new Error('The SignalR connection string lacks Endpoint or AccessKey');
  const port = parts.get('port');
  return {
    endpoint: port ? `${endpoint}:${port}` : endpoint,
    accessKey: new TextEncoder().encode(accessKey),
  };
}
