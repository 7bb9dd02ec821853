import { ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { ensureContainers } from '@handoff/functions/platform/containers';
import { functionsSettings, type Installation } from '../installation.ts';
import { seedStore } from '../seed/seed-store.ts';

/** Makes what the deployment makes in Azure, and the demo agencies. */
export async function prepareData(installation: Installation, say: (line: string) => void): Promise<void> {
  const settings = functionsSettings(installation);
  const cosmos = {
    endpoint: settings.COSMOS_ENDPOINT,
    key: settings.COSMOS_KEY,
    database: settings.COSMOS_DATABASE,
  };
  const storage = { connectionString: settings.AzureWebJobsStorage };
  await Promise.all([ensureContainers(cosmos), ensureBlobContainers(storage)]);
  const { continuationKey, fieldSecrets } = installation.keys;
  await seedStore({ cosmos, storage, continuationKey, fieldSecrets, say });
}
