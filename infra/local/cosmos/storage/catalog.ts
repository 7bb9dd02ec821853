import {
  checkResourceId,
  parseContainerDefinition,
  parseDatabaseDefinition,
  type ContainerDefinition,
} from './container-definition.ts';
import { openDocumentTable, type DocumentTable } from './document-table.ts';
import { badRequest, conflict, ownerNotFound } from '../failure.ts';
import { parseJsonObject, type JsonObject } from '../json-values.ts';
import { numberOf, textOf, type Store } from './store.ts';

export interface Container {
  link: string;
  rid: string;
  number: number;
  definition: ContainerDefinition;
  table: DocumentTable;
  resource: JsonObject;
}
interface Database {
  link: string;
  number: number;
  resource: JsonObject;
  containers: Map<string, Container>;
}

/** Keeps the few databases and containers in memory; the `resources` table is authoritative. */
export function openCatalog(store: Store) {
  const databases = new Map<string, Database>();
  const save = store.db.prepare('INSERT OR REPLACE INTO resources VALUES (?, ?, ?)');
  const forget = store.db.prepare('DELETE FROM resources WHERE link = ?');

  function database(id: string): Database {
    const found = databases.get(id);
    if (found === undefined) throw ownerNotFound();
    return found;
  }

  function container(databaseId: string, id: string): Container {
    const found = database(databaseId).containers.get(id);
    if (found === undefined) throw ownerNotFound();
    return found;
  }

  function addDatabase(id: string, number: number): Database {
    const resource = {
      id,
      _rid: databaseRid(number),
      _self: `dbs/${id}/`,
      ...stamp(store, number),
      _colls: 'colls/',
    };
    const made = { link: `dbs/${id}`, number, resource, containers: new Map<string, Container>() };
    databases.set(id, made);
    return made;
  }

  function addContainer(
    parent: Database,
    entry: { number: number; definition: ContainerDefinition },
  ): Container {
    const { number, definition } = entry;
    const link = `${parent.link}/colls/${definition.id}`;
    const rid = containerRid(parent.number, number);
    const table = openDocumentTable(store, number);
    table.setIndexes(definition.indexingPolicy);
    const resource = containerResource(store, { definition, rid, link, number });
    const made = { link, rid, number, definition, table, resource };
    parent.containers.set(definition.id, made);
    return made;
  }

  function dropContainer(parent: Database, dropped: Container): void {
    dropped.table.drop();
    forget.run(dropped.link);
    parent.containers.delete(dropped.definition.id);
  }

  for (const row of store.db.prepare('SELECT link, number, body FROM resources ORDER BY number').all()) {
    const body = parseJsonObject(textOf(row['body']));
    const [, databaseId = '', , containerId] = textOf(row['link']).split('/');
    const number = numberOf(row['number']);
    if (containerId === undefined) addDatabase(databaseId, number);
    else addContainer(database(databaseId), { number, definition: parseContainerDefinition(body) });
  }

  return {
    container,
    allContainers: () => [...databases.values()].flatMap((entry) => [...entry.containers.values()]),
    readDatabase: (id: string) => database(id).resource,
    listDatabases: () => [...databases.values()].map((entry) => entry.resource),
    listContainers: (id: string) => [...database(id).containers.values()].map((entry) => entry.resource),

    createDatabase(body: JsonObject): JsonObject {
      const { id } = parseDatabaseDefinition(body);
      checkResourceId(id);
      if (databases.has(id)) throw conflict();
      return store.transact(() => {
        const made = addDatabase(id, store.nextLsn());
        save.run(made.link, made.number, JSON.stringify({ id }));
        return made.resource;
      });
    },

    deleteDatabase(id: string): void {
      const doomed = database(id);
      store.transact(() => {
        for (const entry of doomed.containers.values()) dropContainer(doomed, entry);
        forget.run(doomed.link);
      });
      databases.delete(id);
    },

    createContainer(databaseId: string, body: JsonObject): JsonObject {
      const parent = database(databaseId);
      const definition = parseContainerDefinition(body);
      checkResourceId(definition.id);
      if (parent.containers.has(definition.id)) throw conflict();
      return store.transact(() => {
        const made = addContainer(parent, { number: store.nextLsn(), definition });
        save.run(made.link, made.number, JSON.stringify(definition));
        return made.resource;
      });
    },

    /** Replaces without merging: a definition without `defaultTtl` turns expiry off. Source: ttl.spec.ts */
    replaceContainer(databaseId: string, replaced: { id: string; body: JsonObject }): JsonObject {
      const current = container(databaseId, replaced.id);
      const definition = parseContainerDefinition(replaced.body);
      if (definition.id !== replaced.id) throw badRequest('The id of a container cannot be changed.');
      if (definition.partitionKey.paths.join() !== current.definition.partitionKey.paths.join()) {
        throw badRequest('Document collection partition key cannot be changed.');
      }
      return store.transact(() => {
        if (definition.defaultTtl !== current.definition.defaultTtl)
          current.table.setDefaultTtl(definition.defaultTtl);
        current.table.setIndexes(definition.indexingPolicy);
        save.run(current.link, current.number, JSON.stringify(definition));
        current.definition = definition;
        store.nextLsn();
        current.resource = containerResource(store, current);
        return current.resource;
      });
    },

    deleteContainer(databaseId: string, id: string): void {
      const parent = database(databaseId);
      store.transact(() => dropContainer(parent, container(databaseId, id)));
    },
  };
}

export type Catalog = ReturnType<typeof openCatalog>;

function containerResource(
  store: Store,
  entry: { definition: ContainerDefinition; rid: string; link: string; number: number },
): JsonObject {
  const { includedPaths, excludedPaths, ...policy } = entry.definition.indexingPolicy;
  return {
    ...entry.definition,
    // The service always excludes the etag. Source: container.spec.ts, "default indexing policy"
    indexingPolicy: { ...policy, includedPaths, excludedPaths: [...excludedPaths, { path: '/"_etag"/?' }] },
    _rid: entry.rid,
    _self: `${entry.link}/`,
    ...stamp(store, entry.number),
    _docs: 'docs/',
  };
}

function stamp(store: Store, number: number) {
  return { _etag: etagOf(Math.max(number, store.lastLsn())), _ts: Math.floor(store.now() / 1000) };
}

/** Includes quotes, as the service sends it: clients return it unchanged. */
export function etagOf(lsn: number): string {
  return `"00000000-0000-0000-0000-${lsn.toString(16).padStart(12, '0')}"`;
}

function databaseRid(number: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return ridText(bytes);
}

/** Must decode to 8 bytes, or the SDK drops session tokens. */
function containerRid(databaseNumber: number, number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(databaseNumber);
  bytes.writeUInt32BE(number, 4);
  return ridText(bytes);
}

export function documentRid(container: { rid: string }, seq: number): string {
  const own = Buffer.alloc(8);
  own.writeBigUInt64BE(BigInt(seq));
  return ridText(Buffer.concat([Buffer.from(container.rid.replaceAll('-', '/'), 'base64'), own]));
}

function ridText(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('/', '-');
}
