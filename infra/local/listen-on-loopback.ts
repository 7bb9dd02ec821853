import type { IncomingMessage, Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/** For apps that need Node's own request and response: `c.env.incoming` and `c.env.outgoing`. */
export interface NodeEnv {
  Bindings: HttpBindings;
}

/** Listens on 127.0.0.1 only and returns the real port, which differs from the requested one when that is 0. */
export async function listenOnLoopback(server: Server, port: number, name: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`${name}: port ${port} is taken`, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`${name}: no TCP address`);
  return address.port;
}

/** Refuses requests for other hosts: a page elsewhere can point its own name at 127.0.0.1, but cannot choose the host. */
export function serveApp(
  server: Server,
  app: { fetch(request: Request, env: unknown): Response | Promise<Response> },
  /** Returns the status of a request that never reaches the app, or undefined. */
  refusalOf: (request: IncomingMessage) => number | undefined = () => undefined,
): void {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    // The global Request and Response belong to the whole process, tests and the API under test included.
    overrideGlobalObjects: false,
  });
  server.on('request', (request, response) => {
    const refusal = refusalOf(request) ?? (isForThisMachine(request) ? undefined : 421);
    if (refusal === undefined) return void listener(request, response);
    response.writeHead(refusal, { 'content-length': 0, connection: 'close' }).end();
  });
}

function isForThisMachine({ url = '', headers }: IncomingMessage): boolean {
  const host = /^https?:\/\/([^/?]*)/i.exec(url)?.[1] ?? headers.host;
  return host === undefined || /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host);
}

/** Uses the announced length, because Hono's own limit reads the stream and needs the global Request replaced. */
export function limitBody(
  maxBytes: number,
  refuse: (c: Context) => Response = (c) => c.body(null, 413),
): MiddlewareHandler {
  return async (c, next) => (Number(c.req.header('content-length') ?? 0) > maxBytes ? refuse(c) : next());
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
