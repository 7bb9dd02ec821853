import { HUB_TARGET, PRESENCE_TARGET } from '@handoff/shared/contract/realtime';
import { createDefaultHttpClient, createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { Audience, Clock, Realtime } from '../ports.ts';
import type { Credential } from './identity/managed-identity.ts';

type SignalROptions = SignalRAccess & { hub: string; clock: Clock };

/** In Azure the app's identity; on a local machine a connection string. */
type SignalRAccess = { endpoint: string; credential: Credential } | { connectionString: string };

/** The first version in which an identity may ask for a client's token. */
const API_VERSION = '2024-12-01';
const LIVE_TIMEOUT_MS = 1_000;
const SCOPE = 'https://signalr.azure.com/.default';
const SERVER_TOKEN_SECONDS = 300;
/** A token is reused for half of its lifetime. */
const USE_AGAIN_SECONDS = 150;
const MAX_KEPT_TOKENS = 1_000;
/** A client token opens a connection right after it was issued; a stored one opens none later. */
const CLIENT_TOKEN_SECONDS = 120;

/** Uses REST instead of output bindings, which send only after the function has returned. */
export function createSignalR(options: SignalROptions): Realtime {
  // The hub is lower-case in URL and audience.
  const hub = options.hub.toLowerCase();
  const service = 'credential' in options ? byIdentity(options) : byAccessKey(options);
  const hubUrl = `${service.endpoint}/api/hubs/${hub}`;
  const clientUrl = `${service.endpoint}/client/?hub=${hub}`;
  // The Azure SDK's own client, with which a message costs half of what it does with `fetch`.
  const client = createDefaultHttpClient();

  const request: Request = async (method, { path, query = {}, body }) => {
    const url = `${hubUrl}/${path}`;
    const authorization = `Bearer ${await service.tokenFor(url)}`;
    const search = new URLSearchParams({ 'api-version': API_VERSION, ...query }).toString();
    const { status, bodyAsText } = await client.sendRequest(
      createPipelineRequest({
        url: `${url}?${search}`,
        method,
        headers: createHttpHeaders({ authorization, 'content-type': 'application/json' }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        allowInsecureConnection: service.endpoint.startsWith('http:'),
        timeout: LIVE_TIMEOUT_MS,
      }),
    );
    if (status < 200 || status > 299) throw new RealtimeRefused(status);
    return bodyAsText ?? '';
  };

  return {
    async send(audience, message) {
      const body = { target: HUB_TARGET, arguments: [message] };
      await request('POST', { path: `${audiencePath(audience)}/:send`, body });
    },
    async sendPresence(group, presence) {
      const body = { target: PRESENCE_TARGET, arguments: [presence] };
      await request('POST', { path: `${audiencePath({ group })}/:send`, body });
    },
    async joinGroup(user, group, seconds) {
      const query = seconds === undefined ? {} : { ttl: String(seconds) };
      await request('PUT', { path: membershipPath(user, group), query });
    },
    async leaveGroup(user, group) {
      await request('DELETE', { path: membershipPath(user, group) });
    },
    async disconnect(user) {
      await request('DELETE', { path: `users/${plain(user)}/groups` });
      await request('POST', { path: `users/${plain(user)}/:closeConnections` });
    },
    connection: async (user) => ({
      url: clientUrl,
      accessToken: await service.clientToken({ user: plain(user), audience: clientUrl, request }),
    }),
  };
}

type Request = (
  method: 'POST' | 'PUT' | 'DELETE',
  call: { path: string; query?: Record<string, string>; body?: unknown },
) => Promise<string>;

/** Authenticates us to the service, and lets a browser in. */
interface Access {
  endpoint: string;
  tokenFor(url: string): Promise<string>;
  clientToken(wanted: { user: string; audience: string; request: Request }): Promise<string>;
}

const ClientToken = z.object({ token: z.string().min(1) });

/** Source: learn.microsoft.com/rest/api/signalr, data plane 2024-12-01, "Generate client token". */
function byIdentity({ endpoint, credential }: { endpoint: string; credential: Credential }): Access {
  return {
    endpoint,
    tokenFor: async () => (await credential.getToken(SCOPE)).token,
    async clientToken({ user, request }) {
      const query = { userId: user, minutesToExpire: String(CLIENT_TOKEN_SECONDS / 60) };
      const answer = await request('POST', { path: ':generateToken', query });
      return ClientToken.parse(JSON.parse(answer)).token;
    },
  };
}

function byAccessKey({ connectionString, clock }: { connectionString: string; clock: Clock }): Access {
  const { endpoint, accessKey } = parseConnectionString(connectionString);
  const kept = new Map<string, { token: string; signedAt: number }>();

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
    endpoint,
    async tokenFor(url) {
      const now = clock.now().getTime() / 1000;
      const known = kept.get(url);
      if (known && Math.abs(now - known.signedAt) < USE_AGAIN_SECONDS) return known.token;
      const token = await sign({ audience: url, seconds: SERVER_TOKEN_SECONDS });
      if (kept.size >= MAX_KEPT_TOKENS) kept.clear();
      kept.set(url, { token, signedAt: now });
      return token;
    },
    clientToken: async ({ user, audience }) => sign({ audience, seconds: CLIENT_TOKEN_SECONDS, user }),
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
