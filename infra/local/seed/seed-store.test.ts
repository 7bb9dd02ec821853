/** @module-tag long */
import { CosmosClient } from '@azure/cosmos';
import { ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import { ensureContainers } from '@handoff/functions/platform/containers';
import { expect, onTestFinished, test } from 'vitest';
import { startAzurite } from '../azurite.ts';
import { startCosmos } from '../cosmos/start.ts';
import { seedStore } from './seed-store.ts';

test(
  'a demo has checks of each verdict and a patient who comes again, and a second seeding changes nothing, even after an interrupted one',
  { timeout: 180_000 },
  async () => {
    const cosmosServer = await startCosmos({ port: 0 });
    onTestFinished(() => cosmosServer.close());
    const azurite = await startAzurite();
    onTestFinished(() => azurite.close());
    const cosmos = { endpoint: cosmosServer.url, key: cosmosServer.key, database: 'handoff' };
    const storage = { connectionString: azurite.connectionString };
    await Promise.all([ensureContainers(cosmos), ensureBlobContainers(storage)]);
    const client = new CosmosClient({ endpoint: cosmos.endpoint, key: cosmos.key });
    onTestFinished(() => client.dispose());
    const app = client.database(cosmos.database).container('app');
    const everywhere = async <Row>(sql: string): Promise<Row[]> => {
      const agencies = await app.items
        .query<{ id: string }>("SELECT c.id FROM c WHERE c.type = 'domain'", { partitionKey: 'sys' })
        .fetchAll();
      const partitionKeys = ['sys', ...agencies.resources.map(({ id }) => `d:${id}`)];
      const inPartitions = partitionKeys.map((partitionKey) =>
        app.items.query<Row>(sql, { partitionKey }).fetchAll(),
      );
      return (await Promise.all(inPartitions)).flatMap((answer) => answer.resources);
    };
    const versions = () => everywhere<{ id: string }>('SELECT c.id, c._etag FROM c');
    const said: string[] = [];
    const options = {
      cosmos,
      storage,
      continuationKey: 'ab'.repeat(32),
      fieldSecrets: makeFieldSecrets(),
      say: (line: string) => said.push(line),
    };

    await seedStore(options);
    const once = await versions();
    expect(once.length).toBeGreaterThan(200);
    expect(said).toHaveLength(1);
    const verdicts = await everywhere<string>(
      "SELECT VALUE c.Verdict FROM c WHERE c.type = 'medicare-check'",
    );
    expect([...new Set(verdicts)].toSorted()).toEqual(['eligible', 'issues', 'notEligible', 'wrongInput']);
    const patients = await everywhere<{ nameAndBirth: string; mbi?: string }>(
      "SELECT VALUE c.DuplicateKeys FROM c WHERE c.type = 'referral'",
    );
    const known = new Set(patients.map(({ nameAndBirth }) => nameAndBirth));
    // One patient of each agency is referred again, and no two patients have the same Medicare number.
    expect(patients.length - known.size).toBe(2);
    const cards = patients.filter(({ mbi }) => mbi !== undefined);
    const owners = new Set(cards.map(({ nameAndBirth, mbi }) => `${nameAndBirth} ${mbi}`));
    expect(owners.size).toBe(new Set(cards.map(({ mbi }) => mbi)).size);
    const scans = await everywhere<string>("SELECT VALUE c.Scan.State FROM c WHERE c.type = 'document'");
    expect([...new Set(scans)]).toEqual(['clean']);
    await seedStore(options);
    expect(await versions()).toEqual(once);

    // Simulates a first start that was stopped midway: the section is not marked as done.
    await app.item('seeded-referrals-domain-evergreen', 'sys').delete();
    await seedStore(options);
    expect(without(await versions())).toEqual(without(once));
    expect(said).toHaveLength(1);
  },
);

/** Returns all but the mark itself. */
function without(all: { id: string }[]) {
  return all.filter(({ id }) => id !== 'seeded-referrals-domain-evergreen');
}
