import type { ErrorCode } from '@handoff/shared/contract/errors';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { type AccessTokens, SignInRequired } from '../../lib/access-tokens.ts';
import { createBrowserSpans } from './browser-spans.ts';
import { CallError, isTemporary, NO_RESPONSE, refusal } from './call-error.ts';
import type { Place } from './queue.ts';
import { type InputOf, prepareRequest, type PreparedRequest } from './request.ts';
import { sendRaw, type RawAnswer } from './transport.ts';

export interface CallOptions {
  /** One per intent of a person: every repeat of the same intent carries the same key. */
  key: string;
  /** The business domain the intent began in. */
  domain?: string | undefined;
  /** Share of the body that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Calls it off; whether the server has done it by then is not known. */
  signal?: AbortSignal;
  /** Once, before the first repeat after an attempt without an answer: the repeats take many seconds. */
  onNoAnswer?: () => void;
  /** Of what a person asked for: it waits there while there is no connection, instead of failing. */
  place?: Place;
}

export interface ApiClient {
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<Output<E>>;
  /** Sends what `prepareRequest` made, once more or for the first time. */
  send<E extends Endpoint>(request: PreparedRequest, options: CallOptions): Promise<Output<E>>;
  token: AccessTokens['token'];
}

interface ApiClientOptions {
  base: string;
  session: AccessTokens;
  /** The person has to sign in again. */
  onSignedOut: (reason: string) => void;
  /** The person works in another business domain since, for example in another tab. */
  onDomainChanged: () => void;
  /** The person has no access any more. */
  onAccessLost: () => void;
  /** Between two attempts. */
  pause?: (ms: number) => Promise<void>;
}

const MAX_TRIES = { read: 3, write: 5 };
const MAX_WAITING_MS = 60_000;

/** Says with the first try that got no answer that it is tried again. */
function noticeOnce(onNoAnswer: (() => void) | undefined) {
  let isNoticed = false;
  return ({ status }: CallError) => {
    if (isNoticed || status !== undefined) return;
    isNoticed = true;
    onNoAnswer?.();
  };
}

/** The only place that talks to the API. */
export function createApiClient({
  base,
  session,
  onSignedOut,
  onDomainChanged,
  onAccessLost,
  pause = sleep,
}: ApiClientOptions): ApiClient {
  const spans = createBrowserSpans();

  async function send<E extends Endpoint>(
    request: PreparedRequest,
    options: CallOptions,
  ): Promise<Output<E>> {
    const { place, signal } = options;
    let deadline = performance.now() + MAX_WAITING_MS;
    const notice = noticeOnce(options.onNoAnswer);
    const maxTries = request.endpoint.mode === 'read' ? MAX_TRIES.read : MAX_TRIES.write;
    for (let tries = 1; ; tries += 1) {
      await place?.turn(signal);
      const answer = await attempt(request, options);
      if (answer instanceof CallError) {
        if (place && answer.status === undefined && (await place.held(signal))) {
          // What happens without a connection is no try.
          tries = 0;
          deadline = performance.now() + MAX_WAITING_MS;
          continue;
        }
        const wait = pauseAfter(answer, tries);
        const isOver = tries >= maxTries || performance.now() + wait > deadline;
        if (isOver || !mayRepeat(request.endpoint, answer)) throw answer;
        notice(answer);
        await pause(wait);
      } else {
        return readOutput<E>(request.endpoint, answer);
      }
    }
  }

  async function attempt(request: PreparedRequest, options: CallOptions): Promise<RawAnswer | CallError> {
    const first = await signedExchange(request, options, false);
    // Authentication comes before the idempotency record: a repeat with the same key and a fresh token is safe.
    const answer =
      first instanceof CallError || first.status !== 401
        ? first
        : await signedExchange(request, options, true);
    if (answer instanceof CallError) return answer;
    if (answer.status >= 200 && answer.status < 300) return answer;
    const { status, statusText } = answer;
    const error = refusal({ status, statusText, body: await jsonOf(answer) });
    if (status === 401) onSignedOut(error.message);
    if (error.code === ('domain_changed' satisfies ErrorCode)) onDomainChanged();
    if (error.code === ('no_access' satisfies ErrorCode)) onAccessLost();
    const retryAfter = Number(answer.header('Retry-After'));
    return Object.assign(error, retryAfter > 0 && { retryAfterMs: retryAfter * 1000 });
  }

  async function signedExchange(request: PreparedRequest, options: CallOptions, forceRefresh: boolean) {
    const token = await session.token({ forceRefresh }).catch((cause: unknown) => {
      // Also whoever renews the token is beyond the network.
      if (!(cause instanceof SignInRequired)) return new CallError(NO_RESPONSE, { cause });
      onSignedOut(cause.message);
      throw new CallError(cause.message, { cause, code: 'not_signed_in' });
    });
    return token instanceof CallError ? token : exchange(request, options, token);
  }

  async function exchange(request: PreparedRequest, options: CallOptions, token: string) {
    const { key, domain, onProgress, signal } = options;
    const { endpoint, path, body } = request;
    const span = spans.begin(request, key);
    try {
      const answer = await sendRaw({
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
    token: (options) => session.token(options),
    send,
    call: (endpoint, input, options) => send(prepareRequest(endpoint, input), options),
  };
}

/** Idempotency makes every repeat safe; what the server refused for good is not asked again. */
function mayRepeat(endpoint: Endpoint, error: CallError): boolean {
  // Who opens a connection goes on trying at its own pace.
  if (endpoint.mode === 'exempt') return false;
  if (error.status === undefined) return true;
  const onlyByPerson = endpoint.mode === 'lease' && endpoint.repeat === 'by-person';
  if (onlyByPerson && error.status === 503) return false;
  return isTemporary(error.status, error.code);
}

function pauseAfter(error: CallError & { retryAfterMs?: number }, tries: number): number {
  // Cross-origin, Retry-After may be unreadable: the own pace has to do then.
  return error.retryAfterMs ?? Math.min(8000, 400 * 2 ** tries) * (0.75 + Math.random() / 2);
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function readOutput<E extends Endpoint>(endpoint: Endpoint, answer: RawAnswer): Promise<Output<E>> {
  // A file of JSON there is none: this is the sign of a failure, or of one more message.
  const isFile = endpoint.output === 'file' && !answer.header('Content-Type')?.startsWith('application/json');
  const output: unknown = isFile ? await readFile(answer) : await readJson(endpoint, answer);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema just now
  return output as Output<E>;
}

async function readJson(endpoint: Endpoint, answer: RawAnswer): Promise<unknown> {
  const { status, statusText } = answer;
  const body = await jsonOf(answer);
  // The specification: a success with an ErrorMessage is a failure.
  if (typeof body === 'object' && body !== null && 'ErrorMessage' in body)
    throw Object.assign(refusal({ status, statusText, body }), { isAnswered: true });
  if (endpoint.output === 'file') throw new CallError('The server’s response could not be read.', { status });
  const parsed = endpoint.output.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CallError('The server’s response could not be read.', { status, cause: parsed.error });
}

async function readFile(answer: RawAnswer) {
  const disposition = answer.header('Content-Disposition') ?? '';
  const name =
    /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="([^"]+)"/i.exec(disposition)?.[1];
  const type = answer.header('Content-Type') ?? 'application/octet-stream';
  return { name: decodeURIComponent(name ?? ''), type, bytes: await answer.bytes() };
}

async function jsonOf(answer: RawAnswer): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await answer.text());
    return body;
  } catch {
    return undefined;
  }
}
