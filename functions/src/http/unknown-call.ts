import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { Platform } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import { errorReply } from './reply.ts';
import type { ApiRequest, ApiResponse } from '../core/request.ts';
import type { Route } from './routes.ts';

/** Answers a request for an undeclared call; a caller without a sign-in learns no more than that. */
export function dispatchUnknown(
  platform: Platform,
  routes: readonly Route[],
  request: ApiRequest,
): ApiResponse {
  const requestId = platform.random.uuid();
  const path = new URL(request.url, 'http://host').pathname.replace(/^\/api(?=\/)/i, '');
  const allow = routes.map(({ endpoint }) => endpoint).filter((endpoint) => isPathOf(endpoint, path));
  const error =
    allow.length === 0
      ? new AppError('not_found', 'There is no such call.')
      : new AppError(
          'method_not_allowed',
          `Send this as ${allow.map(({ method }) => method).join(' or ')}.`,
          {
            allow: allow.map(({ method }) => method),
          },
        );
  const { code, status } = error;
  platform.log({ level: 'info', event: 'request', requestId, code, status });
  return errorReply(error, { requestId });
}

function isPathOf(endpoint: Endpoint, path: string): boolean {
  const pattern = endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  // oxlint-disable-next-line no-restricted-globals -- made of our own text
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}
