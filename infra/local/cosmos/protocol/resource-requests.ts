import { jsonAnswer, type Answer } from '../failure.ts';
import type { Catalog, Container } from '../storage/catalog.ts';
import type { Store } from '../storage/store.ts';
import { parseJson, parseJsonObject, type JsonObject } from '../json-values.ts';
import { compileCondition } from '../query/evaluator.ts';
import { parseQuery } from '../query/parser.ts';
import { parametersOf } from './query-requests.ts';
import { isSet, methodNotAllowed, type Headers, type Route } from './routing.ts';

export function accountAnswer(url: string): Answer {
  const locations = [{ name: 'Local', databaseAccountEndpoint: `${url}/` }];
  return jsonAnswer(200, {
    // Must not be `localhost`, because for that id the SDK drops the locations and asks again.
    id: 'handoff-local',
    _rid: 'handoff-local',
    _self: '',
    _dbs: '//dbs/',
    media: '//media/',
    addresses: '//addresses/',
    writableLocations: locations,
    readableLocations: locations,
    enableMultipleWriteLocations: false,
    userConsistencyPolicy: { defaultConsistencyLevel: 'Session' },
    userReplicationPolicy: { asyncReplication: false, minReplicaSetSize: 1, maxReplicasetSize: 4 },
    systemReplicationPolicy: { minReplicaSetSize: 1, maxReplicasetSize: 4 },
    readPolicy: { primaryReadCoefficient: 1, secondaryReadCoefficient: 1 },
    queryEngineConfiguration: '{}',
  });
}

export interface ResourceRequest {
  store: Store;
  catalog: Catalog;
  route: Route;
  headers: Headers;
  body: string;
}

export function databaseAnswer({ catalog, route, headers, body }: ResourceRequest): Answer {
  const { verb, database } = route;
  if (database === undefined) {
    if (verb === 'GET') return feed('Databases', catalog.listDatabases());
    if (verb !== 'POST') throw methodNotAllowed(route);
    if (isQuery(headers)) return feed('Databases', filtered(catalog.listDatabases(), body));
    return jsonAnswer(201, catalog.createDatabase(parseJsonObject(body)));
  }
  if (verb === 'GET') return jsonAnswer(200, catalog.readDatabase(database));
  if (verb !== 'DELETE') throw methodNotAllowed(route);
  catalog.deleteDatabase(database);
  return { status: 204 };
}

export function containerAnswer(request: ResourceRequest): Answer {
  const { catalog, route, headers, body } = request;
  const { verb, database = '', container } = route;
  if (container !== undefined) return oneContainerAnswer(request, { database, container });
  const list = catalog.listContainers(database);
  if (verb === 'GET') return feed('DocumentCollections', list);
  if (verb !== 'POST') throw methodNotAllowed(route);
  if (isQuery(headers)) return feed('DocumentCollections', filtered(list, body));
  return jsonAnswer(201, catalog.createContainer(database, parseJsonObject(body)));
}

function oneContainerAnswer(
  { store, catalog, route, headers, body }: ResourceRequest,
  of: { database: string; container: string },
): Answer {
  switch (route.verb) {
    case 'GET': {
      const container = catalog.container(of.database, of.container);
      const isSized = isSet(headers, 'x-ms-documentdb-populatepartitionstatistics');
      return jsonAnswer(200, {
        ...container.resource,
        ...(isSized && { statistics: sizesOf(container, store) }),
      });
    }
    case 'PUT':
      return jsonAnswer(
        200,
        catalog.replaceContainer(of.database, { id: of.container, body: parseJsonObject(body) }),
      );
    case 'DELETE':
      catalog.deleteContainer(of.database, of.container);
      return { status: 204 };
    default:
      throw methodNotAllowed(route);
  }
}

const MOST_KB = 20 * 1024 ** 2;

/** Of one range; partitions below a twentieth of the limit (1 GB) are left out. Sizes follow a limit that a test lowers. */
function sizesOf({ table }: Container, { partitions }: Store): JsonObject[] {
  const partitionKeys = table.partitionsFrom(partitions.most / 20).map(({ pk, bytes }) => ({
    partitionKey: parseJson(pk),
    sizeInKB: Math.round((bytes / partitions.most) * MOST_KB),
  }));
  return [{ id: '0', partitionKeys }];
}

/** One range for the entire container: bulk reads it to sort its operations. */
export function rangesAnswer({ catalog, route }: ResourceRequest): Answer {
  const { rid } = catalog.container(route.database ?? '', route.container ?? '');
  const range = { _rid: rid, id: '0', minInclusive: '', maxExclusive: 'FF', status: 'online', parents: [] };
  return jsonAnswer(200, { _rid: rid, PartitionKeyRanges: [range], _count: 1 });
}

function feed(name: string, resources: JsonObject[]): Answer {
  return jsonAnswer(200, { _rid: '', [name]: resources, _count: resources.length });
}

function isQuery(headers: Headers): boolean {
  return isSet(headers, 'x-ms-documentdb-isquery');
}

function filtered(resources: JsonObject[], body: string): JsonObject[] {
  const { text, parameters } = parametersOf(body);
  return resources.filter(compileCondition(parseQuery(text).where, parameters));
}
