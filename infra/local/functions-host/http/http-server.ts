import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { listenOnLoopback, serveApp, type NodeEnv } from '../../listen-on-loopback.ts';
import type { FunctionWith } from '../app/app-functions.ts';
import type { Invoke } from '../app/invoke.ts';
import type { BlobTriggers } from '../blobs/blob-trigger.ts';
import type { HostJson } from '../host-json.ts';
import { describeError, type Log } from '../log.ts';
import { answerUnparsed, parserOptions, refusalOf, type KestrelLimits } from './kestrel.ts';
import { readBody, rpcRequest, toResponse, traceOf } from './http-message.ts';
import { empty, ownApp, type HostKeys } from './own-app.ts';
import { createRequestGate } from './request-gate.ts';
import { parseRoute, splitPath } from './route-template.ts';

/** Works like `Host.CORS` of local settings under Core Tools; in Azure the platform does it. */
export interface Cors {
  origins: string[];
  allowCredentials?: boolean;
}

interface HttpServerOptions {
  functions: FunctionWith<'httpTrigger'>[];
  settings: HostJson['extensions']['http'];
  bodyLimit: number;
  limits: KestrelLimits;
  isHomepageDisabled: boolean;
  keys: HostKeys;
  cors?: Cors | undefined;
  port: number;
  hostId: string;
  invoke: Invoke;
  log: Log;
  /** Set when the blob triggers have started. */
  webhooks: { blobs?: BlobTriggers };
}

export async function startHttpServer(options: HttpServerOptions) {
  const state: { name: 'Starting' | 'Running' | 'Stopping' } = { name: 'Starting' };
  const open = new Set<ServerResponse>();
  const server = createServer(parserOptions(options.limits));
  server.on('request', (_, response) => {
    response.setHeader('server', 'Kestrel');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  // It ignores what a request expects, and has no function for a tunnel.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nServer: Kestrel\r\n\r\n'),
  );
  answerUnparsed(server, (socket) => [...open].find((response) => response.socket === socket));
  serveApp(server, hostApp(options, state), (request) => refusalOf(request, options.limits));
  const port = await listenOnLoopback(server, options.port, 'Functions host');

  return {
    url: `http://127.0.0.1:${port}`,
    reportRunning() {
      state.name = 'Running';
    },
    async stop(graceMs: number) {
      state.name = 'Stopping';
      const closed = once(server, 'close');
      server.close();
      const answered = Promise.all([...open].map((response) => once(response, 'close')));
      await Promise.race([answered, delay(graceMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function hostApp(options: HttpServerOptions, state: { name: string }) {
  const { settings } = options;
  const gate = createRequestGate(settings);
  const findRoute = routesOf(options);
  const app = new Hono<NodeEnv>();
  app.use(async (c, next) => {
    await next();
    if (state.name === 'Stopping') c.header('connection', 'close');
  });
  if (options.cors) app.use(corsOf(options.cors));
  app.route('/', ownApp(options, state));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(settings.customHeaders)) c.header(name, value);
  });
  app.all('*', async (c) => {
    const { incoming } = c.env;
    // A hash is a part of the path here, and not of the browser alone.
    const target = (incoming.url ?? '/').replaceAll('#', '%23');
    const url = new URL(target, `http://${incoming.headers.host}`);
    const found = findRoute(incoming.method ?? 'GET', url.pathname);
    if (!found || gate.isFull()) return empty(c, found ? 429 : 404);
    return gate.run(async () => {
      const body = await readBody(incoming, { ...options.limits, most: options.bodyLimit });
      // The web server's refusal reaches the host during the invocation, which fails.
      if (body === 'refused') return empty(c, 500, { connection: 'close' });
      const data = rpcRequest(incoming, { url, params: found.params, body });
      try {
        const { returnValue } = await options.invoke(found.target, { data, ...traceOf(incoming) });
        const isChunked = incoming.httpVersionMinor > 0;
        return toResponse(returnValue?.http ?? { statusCode: '204' }, { isChunked });
      } catch {
        // The invocation logged the error; the caller gets no details, as from the real host.
        return empty(c, 500);
      }
    });
  });
  app.onError((error, c) => {
    options.log({ level: 'error', category: 'host', message: `HTTP: ${describeError(error)}` });
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}

function routesOf({ functions, settings }: HttpServerOptions) {
  const routes = functions
    // The real host tries the routes in the case-insensitive order of their functions' names, not the most specific
    // one first.
    .toSorted((one, other) => (one.name.toUpperCase() < other.name.toUpperCase() ? -1 : 1))
    .map((target) => ({
      target,
      route: parseRoute(`${settings.routePrefix}/${target.trigger.route ?? target.name}`),
    }));

  // A wrong method does not match either: the real host answers it with 404, not with 405.
  return (method: string, path: string) => {
    const segments = splitPath(path);
    for (const { target, route } of routes) {
      // Only a parameter for the rest of the path takes an empty part.
      if (segments.includes('') && !target.trigger.route?.startsWith('{*')) continue;
      const params = target.trigger.methods.includes(method) ? route.match(segments) : undefined;
      if (params) return { target, params };
    }
    return undefined;
  };
}

function corsOf({ origins, allowCredentials = false }: Cors) {
  return cors({
    origin: origins.includes('*') ? '*' : origins,
    credentials: allowCredentials,
    // Allows any method, like Core Tools.
    allowMethods: (_, c) => [c.req.header('access-control-request-method') ?? ''],
  });
}
