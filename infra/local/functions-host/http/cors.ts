import type { IncomingMessage, ServerResponse } from 'node:http';

export type Cors = { origins: string[]; allowCredentials?: boolean };

/** What `Host.CORS` of local settings does under Core Tools; in Azure the platform does it. True if it answered. */
export function applyCors(
  cors: Cors | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (!cors || origin === undefined) return false;
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (cors.origins.includes('*') || cors.origins.includes(origin)) {
    response.setHeader('access-control-allow-origin', cors.origins.includes('*') ? '*' : origin);
    response.setHeader('vary', 'Origin');
    if (cors.allowCredentials) response.setHeader('access-control-allow-credentials', 'true');
    if (isPreflight) allowWhatWasAsked(request, response);
  }
  if (isPreflight) response.writeHead(204).end();
  return isPreflight;
}

function allowWhatWasAsked(request: IncomingMessage, response: ServerResponse) {
  for (const what of ['method', 'headers'] as const) {
    const asked = request.headers[`access-control-request-${what}`];
    const answer = what === 'method' ? 'access-control-allow-methods' : 'access-control-allow-headers';
    if (asked !== undefined) response.setHeader(answer, asked);
  }
}
