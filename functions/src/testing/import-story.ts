import { startAzurite } from '@handoff/local/azurite';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { StateFileImport } from '@handoff/shared/domain/state-file-import';
import type { AddressState } from '@handoff/shared/domain/us-state';
import { afterAll } from 'vitest';
import { addressHandlers } from '../features/address-import/address-handlers.ts';
import { addressStateHandlers } from '../features/address-import/address-state-handlers.ts';
import { importHandlers } from '../features/address-import/import-handlers.ts';
import type { EffectContext, ReadContext, WriteContext } from '../http/handlers.ts';
import { createBlobStore, ensureBlobContainers } from '../platform/azure/blobs.ts';
import { createCosmosStore } from '../platform/azure/cosmos.ts';
import { systemRandom } from '../platform/azure/random.ts';
import { ensureContainers } from '../platform/containers.ts';
import type { Audience, Platform } from '../platform/ports.ts';
import { startTestStores } from './test-store.ts';

export interface Sent {
  audience: Audience;
  message: RealtimeMessage;
}

interface At {
  endpoint: string;
  key: string;
  database: string;
  connectionString: string;
}

/** The parts of a platform an import touches: the real store and blobs, a clock that can be put forward. */
export function importPlatform(at: At, options: { checkpoint?: Platform['checkpoint'] } = {}) {
  const sent: Sent[] = [];
  let ahead = 0;
  const refuse = () => Promise.reject(new Error('An import has no business here'));
  const store = createCosmosStore(at);
  const platform: Platform = {
    store,
    blobs: createBlobStore(at),
    realtime: {
      send: async (audience, message) => {
        sent.push({ audience, message });
      },
      joinGroup: refuse,
      leaveGroup: refuse,
      connection: refuse,
    },
    tokens: { verify: refuse },
    clock: { now: () => new Date(Date.now() + ahead), sleep: async (ms) => setTimeout(ms) },
    random: systemRandom,
    log: () => {},
    checkpoint: options.checkpoint ?? (async () => {}),
  };
  return {
    platform,
    sent,
    putClockForward(ms: number) {
      ahead += ms;
    },
    close: () => store.close(),
  };
}

/** One Cosmos endpoint and one Azurite per test file; each story has a database of its own. */
export async function startImportStories() {
  const stores = await startTestStores();
  const azurite = await startAzurite();
  afterAll(async () => azurite.close());
  await ensureBlobContainers(azurite);
  return {
    fail: stores.fail,
    async newStory(options: Parameters<typeof importPlatform>[1] = {}) {
      const at = { ...stores.at, database: randomUUID(), connectionString: azurite.connectionString };
      await ensureContainers(at);
      const story = importPlatform(at, options);
      afterAll(() => story.close());
      return { ...story, at, ...calls(story.platform) };
    },
  };
}

interface UploadFile {
  state?: AddressState;
  mode?: 'replace' | 'add';
  name?: string;
  content: string | Uint8Array | AsyncIterable<Buffer>;
  key?: string;
}

/** The calls as the pipeline makes them, with what it derives from the request's key. */
function calls(platform: Platform) {
  const imports = importHandlers(platform);
  const updates = addressStateHandlers(platform);
  const addresses = addressHandlers(platform);
  const audited: string[] = [];

  async function complete<T>(staging: (context: WriteContext) => Promise<T>): Promise<T> {
    return staging({ ...readContext(platform), work: auditingWork(audited) });
  }

  return {
    audited,
    async upload({
      state = 'CT',
      mode = 'replace',
      name = 'addresses.csv',
      content,
      key = randomUUID(),
    }: UploadFile) {
      const bytes = await bytesOf(content);
      const input = { fields: { state, mode }, file: { name, type: 'text/csv', bytes } };
      const { ImportId } = await complete(await imports.upload(input, effectContext(platform, key)));
      return { importId: ImportId, fileName: name };
    },
    async act(importId: string, Action: 'publish' | 'cancel' | 'rollback' | 'retry') {
      const state = stateOf(importId);
      const input = { body: { ImportId: importId, Action } };
      return complete(await updates[state](input, effectContext(platform, randomUUID())));
    },
    async read(importId: string): Promise<StateFileImport> {
      const found = await imports.byId({ query: { id: importId } }, readContext(platform));
      const [record] = found.StateFileImports;
      if (!record) throw new Error('No such import');
      return record;
    },
    list: async () => imports.list({}, readContext(platform)),
    async rejects(importId: string): Promise<string> {
      const file = await imports.rejects({ params: { importId } }, readContext(platform));
      return Buffer.from(file.bytes).toString('utf8');
    },
    zipCodes: async (state: AddressState = 'CT') =>
      addresses.zipCodesByState({ body: { state } }, readContext(platform)),
    async streets(code: string, state: AddressState = 'CT'): Promise<string[]> {
      const found = await addresses.streetAddressesByStateAndCode(
        { body: { state, code } },
        readContext(platform),
      );
      return found.StreetAddresses.map((address) => address.StreetAddress);
    },
  };
}

function stateOf(importId: string): AddressState {
  const states: Record<string, AddressState> = {
    ct: 'CT',
    me: 'ME',
    ma: 'MA',
    nh: 'NH',
    nj: 'NJ',
    ny: 'NY',
    pa: 'PA',
    ri: 'RI',
    vt: 'VT',
  };
  return states[importId.slice(0, 2)] ?? 'CT';
}

async function bytesOf(content: UploadFile['content']): Promise<Uint8Array> {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : buffer(content);
}

const nobody = {
  get: async () => undefined,
  list: async () => ({ items: [], Continuation: null }),
};

function readContext(platform: Platform): ReadContext {
  return {
    caller: {
      claims: { oid: 'ana-oid', tid: 'tenant', name: 'Ana Reyes', email: 'ana@example.com' },
      person: { Id: 'user-ana', FullName: 'Ana Reyes' },
      roles: { SystemRole: 'Administrator' },
      businessDomainId: '',
    },
    find: nobody,
    system: nobody,
    now: platform.clock.now(),
  };
}

function effectContext(platform: Platform, key: string): EffectContext {
  const derived = key.replaceAll('-', '');
  return { ...readContext(platform), requestId: key, derive: () => derived };
}

function auditingWork(audited: string[]): WriteContext['work'] {
  const refuse = () => {
    throw new Error('An import stages nothing but its audit entry');
  };
  return {
    ...nobody,
    newId: refuse,
    etag: '',
    create: refuse,
    replace: refuse,
    softDelete: refuse,
    audit: ({ action, subject }) => {
      audited.push(`${action} ${subject}`);
    },
    notify: refuse,
  };
}
