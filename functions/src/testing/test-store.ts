import { type Faults, failNext } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { crossPartitionQueries, ensureContainers } from '../platform/containers.ts';
import type { Partition, StoredDocument } from '../platform/ports.ts';
import { afterAll } from 'vitest';
import { createCosmosStore } from '../platform/azure/cosmos/store.ts';
import type { FieldSecrets } from '../platform/azure/keys/field-keys.ts';
import type { Selection } from '../core/unit-of-work.ts';
import { queryOf } from '../records/select.ts';

type StoreOptions = Parameters<typeof createCosmosStore>[0];
type Fault = Parameters<typeof failNext>[0];
type Kind = 'batch' | 'bulk' | 'document' | 'query';

/** Starts one endpoint per test file, at its top level; `newStore` gives every test its own database. */
export async function startTestStores() {
  const faults: Faults = {};
  const cosmos = await startCosmos({ port: 0, faults, crossPartitionQueries });
  const stores: { close(): void }[] = [];
  afterAll(async () => {
    for (const store of stores) store.close();
    await cosmos.close();
  });
  return {
    at: { endpoint: cosmos.url, key: cosmos.key },
    async newStore(options: Partial<StoreOptions> = {}) {
      const at = { endpoint: cosmos.url, key: cosmos.key, database: randomUUID() };
      await ensureContainers(at);
      const store = createCosmosStore({ ...at, ...options });
      stores.push(store);
      return store;
    },
    /** Makes the next `times` requests of this kind fail. */
    fail(kind: Kind, fault: Fault, times = 1) {
      faults.decide = failNext(fault, { when: (request) => request.kind === kind, times });
    },
  };
}

/** Returns the bytes of each answer meanwhile. */
export async function answerLengths(work: () => Promise<unknown>): Promise<number[]> {
  const lengths: number[] = [];
  const note = (event: unknown) => {
    const response: unknown = Object(event).response;
    if (response instanceof IncomingMessage) lengths.push(Number(response.headers['content-length']));
  };
  subscribe('http.client.response.finish', note);
  await work();
  unsubscribe('http.client.response.finish', note);
  return lengths;
}

/** Ten documents a day apart, each with the fields of its number. */
export async function fill(partition: Partition, type: string, fields: (n: number) => object) {
  await partition.commit(
    Array.from({ length: 10 }, (_, n) => {
      const document: StoredDocument = { id: `${type}${n}`, type, DeletedAt: null, ...fields(n) };
      return { op: 'create', document };
    }),
  );
}

/** The nth day. */
export const nthDay = (n: number) => `2026-11-${10 + n}T00:00:00Z`;

export async function found(partition: Partition, selection: Selection<unknown>) {
  const { documents } = await partition.query({ ...queryOf(selection), pageSize: 100 });
  return documents.map((document) => document.id).join(' ');
}

/** A database with a known name, for tests that share it with another process. */
export async function openTestStore(at: { endpoint: string; key: string; database: string }) {
  await ensureContainers(at);
  const store = createCosmosStore(at);
  afterAll(() => store.close());
  return store;
}

/** Known keys, so that sealed values can be compared between processes of a test. */
export const fieldSecrets: FieldSecrets = {
  current: 'v1',
  data: { v1: '1d'.repeat(32) },
  currentIndex: 'v1',
  index: { v1: '2e'.repeat(32) },
};
