import {
  request as send,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { openSigningKey } from '../identity/tokens/signing-key.ts';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import type { Certificate } from './certificate.ts';
import { appIdentity, identityIssuer } from './managed-identity.ts';

export interface Forwarded {
  url: URL;
  headers: OutgoingHttpHeaders;
}

interface GateOptions {
  certificate: Certificate;
  /** Audience of its tokens, or `itself` for its own address; without one it needs no token. */
  audience?: string;
  /** Returns the request to the stand-in behind it, with the key that this requires. */
  forward: (request: IncomingMessage, origin: string) => Forwarded | Promise<Forwarded>;
  /** Tells whether the app's role does not cover the request. */
  isForbidden?: (request: IncomingMessage) => boolean;
  /** Answers a request without the stand-in. */
  answer?: (request: IncomingMessage, response: ServerResponse, origin: string) => boolean;
  /** Rewrites text that contains the stand-in's own address. */
  rewrite?: (text: string, origin: string) => string;
}

/**
 * Starts a service as in Azure: https and tokens of Entra in front, and behind it the stand-in with its key. A
 * missing or invalid token gives 401, a valid one without a role 403.
 */
export async function startGate(options: GateOptions) {
  const { publicJwk } = await openSigningKey(undefined);
  const keys = createLocalJWKSet({ keys: [publicJwk] });
  const seen = { requests: 0, forwarded: 0 };
  let origin = '';

  const server = createServer(options.certificate, (request, response) => {
    seen.requests += 1;
    void pass(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await refusalOf(request);
    if (refusal) {
      request.resume();
      const body = JSON.stringify({
        code: refusal === 401 ? 'Unauthorized' : 'Forbidden',
        message: 'refused',
      });
      response.writeHead(refusal, { 'content-type': 'application/json' }).end(body);
      return;
    }
    seen.forwarded += 1;
    if (options.answer?.(request, response, origin)) return;
    const { url, headers } = await options.forward(request, origin);
    const inner = send(url, { method: request.method, headers: { ...headers, host: url.host } }, (answer) => {
      void relay(answer, response).catch((error: unknown) => response.destroy(asError(error)));
    });
    inner.on('error', (error) => response.destroy(error));
    request.pipe(inner);
  }

  async function relay(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!options.rewrite) {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      return;
    }
    const text = options.rewrite((await buffer(answer)).toString(), origin);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers).end(text);
  }

  async function refusalOf(request: IncomingMessage): Promise<401 | 403 | undefined> {
    if (options.audience === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(tokenOf(request), keys, {
        issuer: identityIssuer,
        audience: options.audience === 'itself' ? origin : options.audience,
      });
      return payload['oid'] === appIdentity.oid && !options.isForbidden?.(request) ? undefined : 403;
    } catch {
      return 401;
    }
  }

  origin = `https://127.0.0.1:${await listenOnLoopback(server, 0, 'Gate')}`;
  return { origin, seen, close: () => closeServer(server) };
}

/** Reads `Bearer <token>`, or Cosmos DB's form: `type=aad&ver=1.0&sig=<token>`. */
function tokenOf(request: IncomingMessage): string {
  const given = decodeURIComponent(request.headers.authorization ?? '');
  return given.replace(/^(Bearer |type=aad&ver=1\.0&sig=)/, '');
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
