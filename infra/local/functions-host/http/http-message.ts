import type { IncomingMessage } from 'node:http';
import type { KestrelLimits } from './kestrel.ts';
import type { RpcCookie, RpcData, RpcHttpResponse, RpcTraceContext } from '../app/rpc.ts';

/**
 * Reads the complete body, or returns `refused` above the size limit or below the minimum rate of the web server.
 * Without Content-Length it is empty: the real host forwards no chunked body to a worker in buffered mode
 * (GrpcMessageConversionExtensions.cs).
 */
export async function readBody(
  request: IncomingMessage,
  { most, bodyBytesPerSecond, bodyGraceMs }: KestrelLimits & { most: number },
): Promise<Buffer | 'refused'> {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const length = isChunked ? 0 : Number(request.headers['content-length'] ?? 0);
  if (length === 0 || length > most) {
    request.resume();
    return length === 0 ? Buffer.alloc(0) : 'refused';
  }
  const body = Buffer.allocUnsafe(length);
  const startedAt = Date.now();
  let filled = 0;
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      const ms = Date.now() - startedAt;
      if (ms > bodyGraceMs && (filled * 1000) / ms < bodyBytesPerSecond) resolve('refused');
    }, bodyGraceMs / 5);
    request.on('data', (chunk: Buffer) => (filled += chunk.copy(body, filled)));
    request.once('end', () => resolve(body));
    // A caller who closes its half in the middle of a body is cut off.
    const cutOff = () => void (filled < length && request.socket.resetAndDestroy());
    request.socket.once('end', cutOff);
    request.once('close', () => {
      clearInterval(watch);
      // The connection lives on, and would keep the body.
      request.socket.off('end', cutOff);
      reject(new Error('The caller went away before its body had arrived.'));
    });
  });
}

export function rpcRequest(
  request: IncomingMessage,
  { url, params, body }: { url: URL; params: Record<string, string>; body: Buffer },
): RpcData {
  // .NET joins the values of a repeated name, here and below.
  const headers = Object.entries(request.headersDistinct).map(
    ([name, values = []]) => [name, values.join(',')] as const,
  );
  const query = [...new Set(url.searchParams.keys())].map(
    (name) => [name, url.searchParams.getAll(name).join(',')] as const,
  );
  return {
    http: {
      method: request.method ?? 'GET',
      url: url.href,
      nullableHeaders: nullable(headers),
      nullableQuery: nullable(query),
      nullableParams: nullable(Object.entries(params)),
      body: { bytes: body },
    },
  };
}

/** Returns the caller's trace context. Azure's host inserts its own span, which no one would collect here. */
export function traceOf({ headers }: IncomingMessage): { traceContext?: RpcTraceContext } {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return {};
  const traceState = typeof tracestate === 'string' ? { traceState: tracestate } : {};
  return { traceContext: { traceParent: traceparent, ...traceState, attributes: {} } };
}

function nullable(entries: (readonly [string, string])[]) {
  return Object.fromEntries(entries.map(([name, value]) => [name, { value }]));
}

export function toResponse(http: RpcHttpResponse, { isChunked }: { isChunked: boolean }): Response {
  const headers = new Headers(http.headers);
  for (const cookie of http.cookies ?? []) headers.append('set-cookie', cookieText(cookie));
  const bytes = http.body?.bytes;
  const body = bytes === undefined || bytes.length === 0 ? null : new Uint8Array(bytes);
  // The real host sends no length, so code must not depend on it here either.
  // HTTP/1.0 has no chunks: there the end of the connection ends the body.
  if (body && isChunked) headers.set('transfer-encoding', 'chunked');
  if (!isChunked) headers.set('connection', 'close');
  return new Response(body, { status: Number(http.statusCode ?? 200), headers });
}

function cookieText(cookie: RpcCookie) {
  const seconds = cookie.expires?.value?.seconds;
  const attributes = {
    expires: seconds === undefined ? undefined : new Date(seconds * 1000).toUTCString(),
    'max-age': cookie.maxAge?.value,
    domain: cookie.domain?.value,
    path: cookie.path?.value ?? '/',
    samesite: sameSiteOf(cookie),
  };
  return [
    `${cookie.name}=${encodeURIComponent(cookie.value)}`,
    ...Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    ),
    ...(cookie.secure?.value ? ['secure'] : []),
    ...(cookie.httpOnly?.value ? ['httponly'] : []),
  ].join('; ');
}

/** In the RPC `none` means unset; `explicitNone` is the attribute. */
function sameSiteOf({ sameSite }: RpcCookie) {
  if (sameSite === 'none') return undefined;
  return sameSite === 'explicitNone' ? 'none' : sameSite;
}
