import type { Container } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { answerLengths, startTestStores } from '../../../testing/test-store.ts';
import type { PlacedDocument } from '../../ports.ts';
import { createEach } from './create-each.ts';

const stores = await startTestStores();
const impatient = { attemptMs: 100, readMs: 2_000, commitMs: 2_000, throttleSeconds: 1 };

const zip = (code: string, fields: object = {}): PlacedDocument => ({
  partitionKey: `CT:${code}`,
  document: { id: 'zip', type: 'zip', ...fields },
});

test('documents of many partitions are written together, each at its own cost', async () => {
  const spent: number[] = [];
  const store = await stores.newStore({ onCharge: (ru) => spent.push(ru) });
  const [one, other] = [zip('06001', { n: 1 }), zip('06002', { n: 2 })];
  expect(await store.createAddresses([one, other])).toEqual({ outcomes: ['created', 'created'] });
  const [together = 0] = spent;
  expect(await store.addresses('CT:06001').read('zip')).toEqual({
    ...one.document,
    _etag: expect.any(String),
  });
  expect(await store.addresses('CT:06002').read('zip')).toMatchObject(other.document);
  spent.length = 0;
  for (const code of ['06003', '06004'])
    await store.addresses(`CT:${code}`).commit([{ op: 'create', document: zip(code, { n: 3 }).document }]);
  expect(together).toBeCloseTo(spent.reduce((sum, ru) => sum + ru, 0));
});

test('an existing document stays unchanged and does not stop the others', async () => {
  const store = await stores.newStore();
  await store.createAddresses([zip('06002', { n: 1 })]);
  const group = [zip('06001'), zip('06002', { n: 2 }), zip('06003')];
  expect(await store.createAddresses(group)).toEqual({ outcomes: ['created', 'exists', 'created'] });
  expect(await store.addresses('CT:06002').read('zip')).toMatchObject({ n: 1 });
});

const practitioners = (id: string, fields: object = {}): PlacedDocument => ({
  partitionKey: 'NPI:name',
  document: { id, type: 'zip', ...fields },
});

test('documents of one partition are written by one request', async () => {
  const store = await stores.newStore();
  await store.createAddresses([practitioners('one')]);
  const group = ['two', 'three', 'four'].map((id) => practitioners(id, { s: 'x'.repeat(100_000) }));
  const answers = await answerLengths(async () => {
    expect(await store.createAddresses(group)).toEqual({ outcomes: ['created', 'created', 'created'] });
  });
  expect(answers).toHaveLength(1);
  expect(await store.addresses('NPI:name').read('three')).toMatchObject(group[1]?.document ?? {});
});

test('an existing document does not keep out the others of its partition', async () => {
  const store = await stores.newStore();
  await store.createAddresses([practitioners('two', { n: 1 })]);
  const group = ['one', 'two', 'three'].map((id) => practitioners(id, { n: 2 }));
  expect(await store.createAddresses(group)).toEqual({ outcomes: ['created', 'exists', 'created'] });
  expect(await store.addresses('NPI:name').read('two')).toMatchObject({ n: 1 });
  expect(await store.addresses('NPI:name').read('three')).toMatchObject({ n: 2 });
});

test('the answer does not repeat the written documents', async () => {
  const store = await stores.newStore();
  await store.createAddresses([zip('06001')]);
  const lengths = await answerLengths(() => store.createAddresses([zip('06002', { s: 'x'.repeat(50_000) })]));
  expect(lengths).toHaveLength(1);
  expect(lengths[0]).toBeLessThan(1_000);
});

test('more documents than one request holds are sent in several', async () => {
  const store = await stores.newStore();
  const group = Array.from({ length: 20 }, (_, n) => zip(String(10_000 + n), { s: 'x'.repeat(150_000) }));
  expect(await store.createAddresses(group)).toEqual({ outcomes: group.map(() => 'created') });
  expect(await store.addresses('CT:10019').read('zip')).toHaveProperty('s', 'x'.repeat(150_000));
});

test('a document over two megabytes is too large, and in a group it cannot be identified', async () => {
  const store = await stores.newStore();
  const large = zip('06001', { s: 'x'.repeat(2_100_000) });
  expect(await store.createAddresses([large])).toEqual({ outcomes: ['tooLarge'] });
  await expect(store.createAddresses([large, zip('06002')])).rejects.toMatchObject({ code: 413 });
});

test("an empty group, more than a hundred, an invalid id or no partition is a caller's mistake", async () => {
  const store = await stores.newStore();
  await expect(store.createAddresses([])).rejects.toThrow(RangeError);
  const tooMany = Array.from({ length: 101 }, (_, n) => zip(String(10_000 + n)));
  await expect(store.createAddresses(tooMany)).rejects.toThrow(RangeError);
  expect((await store.createAddresses(tooMany.slice(0, 100))).outcomes).toHaveLength(100);
  const { document } = zip('06001');
  for (const bad of [
    { partitionKey: '', document },
    { partitionKey: 'CT', document: { ...document, id: 'a/b' } },
  ])
    await expect(store.createAddresses([bad])).rejects.toThrow(TypeError);
});

test('a throttled request leaves all documents open, with a time to retry', async () => {
  const store = await stores.newStore();
  stores.fail('bulk', { kind: 'answer', status: 429, retryAfterMs: 7 });
  const group = [zip('06001'), zip('06002')];
  expect(await store.createAddresses(group)).toEqual({ outcomes: ['open', 'open'], retryAfterMs: 7 });
  expect(await store.createAddresses(group)).toEqual({ outcomes: ['created', 'created'] });
});

test.each([
  ['reset before it was written', { kind: 'drop-before-commit' }, 'created'],
  ['no answer in time', { kind: 'hang' }, 'created'],
  ['request timeout', { kind: 'answer', status: 408 }, 'created'],
  ['service unavailable', { kind: 'answer', status: 503 }, 'created'],
  ['the answer was lost', { kind: 'lose-answer' }, 'exists'],
] as const)('open: %s; sent again it is %3$s', async (_, fault, then) => {
  const store = await stores.newStore({ limits: impatient });
  stores.fail('bulk', fault);
  const group = [zip('06001'), zip('06002')];
  expect(await store.createAddresses(group)).toEqual({ outcomes: ['open', 'open'] });
  expect(await store.createAddresses(group)).toEqual({ outcomes: [then, then] });
  stores.fail('batch', fault);
  expect(await store.createAddresses([zip('06003')])).toEqual({ outcomes: ['open'] });
  expect(await store.createAddresses([zip('06003')])).toEqual({ outcomes: [then] });
});

const [zips, ofOnePartition] = [
  ['06001', '06002', '06003'].map((code) => zip(code)),
  ['one', 'two', 'three'].map((id) => practitioners(id)),
];

const answering = (documents: PlacedDocument[], ...codes: number[]) => {
  const result = codes.map((statusCode) => ({ statusCode, requestCharge: 1 }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the local service never answers a part of a request otherwise
  const container = {
    items: { bulk: async () => result, batch: async () => ({ result }) },
  } as unknown as Container;
  return createEach({ container, documents, commitMs: 100, charge: () => {} });
};

test('documents beside a refused one of their partition stay open', async () => {
  const throttled = await answering(ofOnePartition, 424, 429, 424);
  expect(throttled).toEqual({ outcomes: ['open', 'open', 'open'], retryAfterMs: 1_000 });
  const tooLarge = await answering(ofOnePartition, 424, 424, 413);
  expect(tooLarge).toEqual({ outcomes: ['open', 'open', 'tooLarge'] });
});

test('a partly throttled request leaves only the rest open', async () => {
  const some = await answering(zips, 201, 429, 409);
  expect(some).toEqual({ outcomes: ['created', 'open', 'exists'], retryAfterMs: 1_000 });
  expect(await answering(zips, 201, 449, 503)).toEqual({ outcomes: ['created', 'open', 'open'] });
  expect(await answering(zips, 410, 408)).toEqual({ outcomes: ['open', 'open', 'open'] });
  expect(await answering(zips, 413, 201, 201)).toEqual({ outcomes: ['tooLarge', 'created', 'created'] });
});

test('an unexpected answer to a creation is an error with its code', async () => {
  await expect(answering(zips, 201, 400, 201)).rejects.toMatchObject({ code: 400 });
});
