import type { ErrorCode } from '@handoff/shared/contract/errors';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { type AccessTokens, SignInRequired } from './access-tokens.ts';
import { asCallError, CallError, isInScan, isTemporary, NO_RESPONSE, refusal } from './call-error.ts';
import type { Place } from './queue.ts';
import { type InputOf, prepareRequest, type PreparedRequest } from './request.ts';
import type { Records } from '../records/store.ts';
import { createBrowserSpans, jsonOf, readOutput, sendByFetch, sendWithProgress } from './transport.ts';

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

/** Notices each wait for a scan, and the first attempt without an answer. */
function noticeFor({ onNoAnswer, onScan }: CallOptions) {
  let isNoticed = false;
  return ({ status, code }: CallError) => {
    if (isInScan(code)) onScan?.();
    if (isNoticed || status !== undefined) return;
    isNoticed = true;
    onNoAnswer?.();
  };
}

type Keyed = CallOptions & { key: string };

/** The only place that talks to the API. */
export function createApiClient(options: ApiClientOptions, { records, domain: home }: Home = {}): ApiClient {
  const { base, session, onSignedOut, onDomainChanged, onAccessLost, pause = sleep } = options;
  const spans = createBrowserSpans();

  async function send<E extends Endpoint>(request: PreparedRequest, wanted: CallOptions): Promise<Output<E>> {
    const { endpoint } = request;
    const how = { key: crypto.randomUUID(), domain: home, ...wanted };
    const asked = { endpoint, askedAt: performance.now(), written: writtenIn(request) };
    try {
      const output = await readOutput<E>(endpoint, await repeat(request, how));
      records?.take({ ...asked, output });
      return output;
    } catch (thrown) {
      records?.takeCurrent({ ...asked, output: asCallError(thrown).current });
      throw thrown;
    }
  }

  /** Repeats until there is an answer or another try makes no sense. */
  async function repeat(request: PreparedRequest, how: Keyed): Promise<Response> {
    const { place, signal } = how;
    const notice = noticeFor(how);
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
      notice(answer);
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
      if (signal?.aborted) throw new CallError('Cancelled', { cause, isCancelled: true });
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
  return error.retryAfterMs ?? Math.min(8000, 400 * 2 ** tries) * (0.75 + Math.random() / 2);
}

/** Returns the fields that a write sends. */
function writtenIn({ endpoint, body }: PreparedRequest): object | undefined {
  if (endpoint.mode === 'read' || endpoint.mode === 'exempt') return undefined;
  return typeof body === 'string' ? Object(JSON.parse(body)) : {};
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
