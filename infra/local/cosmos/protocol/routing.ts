import { badRequest, CosmosFailure, notModelled } from '../failure.ts';

export type Headers = Record<string, string | string[] | undefined>;

export type RequestKind =
  | 'account'
  | 'database'
  | 'container'
  | 'ranges'
  | 'document'
  | 'query'
  | 'plan'
  | 'batch'
  | 'bulk';

export interface Route {
  verb: string;
  kind: RequestKind;
  /** The original path, for faults and logs. */
  path: string;
  database: string | undefined;
  container: string | undefined;
  document: string | undefined;
  isFeed: boolean;
  /** The signed values: the resource type and the resource link, or for a feed its parent's link. */
  signed: { type: string; link: string };
}

/** Refuses by name whatever the endpoint does not model, before anything is read or written. */
export function routeOf(request: { verb: string; path: string; headers: Headers }): Route {
  const { verb, path, headers } = request;
  const names = decodeSegments(path);
  refuseResources(names);
  const [, database, , container, , document] = names;
  const isFeed = names.length % 2 === 1;
  const kind = kindOf(names, headers);
  refuseHeaders(headers, kind);
  const signed = {
    type: names.length === 0 ? '' : (names[isFeed ? names.length - 1 : names.length - 2] ?? ''),
    link: names
      .slice(0, isFeed ? -1 : undefined)
      .map(asGatewayReads)
      .join('/'),
  };
  return { verb, kind, path, database, container, document, isFeed, signed };
}

/** `/dbs/{db}/colls/{container}/docs/{id}`, `/pkranges` instead of `/docs`, and nothing else. */
function refuseResources(names: string[]): void {
  const allowed = [['dbs'], undefined, ['colls'], undefined, ['docs', 'pkranges'], undefined];
  const unknown = names.find((name, index) => index > 5 || allowed[index]?.includes(name) === false);
  if (unknown !== undefined) throw notModelled(`the resource ${unknown}`);
}

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export function isSet(headers: Headers, name: string): boolean {
  return headerOf(headers, name)?.toLowerCase() === 'true';
}

function decodeSegments(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw badRequest('The path is not well encoded.');
  }
}

/**
 * The gateway decodes an address again and removes trailing blanks before it checks the signature, so ids that this
 * changes fail with a wrong signature. Source: Azure/azure-sdk-for-js itemIdEncoding.spec.ts
 */
function asGatewayReads(name: string): string {
  return name.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeOrKeep).trimEnd();
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function kindOf(names: string[], headers: Headers): RequestKind {
  if (names.length === 0) return 'account';
  if (names.length <= 2) return 'database';
  if (names.length <= 4) return 'container';
  if (names[4] === 'pkranges') return 'ranges';
  if (isSet(headers, 'x-ms-cosmos-is-query-plan-request')) return 'plan';
  if (isSet(headers, 'x-ms-cosmos-is-batch-request')) {
    return isSet(headers, 'x-ms-cosmos-batch-atomic') ? 'batch' : 'bulk';
  }
  return isSet(headers, 'x-ms-documentdb-isquery') ? 'query' : 'document';
}

/** Headers that have an effect here, or state what is true here anyway: one range, one region, the newest protocol. */
const knownHeaders = new Set([
  'x-ms-consistency-level',
  'x-ms-continuation',
  'x-ms-cosmos-allow-tentative-writes',
  'x-ms-cosmos-batch-atomic',
  'x-ms-cosmos-batch-continue-on-error',
  'x-ms-cosmos-correlated-activityid',
  'x-ms-cosmos-is-batch-request',
  'x-ms-cosmos-is-query-plan-request',
  'x-ms-cosmos-query-version',
  'x-ms-cosmos-sdk-supportedcapabilities',
  'x-ms-cosmos-supported-query-features',
  'x-ms-date',
  'x-ms-documentdb-is-upsert',
  'x-ms-documentdb-isquery',
  'x-ms-documentdb-populatepartitionstatistics',
  'x-ms-documentdb-partitionkey',
  'x-ms-documentdb-partitionkeyrangeid',
  'x-ms-documentdb-query-enablecrosspartition',
  'x-ms-documentdb-responsecontinuationtokenlimitinkb',
  'x-ms-max-item-count',
  'x-ms-session-token',
  'x-ms-useragent',
  'x-ms-version',
]);

function refuseHeaders(headers: Headers, kind: RequestKind): void {
  const unknown = Object.keys(headers).find((name) => name.startsWith('x-ms-') && !knownHeaders.has(name));
  if (unknown !== undefined) throw notModelled(`the header ${unknown}`);
  // The account's own level: the SDK sends its session tokens only together with this header.
  const consistency = headerOf(headers, 'x-ms-consistency-level') ?? 'Session';
  if (consistency !== 'Session')
    throw notModelled(`the consistency level ${consistency} (header x-ms-consistency-level)`);
  if (headers['a-im'] !== undefined && kind !== 'ranges') throw notModelled('the change feed (header A-IM)');
}

export function methodNotAllowed(route: Route): CosmosFailure {
  return new CosmosFailure(405, `${route.verb} is not supported on ${route.path}.`);
}
