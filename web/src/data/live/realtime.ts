import type { HubConnection } from '@microsoft/signalr';
import {
  CONNECTION_RENEWED_SECONDS,
  realtimeApi,
  HUB_TARGET,
  PRESENCE_TARGET,
  RealtimeMessage,
} from '@handoff/shared/contract/realtime';
import { Presence } from '@handoff/shared/domain/referral/presence';
import type { ApiClient } from '../send/client.ts';

export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'offline';

export interface RealtimeOptions {
  client: ApiClient;
  onLiveness: (liveness: Liveness) => void;
  onMessage: (message: RealtimeMessage) => void;
  onPresence: (presence: Presence) => void;
  /** Called after each connect: hints may have been missed before it. */
  onConnected: () => void;
}

const SLOWEST_RETRY_MS = 15_000;
/** Slower pace after a quarter of an hour without a connection; a return to the tab or the network tries sooner. */
const GIVEN_UP_RETRY_MS = 300_000;
const GIVEN_UP_AFTER = 60;

/** Keeps one connection alive while the tab is open; the library's own retry gives up after four tries. */
export async function keepConnected(options: RealtimeOptions, signal: AbortSignal): Promise<void> {
  const { HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr');
  for (let failures = 0; !signal.aborted; failures += 1) {
    // Every attempt negotiates again, because a connection is used once.
    const connection = await connectionTo(options.client).catch(() => undefined);
    if (connection && (await runUntilClosed(connection, { ...options, signal }))) failures = 0;
    if (signal.aborted) return;
    options.onLiveness(navigator.onLine && failures < 3 ? 'reconnecting' : 'offline');
    await pause(retryDelay(failures), signal);
  }

  async function connectionTo(client: ApiClient): Promise<HubConnection> {
    const { url, accessToken } = await client.call(realtimeApi.negotiate, {});
    const connection = new HubConnectionBuilder()
      .withUrl(url, { accessTokenFactory: () => accessToken })
      .configureLogging(LogLevel.None)
      .build();
    connection.on(HUB_TARGET, (content: unknown) => {
      const message = RealtimeMessage.safeParse(content);
      if (message.success) options.onMessage(message.data);
    });
    connection.on(PRESENCE_TARGET, (content: unknown) => {
      const presence = Presence.safeParse(content);
      if (presence.success) options.onPresence(presence.data);
    });
    return connection;
  }
}

/** Spreads retries, so that a restarted service is not called by everyone at once. */
// oxlint-disable-next-line no-restricted-properties -- only spreads tries over time
export function retryDelay(failures: number, random = Math.random()): number {
  const slowest = failures < GIVEN_UP_AFTER ? SLOWEST_RETRY_MS : GIVEN_UP_RETRY_MS;
  return Math.min(slowest, 500 * 2 ** Math.min(failures, 10)) * (0.5 + random);
}

/** Resolves with true if the connection was up. */
async function runUntilClosed(connection: HubConnection, options: RealtimeOptions & { signal: AbortSignal }) {
  const ended = new Promise<void>((resolve) => connection.onclose(() => resolve()));
  const stop = () => void connection.stop();
  options.signal.addEventListener('abort', stop);
  // A dead network closes a socket only after half a minute; the browser knows sooner.
  addEventListener('offline', stop);
  const renewal = setTimeout(stop, CONNECTION_RENEWED_SECONDS * 1000);
  try {
    await connection.start();
    options.onLiveness('live');
    options.onConnected();
    await ended;
    return true;
  } catch {
    return false;
  } finally {
    options.signal.removeEventListener('abort', stop);
    removeEventListener('offline', stop);
    clearTimeout(renewal);
  }
}

/** Ends early when the browser is online again or the tab becomes visible. */
async function pause(ms: number, closing: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<unknown>();
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(resolve, ms);
  const onLook = () => document.visibilityState === 'visible' && resolve(undefined);
  addEventListener('online', resolve, { signal });
  document.addEventListener('visibilitychange', onLook, { signal });
  closing.addEventListener('abort', resolve, { signal });
  await ended;
  clearTimeout(timer);
  waiting.abort();
}
