import type { ErrorCode } from '@handoff/shared/contract/errors';
import type { CallInput, Endpoint, Output } from '@handoff/shared/contract/endpoint';
import {
  BROWSER_SPANS,
  type BrowserSpan,
  BUSINESS_DOMAIN,
  IDEMPOTENCY_KEY,
} from '@handoff/shared/contract/headers';
import { type AccessTokens, SignInRequired } from './access-tokens.ts';
import {
  asCallError,
  CallError,
  cancelled,
  isInScan,
  isTemporary,
  NO_RESPONSE,
  refusal,
} from './call-error.ts';
import type { Place } from './outbox.ts';
import type { Records } from '../records/store.ts';
import { watched } from './slow-calls.ts';
import { answerOf, jsonOf, MAX_STILL_MS, type RawRequest, readOutput, sendWithProgress } from './answers.ts';

/** A request with its exact body, so that a repeat under the same key is identical. */
export interface PreparedRequest {
  endpoint: Endpoint;
  path: string;
  body: string | FormData | undefined;
}

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  fields?: Record<string, string | undefined>;
  file?: File;
}

/** The input that a caller of this endpoint provides. */
export type InputOf<E> = CallInput<E, File> & RequestParts;

export function prepareRequest<E extends Endpoint>(endpoint: E, input: InputOf<E>): PreparedRequest {
  const { params, query, body, file, fields } = input;
  const path = params ? pathWith(endpoint.path, params) : endpoint.path;
  const json = body === undefined ? undefined : JSON.stringify(body);
  return {
    endpoint,
    path: query ? path + queryString(query) : path,
    body: file ? multipart(file, fields) : json,
  };
}

function pathWith(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: NonNullable<RequestParts['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function multipart(file: File, fields: RequestParts['fields'] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  form.set('file', file, file.name);
  return form;
}

export function isSameRequest(former: PreparedRequest, request: PreparedRequest): boolean {
  return former.path === request.path && sameBody(former.body, request.body);
}

function sameBody(former: PreparedRequest['body'], body: PreparedRequest['body']): boolean {
  if (!(former instanceof FormData) || !(body instanceof FormData)) return former === body;
  const [one, other] = [[...former], [...body]];
  return (
    one.length === other.length &&
    one.every(([name, value], index) => {
      const [otherName, otherValue] = other[index] ?? [];
      return name === otherName && sameValue(value, otherValue);
    })
  );
}

// FormData returns a new File object each time, so files are compared by their properties.
function sameValue(value: FormDataEntryValue, other: FormDataEntryValue | undefined): boolean {
  if (typeof value === 'string' || other === undefined || typeof other === 'string') return value === other;
  return value.name === other.name && value.size === other.size && value.lastModified === other.lastModified;
}

export interface CallOptions {
  /** Every repeat of the same intent carries the same key; by default, each call is an intent of its own. */
  key?: string;
  /** The business domain that the intent began in, by default that of the client. */
  domain?: string | undefined;
  /** Receives the sent share of the body, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Cancels the request, which the server may have handled by then. */
  signal?: AbortSignal;
  /** Called once, before the first repeat without an answer, because repeats take many seconds. */
  onNoAnswer?: () => void;
  /** Called while the call waits for the malware scan of a document. */
  onScan?: () => void;
  /** The slot in which a person's write waits for a connection instead of failing. */
  place?: Place;
}

export interface ApiClient {
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<Output<E>>;
  /** Sends a prepared request, for the first time or again. */
  send<E extends Endpoint>(request: PreparedRequest, options: CallOptions): Promise<Output<E>>;
  /** Returns the same client for one business domain, which stores its answers in these records. */
  into(home: Home): ApiClient;
}

interface Home {
  records?: Records;
  domain?: string | undefined;
}

interface ApiClientOptions {
  base: string;
  session: AccessTokens;
  /** Called when the person has to sign in again. */
  onSignedOut: (reason: string) => void;
  /** Called when the person switched the business domain, for example in another tab. */
  onDomainChanged: () => void;
  /** Called when the person has lost access. */
  onAccessLost: () => void;
  /** Waits between two attempts. */
  pause?: (ms: number) => Promise<void>;
}

const MAX_TRIES = { read: 3, write: 5 };
const MAX_WAITING_MS = 60_000;

/** Notices each wait for a scan, and the first attempt without an answer; returns whether there was one. */
function notice(
  { status, code }: CallError,
  { onNoAnswer, onScan }: CallOptions,
  isMissed: boolean,
): boolean {
  if (isInScan(code)) onScan?.();
  if (status !== undefined || isMissed) return isMissed;
  onNoAnswer?.();
  return true;
}

type Keyed = CallOptions & { key: string };

/** The only place that talks to the API. */
export function createApiClient(options: ApiClientOptions, { records, domain: home }: Home = {}): ApiClient {
  const { base, session, onSignedOut, onDomainChanged, onAccessLost, pause = sleep } = options;
  const spans = createBrowserSpans();

  async function send<E extends Endpoint>(request: PreparedRequest, wanted: CallOptions): Promise<Output<E>> {
    const { endpoint } = request;
    const how = { key: crypto.randomUUID(), domain: home, ...wanted };
    const askedAt = performance.now();
    try {
      const answer = repeat(request, how);
      const output = await readOutput<E>(
        endpoint,
        await (endpoint.mode === 'read' ? watched(answer) : answer),
      );
      records?.take({ endpoint, askedAt, written: writtenIn(request), output });
      return output;
    } catch (thrown) {
      const { current } = asCallError(thrown);
      records?.takeCurrent({ endpoint, askedAt, written: writtenIn(request), output: current });
      throw thrown;
    }
  }

  /** Repeats until there is an answer or another try makes no sense. */
  async function repeat(request: PreparedRequest, how: Keyed): Promise<Response> {
    const { place, signal } = how;
    let isMissed = false;
    const maxTries = request.endpoint.mode === 'read' ? MAX_TRIES.read : MAX_TRIES.write;
    let deadline = performance.now() + MAX_WAITING_MS;
    for (let tries = 1; ; tries += 1) {
      await place?.turn(signal);
      const answer = await attempt(request, how);
      if (!(answer instanceof CallError)) return answer;
      if (place && answer.status === undefined && (await place.held(signal))) {
        // Attempts without a connection are not counted.
        tries = 0;
        deadline = performance.now() + MAX_WAITING_MS;
        continue;
      }
      const wait = pauseAfter(answer, tries);
      const isOver = (tries >= maxTries && !isInScan(answer.code)) || performance.now() + wait > deadline;
      if (isOver || !mayRepeat(request.endpoint, answer)) throw answer;
      isMissed = notice(answer, how, isMissed);
      await pause(wait);
    }
  }

  async function attempt(request: PreparedRequest, how: Keyed): Promise<Response | CallError> {
    let answer = await exchange(request, how, { forceRefresh: false });
    // Authentication comes before the idempotency record: a repeat with the same key and a fresh token is safe.
    if (answer.status === 401) answer = await exchange(request, how, { forceRefresh: true });
    if (answer instanceof CallError) return answer;
    if (answer.status >= 200 && answer.status < 300) return answer;
    const error = refusal(answer, await jsonOf(answer));
    if (answer.status === 401) onSignedOut(error.message);
    if (error.code === ('domain_changed' satisfies ErrorCode)) onDomainChanged();
    if (error.code === ('no_access' satisfies ErrorCode)) onAccessLost();
    const retryAfter = Number(answer.headers.get('Retry-After'));
    return Object.assign(error, retryAfter > 0 && { retryAfterMs: retryAfter * 1000 });
  }

  async function exchange(request: PreparedRequest, how: Keyed, renewal: { forceRefresh: boolean }) {
    const { key, domain, onProgress, signal } = how;
    const { endpoint, path, body } = request;
    const token = await session.token(renewal).catch((cause: unknown) => {
      // Renewing the token needs the network as well.
      if (!(cause instanceof SignInRequired)) return new CallError(NO_RESPONSE, { cause });
      onSignedOut(cause.message);
      throw new CallError(cause.message, { cause, code: 'not_signed_in' });
    });
    if (token instanceof CallError) return token;
    const span = spans.begin(request, key);
    try {
      const answer = await (onProgress ? sendWithProgress : sendByFetch)({
        method: endpoint.method,
        url: base + path,
        headers: {
          Authorization: `Bearer ${token}`,
          [IDEMPOTENCY_KEY]: key,
          ...span.headers,
          ...(domain !== undefined && endpoint.scope === 'domain' && { [BUSINESS_DOMAIN]: domain }),
          ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        },
        body,
        onProgress,
        signal,
      });
      span.end(answer.status);
      return answer;
    } catch (cause) {
      span.end();
      if (signal?.aborted) throw cancelled(cause);
      return new CallError(NO_RESPONSE, { cause });
    }
  }

  return {
    into: (kept) => createApiClient(options, kept),
    send,
    call: (endpoint, input, how = {}) => send(prepareRequest(endpoint, input), how),
  };
}

/** Idempotency makes every repeat safe; a final refusal is not repeated. */
function mayRepeat(endpoint: Endpoint, error: CallError): boolean {
  // Connections are retried at their own pace.
  if (endpoint.mode === 'exempt') return false;
  if (error.status === undefined) return true;
  const onlyByPerson = endpoint.mode === 'lease' && endpoint.repeat === 'by-person';
  if (onlyByPerson && error.status === 503) return false;
  return isTemporary(error.status, error.code);
}

function pauseAfter(error: CallError & { retryAfterMs?: number }, tries: number): number {
  // Retry-After may be unreadable across origins.
  // oxlint-disable-next-line no-restricted-properties -- only spreads tries over time
  return error.retryAfterMs ?? Math.min(8000, 400 * 2 ** tries) * (0.75 + Math.random() / 2);
}

/** Returns the fields that a write sends. */
function writtenIn({ endpoint, body }: PreparedRequest): object | undefined {
  if (endpoint.mode === 'read' || endpoint.mode === 'exempt') return undefined;
  return typeof body === 'string' ? Object(JSON.parse(body)) : {};
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const MAX_MS = 30_000;

/** Sends one request and rejects only if there was no answer. Only `exchange` calls it. */
async function sendByFetch(request: RawRequest): Promise<Response> {
  const { method, url, headers, body } = request;
  const limit = AbortSignal.timeout(body instanceof FormData ? MAX_STILL_MS : MAX_MS);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  const response = await fetch(url, { method, headers, body: body ?? null, signal, cache: 'no-store' });
  return answerOf(response, response.headers, await response.arrayBuffer());
}

/** The most spans that the API takes at once. */
const MAX_SPANS = 8;

/** Measures calls in the browser; a later call sends each duration as the first span of its trace. */
function createBrowserSpans() {
  let ended: (Omit<BrowserSpan, 'ago'> & { endedAt: number })[] = [];

  return {
    /** All attempts of one intent share a trace, whose id is the digits of the key. */
    begin({ endpoint }: PreparedRequest, key: string) {
      const traceId = key.replaceAll('-', '');
      const isTraced = /^[0-9a-f]{32}$/.test(traceId);
      const spanId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
      const startedAt = performance.now();
      // The spans of earlier calls are lost if this call fails.
      const earlier = ended.map(({ endedAt, ...span }): BrowserSpan => ({
        ...span,
        ago: Math.round(startedAt - endedAt),
      }));
      ended = [];
      const headers: Record<string, string> = {
        ...(isTraced && { traceparent: `00-${traceId}-${spanId}-01` }),
        ...(earlier.length > 0 && { [BROWSER_SPANS]: JSON.stringify(earlier) }),
      };
      const end = (status?: number) => {
        // No person waits for calls in the background.
        if (!isTraced || endpoint.mode === 'exempt') return;
        const route = `${endpoint.method} ${endpoint.path}`;
        const span = { traceId, spanId, route, took: Math.round(performance.now() - startedAt), status };
        ended = [...ended, { ...span, endedAt: performance.now() }].slice(-MAX_SPANS);
      };
      return { headers, end };
    },
  };
}
