import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { azRest, type ManagementRequest } from './azure-cli.ts';
import { readOutputs, type Outputs } from './outputs.ts';

const TRIES = 20;
const PAUSE_MS = 15_000;

// Runs after deployment and reports uploads of state files to the blob trigger. The webhook's key exists only once
// the host has started with the deployed code, and its first start answers the handshake late, so this waits and
// repeats.
if (import.meta.main) {
  await subscribe(readOutputs(), { request: azRest, pause: () => sleep(PAUSE_MS) });
  process.stdout.write('State files report themselves to the API.\n');
}

const HostKeys = z.object({ systemKeys: z.object({ blobs_extension: z.string().min(1) }) });

/** Creates or updates the subscription. The address with its key is never printed. */
export async function subscribe(
  outputs: Outputs,
  { request, pause }: { request: ManagementRequest; pause: () => Promise<unknown> },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const keys = await request('post', `${siteOf(outputs)}/host/default/listkeys?api-version=2025-03-01`);
      const key = HostKeys.parse(keys).systemKeys.blobs_extension;
      await request('put', subscriptionOf(outputs), subscriptionBody(outputs, key));
      return;
    } catch (cause) {
      // The error's message may show the body and so the key: only the failure itself is reported.
      const problem = `The event subscription was not made after ${TRIES} tries. ${advice(cause)}`;
      // oxlint-disable-next-line eslint/preserve-caught-error
      if (attempt === TRIES) throw new Error(problem);
      await pause();
    }
  }
}

const advice = (cause: unknown) =>
  cause instanceof z.ZodError
    ? 'The host has no key "blobs_extension" yet: does the API start? See its log stream, then "azd deploy" again.'
    : 'Is "az login" done for this subscription? Then "azd deploy" again.';

const groupOf = (outputs: Outputs) =>
  `/subscriptions/${outputs.AZURE_SUBSCRIPTION_ID}/resourceGroups/${outputs.AZURE_RESOURCE_GROUP}/providers`;

const siteOf = (outputs: Outputs) => `${groupOf(outputs)}/Microsoft.Web/sites/${outputs.API_NAME}`;

const subscriptionOf = (outputs: Outputs) =>
  `${groupOf(outputs)}/Microsoft.EventGrid/systemTopics/${outputs.STORAGE_EVENT_TOPIC}` +
  '/eventSubscriptions/state-files?api-version=2025-02-15';

function subscriptionBody(outputs: Outputs, key: string) {
  const url = new URL('/runtime/webhooks/blobs', outputs.API_ORIGIN);
  url.search = new URLSearchParams({ functionName: 'Host.Functions.importStateFile', code: key }).toString();
  return {
    properties: {
      destination: { endpointType: 'WebHook', properties: { endpointUrl: url.href } },
      filter: {
        includedEventTypes: ['Microsoft.Storage.BlobCreated'],
        // Includes `/blobs/`, because otherwise a container whose name has the same start would match, too.
        subjectBeginsWith: '/blobServices/default/containers/state-files/blobs/',
      },
      eventDeliverySchema: 'EventGridSchema',
      retryPolicy: { maxDeliveryAttempts: 30, eventTimeToLiveInMinutes: 1440 },
      deadLetterWithResourceIdentity: {
        identity: { type: 'SystemAssigned' },
        deadLetterDestination: {
          endpointType: 'StorageBlob',
          properties: {
            resourceId: `${groupOf(outputs)}/Microsoft.Storage/storageAccounts/${outputs.STORAGE_NAME}`,
            blobContainerName: 'event-dead-letters',
          },
        },
      },
    },
  };
}
