import { buffer } from 'node:stream/consumers';
import { Hono, type Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { NodeEnv } from '../../listen-on-loopback.ts';
import type { BlobTriggers } from '../blobs/blob-trigger.ts';

export interface HostKeys {
  /** Key for `/admin`. */
  master: string;
  /** Key for the webhook of the blob trigger. */
  blobs_extension: string;
}

interface OwnAppOptions {
  hostId: string;
  keys: HostKeys;
  isHomepageDisabled: boolean;
  webhooks: { blobs?: BlobTriggers };
}

/** The host's own answers beside those of the functions: home page, administration and webhooks. */
export function ownApp(
  { hostId, keys, isHomepageDisabled, webhooks }: OwnAppOptions,
  state: { name: string },
) {
  const app = new Hono<NodeEnv>();
  app.all('/', (c) =>
    isHomepageDisabled
      ? c.body(null, 204)
      : c.html('<title>Your Azure Function App is up and running.</title>'),
  );
  app.use(async (c, next) => {
    // Its paths are the same in capitals.
    const path = c.req.path.toLowerCase();
    if (!path.startsWith('/admin/')) return next();
    if (['/admin/host/ping', '/admin/warmup'].includes(path)) return empty(c, 200);
    // Only a POST has an answer there.
    if (path === '/admin/host/log') return empty(c, 404);
    if (!isKey(c, keys.master)) return unauthorized(c);
    return path === '/admin/host/status' ? c.json({ id: hostId, state: state.name }) : empty(c, 404);
  });
  app.use('/runtime/webhooks/*', async (c, next) =>
    isKey(c, keys.master) || isKey(c, keys.blobs_extension) ? next() : empty(c, 401),
  );
  app.all('/runtime/webhooks/blobs', async (c) => {
    const functionName = c.req.query('functionName') ?? '';
    if (!webhooks.blobs?.has(functionName)) return c.text(`cannot find function: '${functionName}'`, 404);
    const text = String(await buffer(c.env.incoming));
    const type = c.req.header('aeg-event-type');
    if (type === 'SubscriptionValidation') return c.json(webhooks.blobs.shakeHands(JSON.parse(text)));
    if (type !== 'Notification') return empty(c, 400);
    await webhooks.blobs.deliver(functionName, JSON.parse(text));
    return empty(c, 202);
  });
  return app;
}

/** The host would take a token of its own platform, and says what is wrong with another one. */
const unauthorized = (c: Context) =>
  empty(
    c,
    401,
    /^bearer /i.test(c.req.header('authorization') ?? '')
      ? { 'www-authenticate': 'Bearer error="invalid_token", error_description="The issuer is invalid"' }
      : {},
  );

const isKey = ({ req }: Context, key: string) =>
  [req.query('code'), req.header('x-functions-key')].includes(key);

export function empty(c: Context, status: StatusCode, headers: Record<string, string> = {}) {
  return c.newResponse(null, status, { ...headers, 'content-length': '0' });
}
