import * as z from 'zod';
import type { Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { CallError, refusal } from './call-error.ts';

export interface RawRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  onProgress: ((share: number) => void) | undefined;
  /** Aborts when the person cancels. */
  signal: AbortSignal | undefined;
}

/** A large file may take long on a slow line, but must not stall while it is sent or stored. */
export const MAX_STILL_MS = 90_000;

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
export function answerOf(
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
