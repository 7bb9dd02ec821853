import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import type { ErrorBody } from '@handoff/shared/contract/errors';
import { FieldKeysNotConfigured, StoreUnavailable, type LogEntry } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import { unavailable } from '../writes/commit.ts';
import type { ApiResponse } from '../core/request.ts';

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};
const COMPRESS_FROM = 2_048;

const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};
const jsonHeaders = { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' };

const constantReplies = new WeakMap<object, Map<string, Promise<ApiResponse>>>();

/** Made for the first request in this encoding, and reused for all later ones. */
export function constantReply(
  of: object,
  acceptEncoding: string | undefined,
  make: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const made = constantReplies.get(of) ?? new Map<string, Promise<ApiResponse>>();
  constantReplies.set(of, made);
  const encoding = encodingOf(acceptEncoding) ?? '';
  const known = made.get(encoding);
  if (known) return known;
  const making = make();
  making.catch(() => made.delete(encoding));
  made.set(encoding, making);
  return making;
}

const encodingOf = (acceptEncoding: string | undefined) =>
  (['br', 'gzip'] as const).find((name) => acceptEncoding?.includes(name));

/** Returns JSON, compressed by Accept-Encoding, because the Functions host was not seen to compress. */
export async function jsonReply(body: string, acceptEncoding: string | undefined): Promise<ApiResponse> {
  const encoding = encodingOf(acceptEncoding);
  if (!encoding || body.length < COMPRESS_FROM) return { status: 200, headers: jsonHeaders, body };
  const headers = { ...jsonHeaders, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' };
  return { status: 200, headers, body: await compressors[encoding](Buffer.from(body)) };
}

/** Always an attachment, sandboxed: an uploaded file never runs in our origin. */
export function fileReply(file: FileDownload): ApiResponse {
  const ascii = file.name.replaceAll(/[^ -~]|["\\]/g, '_');
  const headers = {
    ...securityHeaders,
    'Content-Type': file.type,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(file.name)}`,
  };
  return { status: 200, headers, body: file.bytes };
}

/** RFC 8187 leaves fewer characters unescaped than a URI does. */
const percentEncoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

interface ErrorIds {
  requestId: string;
  traceId?: string | undefined;
}

export function errorReply(error: AppError, { requestId, traceId }: ErrorIds): ApiResponse {
  const { retryAfterSeconds, allow, current, ...shown } = error.details;
  const body = {
    ErrorMessage: error.message,
    code: error.code,
    ...shown,
    ...(current && { current: { ...current } }),
    requestId,
    ...(traceId && { traceId }),
  } satisfies ErrorBody;
  const special = {
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(allow && { Allow: allow.join(', ') }),
  };
  return { status: error.status, headers: { ...jsonHeaders, ...special }, body: JSON.stringify(body) };
}

/** Any error that is not an AppError is ours to fix: it gets a constant text, and its cause is only in the log. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StoreUnavailable) return unavailable(error);
  if (error instanceof FieldKeysNotConfigured)
    return new AppError(
      'not_configured',
      'Patient numbers cannot be kept or shown: their keys are not set up.',
    );
  return new AppError('internal', 'Something went wrong on our side. It has been logged.', {
    cause: error,
  });
}

interface Failing {
  requestId: string;
  traceId: string | undefined;
  line: LogEntry;
}

/** A reply that fails itself, say on a record that JSON cannot hold, is answered as an internal error. */
export function failureReply(error: unknown, failing: Failing): ApiResponse {
  const { requestId, traceId, line } = failing;
  try {
    const failure = asAppError(error);
    const response = errorReply(failure, { requestId, traceId });
    line.code = failure.code;
    if (isDenial(failure)) line.level = 'warn';
    if (failure.code === 'internal') Object.assign(line, describe(failure.cause));
    if (failure.cause instanceof StoreUnavailable) Object.assign(line, describeOutage(failure.cause));
    return response;
  } catch (unwritable) {
    return failureReply(unwritable, failing);
  }
}

const isDenial = ({ status }: AppError): boolean => [401, 403, 429].includes(status);

/** A refusal is for a person to correct; a service that does not answer may recover by itself. */
const describeOutage = ({ name, dependency }: StoreUnavailable): Partial<LogEntry> => ({
  level: name === 'AccessRefused' ? 'error' : 'warn',
  error: name,
  ...(dependency && { dependency }),
});

function describe(cause: unknown): Partial<LogEntry> {
  if (!(cause instanceof Error)) return { level: 'error', error: typeof cause };
  // A message may have lines that look like frames, and may contain patient data.
  const stack = (cause.stack ?? '').replace(cause.message, '');
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    level: 'error',
    error: cause instanceof AppError ? cause.code : cause.name,
    frames: frames.slice(0, 6),
  };
}
