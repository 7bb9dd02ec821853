import type { KeyObject } from 'node:crypto';
import { failureAnswer, type Answer, CosmosFailure } from '../failure.ts';
import { authorize } from './authorization.ts';
import type { Catalog } from '../storage/catalog.ts';
import { batchAnswer, documentAnswer } from './document-requests.ts';
import { planAnswer, queryAnswer, readFeedAnswer } from './query-requests.ts';
import { accountAnswer, containerAnswer, databaseAnswer, rangesAnswer } from './resource-requests.ts';
import type { Headers, Route } from './routing.ts';
import type { Store } from '../storage/store.ts';
import type { Throttle } from '../storage/request-units.ts';

export interface Service {
  store: Store;
  catalog: Catalog;
  throttle: Throttle;
  key: KeyObject;
  url: () => string;
  crossPartitionQueries: readonly (string | RegExp)[];
  /** How many rows the next page reads at most; undefined for a page that ends as it should. */
  mostRead: () => number | undefined;
  stopped: AbortSignal;
}
export interface ServiceRequest {
  route: Route;
  headers: Headers;
  body: string;
}

/**
 * Handles one request from the signature to the answer. It is synchronous like the store, so requests cannot
 * interleave.
 */
export function answerRequest(service: Service, request: ServiceRequest): Answer {
  try {
    if (!isProbe(request)) authorize(request.route, request.headers, { key: service.key, now: Date.now() });
    const answer = dispatch(service, request);
    service.throttle.spend(answer.charge ?? 0);
    return answer;
  } catch (error) {
    if (error instanceof CosmosFailure) return failureAnswer(error);
    throw error;
  }
}

/** `npm start` asks `GET /` until it answers; a client that brings a token gets it checked there too. */
function isProbe({ route, headers }: ServiceRequest): boolean {
  return route.kind === 'account' && headers['authorization'] === undefined;
}

function dispatch(service: Service, { route, headers, body }: ServiceRequest): Answer {
  const { catalog, store } = service;
  const resource = { store, catalog, route, headers, body };
  switch (route.kind) {
    case 'account':
      return accountAnswer(service.url());
    case 'database':
      return databaseAnswer(resource);
    case 'container':
      return containerAnswer(resource);
    case 'ranges':
      return rangesAnswer(resource);
    case 'plan':
      return planAnswer();
    case 'query':
    case 'document':
    case 'batch':
    case 'bulk':
    default:
      return dataAnswer(service, { route, headers, body, now: store.now() });
  }
}

function dataAnswer(service: Service, request: ServiceRequest & { now: number }): Answer {
  const { store, catalog, crossPartitionQueries } = service;
  const limits = { crossPartitionQueries, mostRead: service.mostRead() };
  const { route, headers, body, now } = request;
  const container = catalog.container(route.database ?? '', route.container ?? '');
  service.throttle.admit();
  const answer = (): Answer => {
    if (route.kind === 'query') return queryAnswer(container, { headers, body, now, ...limits });
    if (route.kind !== 'document') return batchAnswer({ store, container, route, headers, body });
    if (route.isFeed && route.verb === 'GET') return readFeedAnswer(container, { headers, now, ...limits });
    return documentAnswer({ store, container, route, headers, body });
  };
  return withSession(answer, { store, rid: container.rid });
}

/** Sent on errors, too: the SDK learns from a 409 or 412 what a following read must see. */
function withSession(work: () => Answer, of: { store: Store; rid: string }): Answer {
  const answer = attempt(work);
  const session = { 'x-ms-session-token': `0:-1#${of.store.lastLsn()}`, 'x-ms-content-path': of.rid };
  return { ...answer, headers: { ...answer.headers, ...session, lsn: `${of.store.lastLsn()}` } };
}

function attempt(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof CosmosFailure) return failureAnswer(error);
    throw error;
  }
}
