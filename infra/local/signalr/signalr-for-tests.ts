import { createServer } from 'node:http';
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from '@microsoft/signalr';
import { SignJWT } from 'jose';
import { afterEach } from 'vitest';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { startSignalR, type SignalROptions } from './start-signalr.ts';

const { SIGNALR_URL, SIGNALR_KEY } = process.env;
export const accessKey = SIGNALR_KEY ?? 'a-key-for-tests-that-is-long-enough-for-hs256';
export const webOrigin = 'http://localhost:5173';
export const hub = 'handoff';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Microsoft's emulator when SIGNALR_URL and SIGNALR_KEY are set, unless a test needs its own clock or intervals. */
export async function startTestSignalR(changes: Partial<SignalROptions> = {}) {
  const isOurs = SIGNALR_URL === undefined || Object.keys(changes).length > 0;
  const signalr = isOurs
    ? await startSignalR({ port: 0, accessKey, webOrigins: [webOrigin], ...changes })
    : { url: SIGNALR_URL, connectionString: '', close: async () => {} };
  closers.push(() => signalr.close());
  return { ...signalr, port: Number(new URL(signalr.url).port), rest: createRest(signalr.url) };
}

export interface TokenChanges {
  key?: string;
  audience?: string;
  expiresIn?: number | 'never';
}

export function signToken(
  audience: string,
  claims: Record<string, unknown> = {},
  changes: TokenChanges = {},
) {
  const { expiresIn = 60 } = changes;
  const exp = expiresIn !== 'never' && { exp: Math.floor(Date.now() / 1000) + expiresIn };
  return new SignJWT({ aud: changes.audience ?? audience, ...exp, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(changes.key ?? accessKey));
}

export function clientToken(url: string, user: string, changes: TokenChanges = {}): Promise<string> {
  return signToken(`${url}/client/?hub=${hub}`, { nameid: user }, changes);
}

export interface RestOptions {
  body?: unknown;
  version?: string;
  token?: TokenChanges;
}

/** Calls the REST API below the hub as the product does and answers the status. */
function createRest(url: string) {
  return async (method: string, path: string, options: RestOptions = {}): Promise<number> => {
    const address = new URL(`${url}/api/hubs/${hub}/${path}`);
    const token = await signToken(address.origin + address.pathname, {}, options.token);
    address.search += `${address.search === '' ? '?' : '&'}${options.version ?? 'api-version=2022-06-01'}`;
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    return response.status;
  };
}

/** An API whose `/api/negotiate` sends clients on to the service, as the product's does. */
export async function startNegotiatingApi(url: string, user: string): Promise<string> {
  const server = createServer((_, response) => {
    void clientToken(url, user).then((accessToken) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ url: `${url}/client/?hub=${hub}`, accessToken }));
    });
  });
  const port = await listenOnLoopback(server, 0, 'Negotiating API');
  closers.push(() => closeServer(server));
  return `http://localhost:${port}/api`;
}

export interface Listener {
  connection: HubConnection;
  received: unknown[];
  state: { reconnects: number; closedWith: Error | undefined; isClosed: boolean };
}

export async function connect(
  url: string,
  user: string,
  transport: HttpTransportType = HttpTransportType.WebSockets,
): Promise<Listener> {
  const connection = new HubConnectionBuilder()
    .withUrl(await startNegotiatingApi(url, user), { transport })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: () => 50 })
    .configureLogging(LogLevel.None)
    .build();
  const received: unknown[] = [];
  const state: Listener['state'] = { reconnects: 0, closedWith: undefined, isClosed: false };
  connection.on('changed', (argument: unknown) => received.push(argument));
  connection.onreconnected(() => (state.reconnects += 1));
  connection.onclose((error) => Object.assign(state, { isClosed: true, closedWith: error }));
  closers.push(() => connection.stop());
  await connection.start();
  return { connection, received, state };
}
