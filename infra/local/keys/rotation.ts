import { existsSync } from 'node:fs';
import path from 'node:path';
import { keyUse, type KeyUse } from '@handoff/functions/features/keys/key-use';
import { createBlobStore } from '@handoff/functions/platform/azure/blobs';
import { createCosmosStore } from '@handoff/functions/platform/azure/cosmos/store';
import { freshKey, type FieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { crossPartitionQueries } from '@handoff/functions/platform/containers';
import type { DocumentStore } from '@handoff/functions/platform/ports';
import { domains } from '@handoff/functions/records/kinds/user-records';
import { queryOf } from '@handoff/functions/records/select';
import { startAzurite } from '../azurite.ts';
import { startCosmos } from '../cosmos/start.ts';
import { openLocalKeys, writeFieldSecrets } from '../local-keys.ts';
import { findRunning } from '../platform/running-platform.ts';
import { openSeedApi } from '../seed/seed-store.ts';

type Say = (line: string) => void;

/** Shows how many values each version of the keys seals, and which versions nothing uses. */
export async function showKeys(folder: string, say: Say): Promise<void> {
  const data = await openStopped(folder);
  try {
    await describe(data, say);
  } finally {
    await data.close();
  }
}

/** Makes a new version of both keys, stored before anything is sealed with it. */
export async function addKeys(folder: string, say: Say): Promise<void> {
  await checkStopped(folder);
  const { fieldSecrets } = openLocalKeys(folder);
  const [current, currentIndex] = [after(fieldSecrets.data), after(fieldSecrets.index)];
  writeFieldSecrets(folder, {
    current,
    data: { ...fieldSecrets.data, [current]: freshKey() },
    currentIndex,
    index: { ...fieldSecrets.index, [currentIndex]: freshKey() },
  });
  say(`Data key ${current} and index key ${currentIndex} are there and seal from now on.`);
  await renewAll(folder, say);
}

/** Renews until older versions seal nothing, or only values that cannot be renewed. It can be stopped and restarted. */
export async function renewAll(folder: string, say: Say): Promise<void> {
  const data = await openStopped(folder);
  try {
    const newest = [data.secrets.current, data.secrets.currentIndex];
    let left = Infinity;
    for (;;) {
      // The second run covers records written during the first.
      for (let run = 0; run < 2; run += 1) await data.api.app.jobs.keys.run();
      const use = await data.use();
      const old = [...use.data, ...use.index]
        .filter(([version]) => !newest.includes(version))
        .reduce((sum, [, count]) => sum + count, 0);
      if (old === 0 || old >= left) break;
      left = old;
    }
    await describe(data, say);
  } finally {
    await data.close();
  }
}

/** Removes the versions that nothing uses any more, never one that writes. */
export async function removeKeys(folder: string, say: Say): Promise<void> {
  const data = await openStopped(folder);
  try {
    const { secrets } = data;
    const unused = unusedOf(secrets, await data.use());
    writeFieldSecrets(folder, {
      ...secrets,
      data: without(secrets.data, unused.data),
      index: without(secrets.index, unused.index),
    });
    for (const version of unused.data) say(`Removed data key ${version}.`);
    for (const version of unused.index) say(`Removed index key ${version}.`);
    if (unused.data.length + unused.index.length === 0) say('Every version is in use: nothing was removed.');
  } finally {
    await data.close();
  }
}

const without = (keys: Record<string, string>, versions: string[]) =>
  Object.fromEntries(Object.entries(keys).filter(([version]) => !versions.includes(version)));

type Stopped = Awaited<ReturnType<typeof openStopped>>;

/** Opens database and storage on the files of a stopped installation, and the product over them. */
async function openStopped(folder: string) {
  await checkStopped(folder);
  if (!existsSync(path.join(folder, 'cosmos', 'cosmos.sqlite')))
    throw new Error(`There is no data in ${folder} yet: begin with npm start.`);
  const { continuationKey, fieldSecrets: secrets } = openLocalKeys(folder);
  const cosmos = await startCosmos({
    port: 0,
    file: path.join(folder, 'cosmos', 'cosmos.sqlite'),
    crossPartitionQueries,
  });
  const azurite = await startAzurite({ location: path.join(folder, 'azurite') });
  const storage = { connectionString: azurite.connectionString };
  const store = createCosmosStore({ endpoint: cosmos.url, key: cosmos.key, database: 'handoff' });
  const blobs = createBlobStore(storage);
  return {
    secrets,
    api: openSeedApi(store, { storage, continuationKey, fieldSecrets: secrets }, new Date()),
    async use(): Promise<KeyUse> {
      const use: KeyUse = { data: new Map(), index: new Map() };
      for (const domainId of await agencies(store))
        await keyUse({ partition: store.app(`d:${domainId}`), blobs, domainId }, use);
      return use;
    },
    async close() {
      store.close();
      await Promise.all([cosmos.close(), azurite.close()]);
    },
  };
}

/** A running installation has read its keys already, and could not open values sealed with newer ones. */
async function checkStopped(folder: string): Promise<void> {
  const running = await findRunning(folder);
  if (running)
    throw new Error(`Handoff is running (process ${running.pid}). Stop it first, with Ctrl-C where it runs.`);
}

async function agencies(store: DocumentStore): Promise<string[]> {
  const { documents } = await store.app('sys').query({ ...queryOf(domains), pageSize: 1000 });
  return documents.map(({ id }) => id);
}

async function describe(data: Stopped, say: Say): Promise<void> {
  const { secrets } = data;
  const counts = await data.use();
  const kinds = [
    { kind: 'data', name: 'Data key', newest: secrets.current, known: secrets.data },
    { kind: 'index', name: 'Index key', newest: secrets.currentIndex, known: secrets.index },
  ] as const;
  for (const { kind, name, newest, known } of kinds) {
    for (const version of Object.keys(known)) {
      const count = counts[kind].get(version) ?? 0;
      const role = version === newest ? ', the newest' : '';
      say(`${name} ${version}${role}: ${count} ${count === 1 ? 'value' : 'values'}`);
    }
    for (const [version, count] of counts[kind])
      if (!Object.hasOwn(known, version))
        say(
          version === 'none'
            ? `Not sealed yet: ${count}`
            : `${name} ${version} IS MISSING, and ${count} values need it: put it back`,
        );
  }
  const unused = unusedOf(secrets, counts);
  for (const { kind, name } of kinds)
    for (const version of unused[kind])
      say(`${name} ${version} is no longer used and can be removed: npx node infra/local/keys/run.ts remove`);
}

const unusedOf = (secrets: FieldSecrets, use: KeyUse) => ({
  data: unused(secrets.data, secrets.current, use.data),
  index: unused(secrets.index, secrets.currentIndex, use.index),
});

const unused = (known: Record<string, string>, newest: string, counts: Map<string, number>) =>
  Object.keys(known).filter((version) => version !== newest && !counts.has(version));

const after = (known: Record<string, string>) =>
  `v${Math.max(...Object.keys(known).map((version) => Number(version.slice(1)))) + 1}`;
