import { readFile, readdir } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { webHeaders } from './headers.ts';

export interface WebOptions {
  port: number;
  /** The Functions host, for example http://127.0.0.1:7145. */
  apiUrl: string;
  /** What `/config.json` answers: clientId, authority, endpoints, scope, apiBase. */
  config: {
    clientId: string;
    authority: string;
    endpoints?: Record<string, string>;
    scope: string;
    apiBase: string;
  };
  /** Origins that the browser connects to directly: identity server, real-time service. */
  origins?: readonly string[];
  /** Where the built site is; by default `web/dist`. */
  root?: string;
}

/** Serves the built web app with the deployed site's headers, and forwards `/api` to the Functions host. */
export async function startWeb(options: WebOptions): Promise<{ url: string; close(): Promise<void> }> {
  const root = options.root ?? path.resolve(import.meta.dirname, '../../../web/dist');
  const files = await loadFiles(root);
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api' || pathname.startsWith('/api/')) proxy(request, response, options.apiUrl);
    else answer(pathname, { request, response, files, options });
  });
  const port = await listenOnLoopback(server, options.port, 'web app');
  return { url: `http://localhost:${port}`, close: () => closeServer(server) };
}

interface StaticFile {
  type: string;
  plain: Buffer;
  zipped: Buffer;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
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
    files.set(name, { type, plain, zipped: await promisify(gzip)(plain) });
  }
  if (!files.has('/index.html'))
    throw new Error(`The web app is not built: there is no index.html in ${root}`);
  return files;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  files: Map<string, StaticFile>;
  options: WebOptions;
}

function answer(pathname: string, { request, response, files, options }: Exchange) {
  const origins = options.origins ?? [];
  // Also as ws:, because a policy names the two schemes separately.
  const connect = origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  const headers = webHeaders(pathname, { connect, frame: origins });
  if (pathname === '/config.json') {
    response.writeHead(200, { ...headers, 'Content-Type': types['.json'], 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(options.config));
    return;
  }
  // Pages of the app have no extension; whatever has one is a file or does not exist.
  const file = files.get(pathname) ?? (path.extname(pathname) === '' ? files.get('/index.html') : undefined);
  if (!file) {
    response.writeHead(404, headers).end();
    return;
  }
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const isNamedByContent = pathname.startsWith('/assets/');
  response.writeHead(200, {
    ...headers,
    'Content-Type': file.type,
    'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(isZipped && { 'Content-Encoding': 'gzip' }),
  });
  response.end(isZipped ? file.zipped : file.plain);
}

function proxy(request: IncomingMessage, response: ServerResponse, apiUrl: string) {
  const { connection: _, ...headers } = request.headers;
  const onward = http.request(
    new URL(request.url ?? '/', apiUrl),
    { method: request.method, headers },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    },
  );
  // Without an answer from the API none is given: a client treats that differently from an error.
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
