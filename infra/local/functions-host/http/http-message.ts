import type { IncomingMessage } from 'node:http';
import type { RpcCookie, RpcData, RpcHttpResponse, RpcTraceContext } from '../app/rpc.ts';

/**
 * The whole body, or `too large`. Without Content-Length it arrives empty: the real host forwards no chunked body
 * to a worker in buffered mode (GrpcMessageConversionExtensions.cs).
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too large'> {
  const header = request.headers['content-length'];
  if (header === undefined || Number(header) > limit) {
    request.resume();
    return header === undefined ? Buffer.alloc(0) : 'too large';
  }
  const body = Buffer.allocUnsafe(Number(header));
  let filled = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    filled += bytes.copy(body, filled);
  }
  return body;
}

export function rpcRequest(
  request: IncomingMessage,
  { url, params, body }: { url: URL; params: Record<string, string>; body: Buffer },
): RpcData {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  const query = [...new Set(url.searchParams.keys())].map(
    // .NET joins the values of a repeated name.
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

/** As it came. Azure's host puts a span of its own in between, which nobody would collect here. */
export function traceOf({ headers }: IncomingMessage): { traceContext?: RpcTraceContext } {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return {};
  const traceState = typeof tracestate === 'string' ? { traceState: tracestate } : {};
  return { traceContext: { traceParent: traceparent, ...traceState, attributes: {} } };
}

function nullable(entries: (readonly [string, string])[]) {
  return Object.fromEntries(entries.map(([name, value]) => [name, { value }]));
}

export function toResponse(http: RpcHttpResponse): Response {
  const headers = new Headers(http.headers);
  for (const cookie of http.cookies ?? []) headers.append('set-cookie', cookieText(cookie));
  const bytes = http.body?.bytes;
  const body = bytes === undefined || bytes.length === 0 ? null : new Uint8Array(bytes);
  // The real host names no length: who waits for one would find it on this machine only.
  if (body) headers.set('transfer-encoding', 'chunked');
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

/** In the RPC `none` says nothing; `explicitNone` is the attribute. */
function sameSiteOf({ sameSite }: RpcCookie) {
  if (sameSite === 'none') return undefined;
  return sameSite === 'explicitNone' ? 'none' : sameSite;
}
