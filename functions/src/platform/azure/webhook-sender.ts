import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookSender } from '../ports.ts';
import { isPublicAddress } from '../public-address.ts';

const TIMEOUT_MS = 10_000;

class NotPublic extends Error {}

/**
 * Posts to an address that someone typed, if it is public. The check is on the resolved address, which is then used,
 * so that a name cannot change its target in between. Follows no redirect and reads no answer.
 */
export function createWebhookSender({
  allowsThisMachine,
}: Pick<WebhookSender, 'allowsThisMachine'>): WebhookSender {
  const mayReach = (address: string) =>
    isPublicAddress(address) || (allowsThisMachine && /^(127\.|::1$)/.test(address));

  const lookupAllowed: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      if (found.length === 0 || !found.every(({ address }) => mayReach(address)))
        return done(new NotPublic(), []);
      const [first] = found;
      return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family);
    });

  return {
    allowsThisMachine,
    post: async (address, { headers, body }) => {
      const url = new URL(address);
      const host = url.hostname.replaceAll(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !mayReach(host)) return { failure: 'notPublic' };
      if (url.protocol !== 'https:' && !allowsThisMachine) return { failure: 'notPublic' };
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      return new Promise((resolve) => {
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          lookup: lookupAllowed,
          agent: false,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        };
        const request = send(url, options, (response) => {
          resolve({ status: response.statusCode ?? 0 });
          response.destroy();
        });
        request.on('error', (error) => resolve({ failure: failureOf(error) }));
        request.end(body);
      });
    },
  };
}

function failureOf(error: Error) {
  if (error instanceof NotPublic) return 'notPublic';
  return error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}
