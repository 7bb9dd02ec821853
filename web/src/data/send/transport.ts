import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { CallError, refusal } from './call-error.ts';

export interface RawAnswer {
  status: number;
  statusText: string;
  header(name: string): string | null;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
}

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
export async function sendByFetch(request: RawRequest): Promise<RawAnswer> {
  const { method, url, headers, body } = request;
  const limit = AbortSignal.timeout(body instanceof FormData ? MAX_STILL_MS : MAX_MS);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  const response = await fetch(url, { method, headers, body: body ?? null, signal, cache: 'no-store' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return answerOf(response, { header: (name) => response.headers.get(name), bytes });
}

/** Sends a body with its progress, which fetch does not report. */
export function sendWithProgress(request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), MAX_STILL_MS);
    };
    const abort = () => xhr.abort();
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
      const bytes = new Uint8Array(content instanceof ArrayBuffer ? content : new ArrayBuffer(0));
      resolve(answerOf(xhr, { header: (name) => xhr.getResponseHeader(name), bytes }));
    });
    xhr.addEventListener('loadend', () => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    });
    request.signal?.addEventListener('abort', abort);
    watch();
    xhr.send(request.body ?? null);
  });
}

function answerOf(
  { status, statusText }: { status: number; statusText: string },
  { header, bytes }: { header: RawAnswer['header']; bytes: Uint8Array },
): RawAnswer {
  return {
    status,
    statusText,
    header,
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    bytes: () => Promise.resolve(bytes),
  };
}

/** Reads the declared output of the endpoint, or throws a CallError. */
export async function readOutput<E extends Endpoint>(
  endpoint: Endpoint,
  answer: RawAnswer,
): Promise<Output<E>> {
  // No file is JSON, so JSON is a failure.
  const isFile = endpoint.output === 'file' && !answer.header('Content-Type')?.startsWith('application/json');
  const output: unknown = isFile ? await readFile(answer) : await readJson(endpoint, answer);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the endpoint's own schema just now
  return output as Output<E>;
}

async function readJson(endpoint: Endpoint, answer: RawAnswer): Promise<unknown> {
  const { status, statusText } = answer;
  const body = await jsonOf(answer);
  // By the specification, a success with an ErrorMessage is a failure.
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

export async function jsonOf(answer: RawAnswer): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await answer.text());
    return body;
  } catch {
    return undefined;
  }
}
