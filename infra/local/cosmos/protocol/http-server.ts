import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { limitBody, serveApp, type NodeEnv } from '../../listen-on-loopback.ts';
import { failureAnswer, type Answer, CosmosFailure, throttled, tooLarge } from '../failure.ts';
import type { Fault, Faults } from '../faults.ts';
import { routeOf } from './routing.ts';
import { answerRequest, type Service } from './answer-request.ts';

/** Above every limit of the service, so that its own 413 comes first. */
const maxBodyBytes = 16 * 1024 * 1024;

export function createCosmosServer(service: Service, faults: Faults): Server {
  const app = new Hono<NodeEnv>();
  app.use(limitBody(maxBodyBytes, (c: Context<NodeEnv>) => send(c.env.outgoing, failureAnswer(tooLarge()))));
  app.all('*', async (c) => {
    const body = c.req.method === 'GET' ? '' : await c.req.text();
    return serve(service, { faults, body, ...c.env });
  });
  app.onError((error, c) => {
    // The client broke off while it was sending.
    if (c.env.incoming.errored !== null) return RESPONSE_ALREADY_SENT;
    // A defect of the endpoint is reported loudly, instead of an answer that looks like the service's.
    console.error('The local Cosmos endpoint failed:', error);
    const failure = new CosmosFailure(500, `The local Cosmos endpoint failed: ${String(error)}`);
    return send(c.env.outgoing, failureAnswer(failure));
  });
  const server = createServer({ keepAliveTimeout: 60_000, maxHeaderSize: 64 * 1024 });
  serveApp(server, app);
  return server;
}

type Exchange = HttpBindings & { faults: Faults; body: string };

/** Writes to Node's response itself: a fault may cut the connection or leave it without an answer. */
async function serve(service: Service, { faults, body, incoming, outgoing }: Exchange): Promise<Response> {
  if (service.stopped.aborted) return RESPONSE_ALREADY_SENT;
  // The entire text is the path: the SDK sends an id with `?` unescaped, and no query string at all.
  const path = incoming.url ?? '/';
  const { headers, method: verb = 'GET' } = incoming;
  const route = attemptRoute({ verb, path, headers });
  if (route instanceof CosmosFailure) return send(outgoing, failureAnswer(route));

  const fault = faults.decide?.({ verb, kind: route.kind, path });
  if (fault !== undefined && !(await isServedDespite(fault, outgoing))) return RESPONSE_ALREADY_SENT;
  if (service.stopped.aborted) return RESPONSE_ALREADY_SENT;
  const answer = answerRequest(service, { route, headers, body });
  if (fault?.kind !== 'lose-answer') return send(outgoing, answer);
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

function attemptRoute(request: Parameters<typeof routeOf>[0]): ReturnType<typeof routeOf> | CosmosFailure {
  try {
    return routeOf(request);
  } catch (error) {
    if (error instanceof CosmosFailure) return error;
    throw error;
  }
}

async function isServedDespite(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'drop-before-commit':
      response.destroy();
      return false;
    case 'hang':
      return false;
    case 'answer':
      send(response, failureAnswer(failureOf(fault)));
      return false;
    case 'delay':
      await new Promise((resolve) => {
        setTimeout(resolve, fault.ms);
      });
      return true;
    case 'lose-answer':
    default:
      return true;
  }
}

function failureOf(fault: Extract<Fault, { kind: 'answer' }>): CosmosFailure {
  if (fault.status === 429) return throttled(fault.retryAfterMs ?? 1);
  return new CosmosFailure(fault.status, `Injected ${fault.status}.`);
}

function send(response: ServerResponse, answer: Answer): Response {
  if (response.destroyed || response.headersSent) return RESPONSE_ALREADY_SENT;
  const body = answer.body === undefined ? undefined : Buffer.from(answer.body);
  response.writeHead(answer.status, {
    'x-ms-activity-id': randomUUID(),
    'x-ms-request-charge': `${answer.charge ?? 1}`,
    'x-ms-version': '2020-07-15',
    ...answer.headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
  });
  response.end(body);
  return RESPONSE_ALREADY_SENT;
}
