import type { Contract, Endpoint } from '@handoff/shared/contract/endpoint';
import type { RateLimiters } from '../auth/rate-limiter.ts';
import { createBodyGate } from '../http/body-gate.ts';
import { dispatch } from '../http/dispatch.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ApiResponse } from '../core/request.ts';
import { routesOf } from '../http/routes.ts';
import type { Platform } from '../platform/ports.ts';
import type { TestApi } from './api.ts';
import { encodeRequest, type Sent } from './request.ts';
import { pipelineOn } from './writes.ts';

const unlimited: RateLimiters = {
  calls: () => {},
  writes: () => {},
  anonymous: () => {},
  senders: () => {},
  reveals: async () => [],
  exports: async () => [],
  emergencySearches: async () => [],
  numbers: async () => [],
};

interface Changes {
  platform?: Partial<Platform>;
  limiters?: Partial<RateLimiters>;
}

type Request = Sent & { input?: object; traceparent?: string; url?: string };

/** Sends requests to a test's own calls like a client, through every step of a request. */
export function dispatching<C extends Contract>(
  handoff: TestApi,
  contract: C,
  handlers: Handlers<C>,
  { platform: changed = {}, limiters }: Changes = {},
): (endpoint: Endpoint, how: Request) => Promise<ApiResponse & { text: string }> {
  const platform = { ...handoff.platform, ...changed };
  const routes = routesOf(contract, handlers);
  const routeNames = new Set(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  const bodies = createBodyGate(platform.clock);
  const instance = { ...pipelineOn(platform), limiters: { ...unlimited, ...limiters }, bodies, routeNames };
  return async (endpoint, { input = {}, traceparent, url, ...how }) => {
    const route = routes.find((candidate) => candidate.endpoint === endpoint);
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    const authorization = how.as ? `Bearer ${await handoff.token(how.as)}` : undefined;
    const request = await encodeRequest(endpoint, input, { authorization, ...how });
    const response = await dispatch(instance, route, {
      ...request,
      ...(url !== undefined && { url }),
      traceparent,
    });
    return { ...response, text: Buffer.from(response.body).toString() };
  };
}
