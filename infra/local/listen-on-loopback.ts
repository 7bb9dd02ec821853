import type { Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

/** For apps that need Node's own request and response: `c.env.incoming` and `c.env.outgoing`. */
export interface NodeEnv {
  Bindings: HttpBindings;
}

/** Listens on 127.0.0.1 only and answers the real port, which differs from the one asked for when that is 0. */
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

/** After listening, because what an app says of itself contains its port. */
export function serveApp(
  server: Server,
  app: { fetch(request: Request, env: unknown): Response | Promise<Response> },
): void {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    // The global Request and Response belong to the whole process, tests and the API under test included.
    overrideGlobalObjects: false,
  });
  server.on('request', (request, response) => void listener(request, response));
}

/** By what the request says of itself. Hono's own limit reads the stream and needs the global Request replaced. */
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
