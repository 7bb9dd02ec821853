import { readFile, readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { closeServer, listenOnLoopback, serveApp, type NodeEnv } from '../listen-on-loopback.ts';
import { webHeaders } from './headers.ts';
import { tracesApp } from './traces.ts';

export interface WebOptions {
  port: number;
  /** The Functions host, for example http://127.0.0.1:7145. */
  apiUrl: string;
  /** Content of `/config.json`: clientId, authority, endpoints, scope, apiBase, traces. */
  config: {
    clientId: string;
    authority: string;
    endpoints?: Record<string, string>;
    scope: string;
    apiBase: string;
    traces?: string;
  };
  /** Origins that the browser connects to directly: identity server, real-time service. */
  origins?: readonly string[];
  /** Origin to which the page uploads large files. */
  storage?: string;
  /** The log of the Functions host, for the page of traces. */
  logFile?: string;
  /** Folder of the built site; by default `web/dist`. */
  root?: string;
}

/** Serves the built web app with the deployed site's headers, and forwards `/api` to the Functions host. */
export async function startWeb(options: WebOptions): Promise<{ url: string; close(): Promise<void> }> {
  const root = options.root ?? path.resolve(import.meta.dirname, '../../../web/dist');
  const server = http.createServer();
  serveApp(server, webApp(options, await loadFiles(root)));
  const port = await listenOnLoopback(server, options.port, 'web app');
  return { url: `http://localhost:${port}`, close: () => closeServer(server) };
}

function webApp(
  { apiUrl, config, origins = [], storage, logFile }: WebOptions,
  files: Map<string, StaticFile>,
) {
  // Includes ws:, because a policy names the two schemes separately.
  const live = origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  const connect = [...live, ...(storage === undefined ? [] : [storage])];
  const app = new Hono<NodeEnv>();
  app.all('/api/*', (c) => forward(c.env, apiUrl));
  app.route('/traces', tracesApp({ logFile }));
  app.use(async (c, next) => {
    await next();
    const headers = webHeaders(c.req.path, { connect, frame: origins });
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });
  app.get('/config.json', (c) => c.json(config, 200, { 'Cache-Control': 'no-store' }));
  app.get('*', async (c) => {
    // Pages of the app have no extension; whatever has one is a file or does not exist.
    const isPage = path.extname(c.req.path) === '';
    const file = files.get(c.req.path) ?? (isPage ? files.get('/index.html') : undefined);
    if (!file) return c.notFound();
    const isZipped = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    const isNamedByContent = c.req.path.startsWith('/assets/');
    return c.body(isZipped ? await file.zipped() : file.plain, 200, {
      'Content-Type': file.type,
      'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-store',
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
    });
  });
  return app;
}

interface StaticFile {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  /** Made at the first request: the reader of scans alone has thirty megabytes. */
  zipped: () => Promise<Uint8Array<ArrayBuffer>>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.json': 'application/json; charset=utf-8',
};

async function loadFiles(root: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  for (const entry of entries.filter((each) => each.isFile() && !each.name.endsWith('.map'))) {
    const file = path.join(entry.parentPath, entry.name);
    const plain = await readFile(file);
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    const name = `/${path.relative(root, file).split(path.sep).join('/')}`;
    let zipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
    files.set(name, { type, plain, zipped: () => (zipped ??= promisify(gzip)(plain)) });
  }
  if (!files.has('/index.html'))
    throw new Error(`The web app is not built: there is no index.html in ${root}`);
  return files;
}

/** Forwards unchanged, chunk by chunk: the Functions host must see the same Content-Length. */
function forward({ incoming, outgoing }: HttpBindings, apiUrl: string): Response {
  const { connection: _, ...headers } = incoming.headers;
  // The target is a path of the API and never an address: an absolute one would lead anywhere.
  const target = { path: incoming.url, method: incoming.method, headers };
  const onward = http.request(apiUrl, target, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  // When the API gives no answer, none is sent: a client treats that differently from an error.
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
  return RESPONSE_ALREADY_SENT;
}
