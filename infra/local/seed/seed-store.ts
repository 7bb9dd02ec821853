import { createApp } from '@handoff/functions/app';
import { createFileReaders } from '@handoff/functions/file-readers';
import { sandboxService } from '@handoff/functions/features/eligibility/providers/sandbox-provider';
import { limitsFor } from '@handoff/functions/auth/limits';
import { createBlobStore } from '@handoff/functions/platform/azure/blobs';
import { createWebhookSender } from '@handoff/functions/platform/azure/webhook-sender';
import { systemClock, systemRandom } from '@handoff/functions/platform/process';
import { createCosmosStore } from '@handoff/functions/platform/azure/cosmos/store';
import { createFieldKeys, type FieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import type { DocumentStore, Partition, Platform, StoredDocument } from '@handoff/functions/platform/ports';
import { evergreen, harbor, people } from '../demo-people.ts';
import { scanBlob } from '../malware-scan/scan-blob.ts';
import { NotBuilt, seedApi, seedTokens, type SeedApi } from './in-process-api.ts';
import { seedDirectory } from './directory.ts';
import { seedAddresses } from './addresses.ts';
import { seedNationalLists } from './national-lists.ts';
import { seedCapacity, seedParties } from './parties.ts';
import { refreshReferrals } from './refresh-referrals.ts';
import { seedReferrals } from './referrals.ts';
import { createSigningKeys } from '@handoff/functions/platform/signing-keys';
import { noTrace } from '@handoff/functions/platform/telemetry/trace';

interface SeedKeys {
  storage: { connectionString: string };
  continuationKey: string;
  fieldSecrets: FieldSecrets;
}

interface SeedOptions extends SeedKeys {
  cosmos: { endpoint: string; key: string; database: string };
  say: (line: string) => void;
  /** Agencies that get referrals; both by default. */
  agencies?: readonly string[];
}

/**
 * Fills an empty store with two demo agencies, once: a finished section is never touched again, so people's changes
 * stay. Referrals and their records go through the API itself and have a true history.
 */
export async function seedStore(options: SeedOptions): Promise<void> {
  const store = createCosmosStore(options.cosmos);
  try {
    const startedAt = await firstStart(store);
    // The number changes when other fields are derived from a referral.
    await once(store, 'refreshed-referrals-1', () => refreshReferrals(store));
    const section = async (name: string, fill: (api: SeedApi) => Promise<void>) => {
      const api = openSeedApi(store, options, startedAt);
      await once(store, `seeded-${name}`, () => fill(api));
    };
    await section('directory', (api) => {
      options.say('Filling in the demo agencies (once) …');
      return seedDirectory(api);
    });
    const agencies = options.agencies ?? [harbor, evergreen];
    await Promise.all([
      ...agencies.map(async (agency) => {
        await section(`parties-${agency}`, (api) => seedParties(api, agency));
        await section(`referrals-${agency}`, (api) => seedReferrals(api, agency));
        await section(`capacity-${agency}`, (api) => seedCapacity(api, agency));
      }),
      section('addresses', seedAddresses),
      section('national-lists', seedNationalLists),
    ]);
    // Runs the review job, so that managers find the notice that otherwise comes within the hour.
    await section('review-notices', (api) => api.app.jobs.reviews.run());
  } finally {
    store.close();
  }
}

/** Creates the product's API in this process, over a running store and storage. */
export const openSeedApi = (store: DocumentStore, keys: SeedKeys, startedAt: Date): SeedApi =>
  seedApi({
    createApp: (clock) => createApp(platformOf(store, keys, clock), appSettings),
    startedAt,
    scan: (path) => scanBlob(keys.storage.connectionString, path),
  });

const appSettings = {
  version: 'seed',
  firstAdministratorOid: people.ada.oid,
  eligibility: sandboxService(),
  files: createFileReaders(new URL('../../../functions/src/file-thread.ts', import.meta.url)),
  // Six weeks in a few seconds.
  limits: limitsFor({ callsPerMinute: 1e6 }),
  sweepSchedule: '*/15 * * * * *',
};

/** Returns when this store was first seeded; the age of its data is counted from there. */
async function firstStart(store: DocumentStore): Promise<Date> {
  const system = store.app('sys');
  await createIfAbsent(system, { id: 'seed-start', type: 'seed', at: new Date().toISOString() });
  const first = await system.read('seed-start');
  return new Date(String(first?.['at']));
}

async function once(store: DocumentStore, id: string, fill: () => Promise<void>): Promise<void> {
  const system = store.app('sys');
  if (await system.read(id)) return;
  try {
    await fill();
  } catch (error) {
    // Left for a later start, when the required calls exist.
    if (error instanceof NotBuilt) return;
    throw error;
  }
  await createIfAbsent(system, { id, type: 'seed' });
}

/** The product's own adapters; no browser is connected yet that could be notified. */
function platformOf(store: DocumentStore, options: SeedKeys, now: () => Date): Platform {
  return {
    store,
    blobs: createBlobStore(options.storage),
    realtime: {
      send: async () => {},
      sendPresence: async () => {},
      joinGroup: async () => {},
      leaveGroup: async () => {},
      disconnect: async () => {},
      connection: () => Promise.reject(new Error('The seed offers no connection.')),
    },
    tokens: seedTokens,
    webhooks: createWebhookSender({ allowsThisMachine: false }),
    clock: { ...systemClock, now },
    random: systemRandom,
    fieldKeys: createFieldKeys(async () => options.fieldSecrets),
    signingKeys: createSigningKeys(async () => [options.continuationKey]),
    trace: noTrace,
    log: () => {},
    checkpoint: async () => {},
  };
}

async function createIfAbsent(partition: Partition, document: StoredDocument): Promise<void> {
  const result = await partition.commit([{ op: 'create', document }]);
  const isThere = result.outcome === 'refused' && result.reason === 'exists';
  if (result.outcome === 'applied' || isThere) return;
  throw new Error(`The store did not take ${document.id}: ${result.outcome}`);
}
