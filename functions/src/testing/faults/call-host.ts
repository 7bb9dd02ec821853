import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import type { TestApi } from '../api.ts';
import type { PersonName } from '../people.ts';
import { encodeRequest } from '../request.ts';

export interface HostCall {
  endpoint: Endpoint;
  input: unknown;
  as: PersonName;
  key: string;
  /** Token of someone who is not among the people of the stories. */
  token?: string;
  headers?: Record<string, string>;
  /** Replaces the body of the input, unchanged. */
  rawBody?: string;
}

export interface HostAnswer {
  status: number;
  isReplay: boolean;
  text: string;
}

/**
 * Sends the call over HTTP to a host process; rejects when the connection breaks, or is broken after this many
 * milliseconds.
 */
export async function callHost(
  handoff: TestApi,
  url: string,
  call: HostCall,
  breaksAfterMs?: number,
): Promise<HostAnswer> {
  const response = await sendToHost(handoff, url, call, breaksAfterMs);
  const isReplay = response.headers.has(IDEMPOTENT_REPLAYED);
  return { status: response.status, isReplay, text: await response.text() };
}

export async function sendToHost(
  handoff: TestApi,
  url: string,
  call: HostCall,
  breaksAfterMs?: number,
): Promise<Response> {
  const authorization = `Bearer ${call.token ?? (await handoff.token(call.as))}`;
  const { key, rawBody } = call;
  const how = { authorization, key, ...(rawBody !== undefined && { rawBody }) };
  const request = await encodeRequest(call.endpoint, call.input, how);
  const names = ['authorization', 'content-type', IDEMPOTENCY_KEY, BUSINESS_DOMAIN];
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  const path = request.url.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? '');
  const body = Buffer.from(await request.body());
  return fetch(url + path, {
    method: request.method,
    headers: { ...Object.fromEntries(headers), ...call.headers },
    ...(body.length > 0 && { body }),
    ...(breaksAfterMs !== undefined && { signal: AbortSignal.timeout(breaksAfterMs) }),
  });
}

const TRIES = 20;
const PAUSE_MS = 250;

/** Retries like our client: a request that a busy host refused is sent again under the same key. */
export async function callBusyHost(handoff: TestApi, url: string, call: HostCall): Promise<HostAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await callHost(handoff, url, call);
    if (![429, 503].includes(answer.status) || tries === TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
