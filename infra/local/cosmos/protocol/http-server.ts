import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { failureAnswer, type Answer, CosmosFailure, throttled, tooLarge } from '../failure.ts';
import type { Fault, Faults } from '../faults.ts';
import { routeOf } from './routing.ts';
import { answerRequest, type Service } from './answer-request.ts';

/** Above every limit of the service, so that its own 413 comes first. */
const maxBodyBytes = 16 * 1024 * 1024;

export function createCosmosServer(service: Service, faults: Faults): Server {
  return createServer({ keepAliveTimeout: 60_000, maxHeaderSize: 64 * 1024 }, (request, response) => {
    serve(service, { faults, request, response }).catch((error: unknown) => {
      // The client broke off while it was sending.
      if (request.errored !== null) return;
      // A defect of the endpoint: say so loudly instead of pretending to be the service.
      console.error('The local Cosmos endpoint failed:', error);
      send(
        response,
        failureAnswer(new CosmosFailure(500, `The local Cosmos endpoint failed: ${String(error)}`)),
      );
    });
  });
}

type Exchange = { faults: Faults; request: IncomingMessage; response: ServerResponse };

async function serve(service: Service, { faults, request, response }: Exchange): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return send(response, failureAnswer(tooLarge()));
  if (service.stopped.aborted) return;
  // All of it is the path: the SDK sends an id with `?` unescaped, and no query string at all.
  const path = request.url ?? '/';
  const { headers, method: verb = 'GET' } = request;
  const route = attemptRoute({ verb, path, headers });
  if (route instanceof CosmosFailure) return send(response, failureAnswer(route));

  const fault = faults.decide?.({ verb, kind: route.kind, path });
  if (fault !== undefined && !(await isServedDespite(fault, response))) return;
  if (service.stopped.aborted) return;
  const answer = answerRequest(service, { route, headers, body });
  if (fault?.kind === 'lose-answer') response.destroy();
  else send(response, answer);
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

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const body = answer.body === undefined ? undefined : Buffer.from(answer.body);
  response.writeHead(answer.status, {
    'x-ms-activity-id': randomUUID(),
    'x-ms-request-charge': `${answer.charge ?? 1}`,
    'x-ms-version': '2020-07-15',
    ...answer.headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
  });
  response.end(body);
}
