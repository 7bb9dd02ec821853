import { GeospatialType, PartitionKeyKind, type FeedOptions } from '@azure/cosmos';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { parseOperations } from './protocol/batch.ts';
import { openLocalEndpoint } from './local-endpoint.ts';
import { parseQuery } from './query/parser.ts';

// Another file in this worker may have loaded the product's own texts of issues, which name no unknown field.
const { localeError } = z.config();
beforeAll(() => void z.config(z.locales.en()));
afterAll(() => void z.config({ localeError }));

// Features that are not modeled are refused by name, never ignored.
test.each([
  ['SELECT DISTINCT c.a FROM c', 'DISTINCT'],
  ['SELECT VALUE SUM(c.a) FROM c', 'SUM'],
  ['SELECT VALUE COUNT(c.a) FROM c', 'COUNT'],
  ['SELECT COUNT(1) FROM c', 'COUNT'],
  ['SELECT c.a FROM c GROUP BY c.a', 'GROUP BY'],
  ['SELECT c.id FROM c JOIN t IN c.tags', 'JOIN'],
  ['SELECT * FROM t IN c.tags', 'FROM'],
  ['SELECT 1 AS one', 'FROM'],
  ["SELECT * FROM c WHERE c.a LIKE 'x%'", 'LIKE'],
  ['SELECT * FROM c WHERE EXISTS(SELECT 1 FROM c)', 'EXISTS'],
  ['SELECT * FROM c WHERE c.a + 1 = 2', '+'],
  ["SELECT * FROM c WHERE c.a || 'x' = 'yx'", '||'],
  ['SELECT * FROM c WHERE c.a ?? 1 = 2', '??'],
  ['SELECT * FROM c WHERE c.tags[0] = 1', 'array indexes'],
  ['SELECT * FROM c WHERE c.tags = [1]', 'array and object literals'],
  ['SELECT VALUE {a: c.a} FROM c', 'array and object literals'],
  ['SELECT * FROM c WHERE ST_DISTANCE(c.a, c.b) < 1', 'ST_DISTANCE'],
  ['SELECT * FROM c WHERE udf.f(c.a)', 'udf'],
  ["SELECT * FROM c WHERE RegexMatch(c.a, 'x')", 'REGEXMATCH'],
  ['SELECT * FROM c WHERE VectorDistance(c.v, @v) > 1', 'VECTORDISTANCE'],
  ['SELECT * FROM c ORDER BY LOWER(c.a)', 'ORDER BY an expression'],
  ['SELECT * FROM c WHERE other.a = 1', "'other'"],
  ['SELECT * FROM c WHERE', 'end of query'],
  ['SELECT * FROM c WHERE c.a = 1 c.b', 'Syntax error'],
  ["SELECT * FROM c WHERE c.a = 'open", 'Syntax error'],
  ['DELETE FROM c', 'Syntax error'],
])('%s', (query, thing) => {
  expect(() => parseQuery(query)).toThrow(thing);
});

test('parameters must have values', async () => {
  const { container } = await openLocalEndpoint();
  await container.items.create({ id: '1', pk: 'a' });
  const query = container.items.query('SELECT * FROM c WHERE c.a = @a', { partitionKey: 'a' });
  await expect(query.fetchAll()).rejects.toThrow('@a');
});

test('a query without a partition runs only when its text is allow-listed', async () => {
  const sweep = 'SELECT * FROM c WHERE c.type = @type';
  const { container } = await openLocalEndpoint({ crossPartitionQueries: [sweep] });
  await container.items.create({ id: '1', pk: 'a', type: 'outbox' });
  await container.items.create({ id: '2', pk: 'b', type: 'outbox' });
  await container.items.create({ id: '3', pk: 'b', type: 'other' });
  const parameters = [{ name: '@type', value: 'outbox' }];
  const { resources } = await container.items.query<{ id: string }>({ query: sweep, parameters }).fetchAll();
  expect(resources.map((item) => item.id)).toEqual(['1', '2']);
  await expect(container.items.query('SELECT * FROM c').fetchAll()).rejects.toMatchObject({ code: 400 });
  await expect(container.items.readAll().fetchAll()).rejects.toMatchObject({ code: 400 });
});

test.each([
  ['SELECT * FROM c ORDER BY c.id', 'ORDER BY'],
  ['SELECT VALUE COUNT(1) FROM c', 'COUNT'],
  ['SELECT TOP 1 * FROM c', 'TOP'],
])('%s is refused across partitions even when allow-listed', async (query, thing) => {
  const { container } = await openLocalEndpoint({ crossPartitionQueries: [query] });
  await expect(container.items.query(query).fetchAll()).rejects.toThrow(`does not model ${thing}`);
});

test('a continuation of another query or another partition is refused', async () => {
  const { container } = await openLocalEndpoint();
  for (const id of ['1', '2', '3']) await container.items.create({ id, pk: 'a' });
  const options = { partitionKey: 'a', maxItemCount: 1 };
  const { continuationToken } = await container.items.query('SELECT * FROM c', options).fetchNext();
  const carried = { ...options, ...(continuationToken && { continuationToken }) };
  const other = container.items.query('SELECT c.id FROM c', carried);
  await expect(other.fetchNext()).rejects.toThrow('Invalid Continuation Token');
  const stranger = container.items.query('SELECT * FROM c', { ...carried, partitionKey: 'b' });
  await expect(stranger.fetchNext()).rejects.toThrow('Invalid Continuation Token');
});

test('features of the service that are not modeled are refused by name', async () => {
  const { container } = await openLocalEndpoint();
  const { containers } = container.database;
  await expect(
    containers.create({ id: 'h', partitionKey: { paths: ['/a', '/b'], kind: PartitionKeyKind.MultiHash } }),
  ).rejects.toMatchObject(refused('hierarchical'));
  await expect(
    containers.create({ id: 'u', partitionKey: '/pk', uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/a'] }] } }),
  ).rejects.toMatchObject(refused('unique keys'));
  await expect(
    containers.create({ id: 'v', partitionKey: '/pk', vectorEmbeddingPolicy: { vectorEmbeddings: [] } }),
  ).rejects.toMatchObject(refused('vectorEmbeddingPolicy'));
  await expect(container.scripts.storedProcedures.readAll().fetchAll()).rejects.toMatchObject(
    refused('sprocs'),
  );
  await expect(container.scripts.triggers.readAll().fetchAll()).rejects.toMatchObject(refused('triggers'));
  await expect(container.database.users.readAll().fetchAll()).rejects.toMatchObject(refused('users'));
  await expect(container.item('x', 'a').read({ consistencyLevel: 'Strong' })).rejects.toMatchObject(
    refused('consistency level'),
  );
  await expect(container.readOffer()).rejects.toMatchObject(refused('offers'));
  await expect(
    container.items.create({ id: 't', pk: 'a' }, { preTriggerInclude: ['stamp'] }),
  ).rejects.toMatchObject(refused('trigger'));
});

test('an option that is not modeled is refused by its name, never ignored', async () => {
  const { container } = await openLocalEndpoint();
  const { containers } = container.database;
  await expect(
    containers.create({ id: 'g', partitionKey: '/pk', geospatialConfig: { type: GeospatialType.Geometry } }),
  ).rejects.toMatchObject(refused('geospatialConfig'));
  const query = (options: FeedOptions) =>
    container.items.query('SELECT * FROM c', { partitionKey: 'a', ...options }).fetchAll();
  await expect(query({ populateQueryMetrics: true })).rejects.toMatchObject(refused('populatequerymetrics'));
  await expect(query({ populateIndexMetrics: true })).rejects.toMatchObject(refused('populateindexmetrics'));
  await expect(query({ enableScanInQuery: true })).rejects.toMatchObject(refused('enable-scan'));
  await expect(container.read({ populateQuotaInfo: true })).rejects.toMatchObject(
    refused('populatequotainfo'),
  );
  await expect(container.item('1', 'a').read({ throughputBucket: 1 })).rejects.toMatchObject(
    refused('throughput-bucket'),
  );
});

test('a token of another kind is refused', async () => {
  const { endpoint } = await openLocalEndpoint();
  const authorization = encodeURIComponent('type=aad&ver=1.0&sig=x');
  const answer = await fetch(`${endpoint.url}/dbs`, { headers: { authorization } });
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain('AAD');
  expect((await fetch(`${endpoint.url}/dbs`)).status).toBe(401);
});

test('the account answers a probe without a token, but not one with a wrong token', async () => {
  const { endpoint } = await openLocalEndpoint();
  expect((await fetch(endpoint.url)).status).toBe(200);
  const authorization = encodeURIComponent('type=master&ver=1.0&sig=wrong');
  expect((await fetch(endpoint.url, { headers: { authorization } })).status).toBe(401);
});

test('an option of a batch operation that the endpoint does not know is refused by name', () => {
  const operation = { operationType: 'Read', id: 'x', ifNoneMatch: '*' };
  expect(() => parseOperations(JSON.stringify([operation]))).toThrow('ifNoneMatch');
});

function refused(thing: string) {
  return { code: 400, message: expect.stringContaining(thing) };
}
