import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppFunction, FunctionWith } from '../app/app-functions.ts';
import { applyCors, type Cors } from './cors.ts';
import type { HostJson } from '../host-json.ts';
import { readBody, rpcRequest, writeResponse } from './http-message.ts';
import type { Invoke } from '../app/invoke.ts';
import { describeError, type Log } from '../log.ts';
import { createRequestGate } from './request-gate.ts';
import { parseRoute, splitPath } from './route-template.ts';

type HttpServerOptions = {
  functions: FunctionWith<'httpTrigger'>[];
  settings: HostJson['extensions']['http'];
  bodyLimit: number;
  cors?: Cors | undefined;
  port: number;
  hostId: string;
  invoke: Invoke;
  log: Log;
};

export async function startHttpServer(options: HttpServerOptions) {
  const { invoke, log, settings } = options;
  const routes = options.functions
    .map((target) => ({
      target,
      route: parseRoute(`${settings.routePrefix}/${target.trigger.route ?? target.name}`),
    }))
    .toSorted((one, other) => (one.route.precedence < other.route.precedence ? -1 : 1));
  const gate = createRequestGate(settings);
  const running = new Set<Promise<void>>();
  let state: 'Starting' | 'Running' | 'Stopping' = 'Starting';

  const server = createServer((request, response) => {
    const served = serve(request, response).catch((error: unknown) => {
      log({ level: 'error', category: 'host', message: `HTTP: ${describeError(error)}` });
      response.destroy();
    });
    running.add(served);
    void served.finally(() => running.delete(served));
  });
  // The limit in Azure is its load balancer's; nothing here ends a long upload.
  server.requestTimeout = 0;
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: addressOf(server.address()),
    reportRunning() {
      state = 'Running';
    },
    async stop(graceMs: number) {
      state = 'Stopping';
      const closed = once(server, 'close');
      server.close();
      await Promise.race([Promise.all(running), delay(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (state === 'Stopping') response.setHeader('connection', 'close');
    if (applyCors(options.cors, request, response)) return;
    const url = requestUrl(request);
    if (url.pathname === '/admin/host/status') return sendStatus(response);
    const found = findRoute(request.method ?? 'GET', url.pathname);
    for (const [name, value] of Object.entries(settings.customHeaders)) response.setHeader(name, value);
    if (!found || gate.isFull()) {
      request.resume();
      response.writeHead(found ? 429 : 404).end();
      return;
    }
    await gate.run(async () => {
      const body = await readBody(request, options.bodyLimit);
      if (body === 'too large') response.writeHead(413).end();
      else await answer(response, found.target, rpcRequest(request, { url, params: found.params, body }));
    });
  }

  // A wrong method is no match either: the real host answers it with 404, not with 405.
  function findRoute(method: string, path: string) {
    const segments = splitPath(path);
    for (const { target, route } of routes) {
      const params = target.trigger.methods.includes(method) ? route.match(segments) : undefined;
      if (params) return { target, params };
    }
    return undefined;
  }

  async function answer(response: ServerResponse, target: AppFunction, data: ReturnType<typeof rpcRequest>) {
    try {
      const { returnValue } = await invoke(target, { data });
      writeResponse(response, returnValue?.http ?? { statusCode: '204' });
    } catch {
      // The invocation logged it; the caller of the real host gets no details either.
      if (!response.headersSent) response.writeHead(500).end();
    }
  }

  function sendStatus(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: options.hostId, state }));
  }
}

function requestUrl(request: IncomingMessage) {
  return new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
}

function addressOf(address: unknown) {
  const isAddress = typeof address === 'object' && address !== null && 'port' in address;
  return `http://127.0.0.1:${isAddress ? String(address.port) : ''}`;
}
