import * as z from 'zod';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { BROWSER_SPANS, type BrowserSpan } from '@handoff/shared/contract/headers';
import { CallError, refusal } from './call-error.ts';
import type { PreparedRequest } from './request.ts';

interface RawRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  onProgress: ((share: number) => void) | undefined;
  /** Aborts when the person cancels. */
  signal: AbortSignal | undefined;
}

const MAX_MS = 30_000;
/** A large file may take long on a slow line, but must not stall while it is sent or stored. */
const MAX_STILL_MS = 90_000;

/** Sends one request and rejects only if there was no answer. Only retry.ts calls it. */
export async function sendByFetch(request: RawRequest): Promise<Response> {
  const { method, url, headers, body } = request;
  const limit = AbortSignal.timeout(body instanceof FormData ? MAX_STILL_MS : MAX_MS);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  const response = await fetch(url, { method, headers, body: body ?? null, signal, cache: 'no-store' });
  return answerOf(response, response.headers, await response.arrayBuffer());
}

/** Sends a body with its progress, which fetch does not report. */
export function sendWithProgress(request: RawRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), MAX_STILL_MS);
    };
    xhr.open(request.method, request.url);
    xhr.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      request.onProgress?.(total > 0 ? loaded / total : 0);
    });
    xhr.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    xhr.addEventListener('abort', () => reject(new DOMException('Nothing moved, or canceled', 'AbortError')));
    xhr.addEventListener('load', () => {
      const content: unknown = xhr.response;
      const headers = readableHeaders.map((name) => [name, xhr.getResponseHeader(name) ?? ''] as const);
      resolve(
        answerOf(xhr, Object.fromEntries(headers), content instanceof ArrayBuffer ? content : undefined),
      );
    });
    xhr.addEventListener('loadend', () => clearTimeout(timer));
    request.signal?.addEventListener('abort', () => xhr.abort());
    watch();
    xhr.send(request.body ?? null);
  });
}

const readableHeaders = ['Content-Type', 'Retry-After'];

/** Returns an answer that has arrived completely, so that reading it cannot fail. */
function answerOf(
  { status, statusText }: { status: number; statusText: string },
  headers: HeadersInit,
  bytes: ArrayBuffer | undefined,
): Response {
  return new Response(bytes?.byteLength ? bytes : null, { status, statusText, headers });
}

/** Reads the declared output of the endpoint, or throws a CallError. */
export async function readOutput<E extends Endpoint>(
  endpoint: Endpoint,
  answer: Response,
): Promise<Output<E>> {
  // No file is JSON, so JSON is a failure.
  const isFile =
    endpoint.output === 'file' && !answer.headers.get('Content-Type')?.startsWith('application/json');
  const output: unknown = isFile ? await readFile(answer) : await readJson(endpoint, answer);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema just now
  return output as Output<E>;
}

async function readJson(endpoint: Endpoint, answer: Response): Promise<unknown> {
  const { status } = answer;
  const body = await jsonOf(answer);
  // By the specification, a success with an ErrorMessage is a failure.
  if (typeof body === 'object' && body !== null && 'ErrorMessage' in body)
    throw Object.assign(refusal(answer, body), { isAnswered: true });
  if (endpoint.output === 'file') throw new CallError('The server’s response could not be read.', { status });
  const parsed = z.safeParse(endpoint.output, body);
  if (parsed.success) return parsed.data;
  throw new CallError('The server’s response could not be read.', { status, cause: parsed.error });
}

async function readFile(answer: Response) {
  const disposition = answer.headers.get('Content-Disposition') ?? '';
  const name =
    /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? /filename="([^"]+)"/i.exec(disposition)?.[1];
  const type = answer.headers.get('Content-Type') ?? 'application/octet-stream';
  return { name: decodeURIComponent(name ?? ''), type, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

export const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

/** The most spans that the API takes at once. */
const MAX_SPANS = 8;

/** Measures calls in the browser; a later call sends each duration as the first span of its trace. */
export function createBrowserSpans() {
  let ended: (Omit<BrowserSpan, 'ago'> & { endedAt: number })[] = [];

  /** Returns the spans of earlier calls, which are lost if this call fails. */
  function takeEnded(): string | undefined {
    const spans = ended.map(({ endedAt, ...span }): BrowserSpan => ({
      ...span,
      ago: millisecondsSince(endedAt),
    }));
    ended = [];
    return spans.length > 0 ? JSON.stringify(spans) : undefined;
  }

  return {
    /** All attempts of one intent share a trace, whose id is the digits of the key. */
    begin({ endpoint }: PreparedRequest, key: string) {
      const traceId = key.replaceAll('-', '');
      const isTraced = /^[0-9a-f]{32}$/.test(traceId);
      const spanId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
      const earlier = takeEnded();
      const startedAt = performance.now();
      const headers: Record<string, string> = {
        ...(isTraced && { traceparent: `00-${traceId}-${spanId}-01` }),
        ...(earlier !== undefined && { [BROWSER_SPANS]: earlier }),
      };
      const end = (status?: number) => {
        // No person waits for calls in the background.
        if (!isTraced || endpoint.mode === 'exempt') return;
        const route = `${endpoint.method} ${endpoint.path}`;
        const span = { traceId, spanId, route, took: millisecondsSince(startedAt), status };
        ended = [...ended, { ...span, endedAt: performance.now() }].slice(-MAX_SPANS);
      };
      return { headers, end };
    },
  };
}

const millisecondsSince = (moment: number) => Math.round(performance.now() - moment);
