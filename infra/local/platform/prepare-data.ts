import { ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { ensureContainers } from '@handoff/functions/platform/containers';
import { appOrigins, functionsSettings, type Installation } from '../installation.ts';
import { seedStore } from '../seed/seed-store.ts';

/** Creates what the deployment creates in Azure, and the demo agencies unless this installation starts empty. */
export async function prepareData(installation: Installation, say: (line: string) => void): Promise<void> {
  const settings = functionsSettings(installation);
  const cosmos = {
    endpoint: settings.COSMOS_ENDPOINT,
    key: settings.COSMOS_KEY,
    database: settings.COSMOS_DATABASE,
  };
  const storage = { connectionString: settings.AzureWebJobsStorage };
  await Promise.all([
    ensureContainers(cosmos),
    ensureBlobContainers({ ...storage, webOrigins: appOrigins(installation) }),
  ]);
  const { continuationKey, fieldSecrets } = installation.keys;
  if (!installation.startsEmpty) await seedStore({ cosmos, storage, continuationKey, fieldSecrets, say });
}
