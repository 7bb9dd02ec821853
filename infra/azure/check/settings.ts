import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { nodeOptions, readConfig, refusedInAzure, settingNames } from '../../../functions/src/config.ts';
import { blobContainers } from '../../../functions/src/platform/azure/blobs.ts';
import type { Resource } from './evaluate.ts';
import { asFields, at, textOf } from './values.ts';

const identity = { IDENTITY_ENDPOINT: 'http://localhost:4141/msi/token', IDENTITY_HEADER: 'of the instance' };

/** Variables that mark Azure for the app, by plan. Flex Consumption has no WEBSITE_INSTANCE_ID. */
const environments: Record<string, Record<string, string>> = {
  'Flex Consumption': {
    ...identity,
    WEBSITE_SITE_NAME: 'func-handoff',
    WEBSITE_SKU: 'FlexConsumption',
    WEBSITE_POD_NAME: 'pod-1',
    LEGION_SERVICE_HOST: '10.0.0.1',
  },
  'a dedicated plan': { ...identity, WEBSITE_SITE_NAME: 'func-handoff', WEBSITE_INSTANCE_ID: 'one' },
  'a container': { ...identity, CONTAINER_NAME: 'one', CONTAINER_APP_NAME: 'handoff' },
};

/** Settings that only the host reads. */
const ofTheHost = [
  'APPLICATIONINSIGHTS_AUTHENTICATION_STRING',
  'AzureWebJobsDisableHomepage',
  'FUNCTIONS_REQUEST_BODY_SIZE_LIMIT',
  'FUNCTIONS_NODE_BLOCK_ON_ENTRY_POINT_ERROR',
  'NODE_OPTIONS',
];

/** Returns the settings that the templates give the API. */
export function settingsOf(resources: Resource[]): Record<string, string> {
  const found = resources.find(
    ({ type, body }) => type === 'Microsoft.Web/sites/config' && body['name'] === 'appsettings',
  );
  return Object.fromEntries(
    Object.entries(asFields(found?.body['properties'])).map(([name, value]) => [name, textOf(value)]),
  );
}

/** Reports settings that keep the API from starting, and settings that would let a key in. */
export function startProblems(resources: Resource[]): string[] {
  const settings = settingsOf(resources);
  const unread = Object.keys(settings).filter(
    (name) => !settingNames.azure.includes(name) && !ofTheHost.includes(name),
  );
  return [
    ...unread.map((name) => `setting ${name} is read by no one`),
    ...(settings['FUNCTIONS_NODE_BLOCK_ON_ENTRY_POINT_ERROR'] === 'true'
      ? []
      : ['a wrong setting would start the host without functions']),
    ...(settings['AzureWebJobsDisableHomepage'] === 'true'
      ? []
      : ["the API shows the platform's own home page"]),
    ...(settings['NODE_OPTIONS'] === nodeOptions ? [] : ['Node starts with other options than measured']),
    ...Object.entries(environments).flatMap(([plan, environment]) => [
      ...refusals({ ...settings, ...environment }).map((problem) => `on ${plan}: ${problem}`),
      ...refusedInAzure
        .filter((name) => !isRefused(name, { ...settings, ...environment, [name]: 'any' }))
        .map((name) => `on ${plan}: ${name} is accepted`),
    ]),
    ...missingContainers(resources),
  ];
}

/** Returns every line of the error with which the API fails to start. */
function refusals(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n').slice(1);
  }
}

const isRefused = (name: string, environment: Record<string, string>) =>
  refusals(environment).includes(`  ${name}: must not be set in Azure`);

function missingContainers(resources: Resource[]): string[] {
  const made = resources
    .filter(({ type }) => type === 'Microsoft.Storage/storageAccounts/blobServices/containers')
    .map(({ body }) => textOf(body['name']));
  return blobContainers
    .filter((name) => !made.includes(name))
    .map((name) => `there is no blob container ${name}`);
}

const HostJson = z.object({
  extensions: z.object({ http: z.object({ maxConcurrentRequests: z.int() }) }),
  logging: z.object({ logLevel: z.record(z.string(), z.string()) }),
});

/** Returns disagreements between host.json and the templates, and log levels that cost more than they are worth. */
export function hostProblems(resources: Resource[]): string[] {
  const { extensions, logging } = HostJson.parse(JSON.parse(readFileSync('host.json', 'utf8')));
  const { maxConcurrentRequests } = extensions.http;
  const path = 'properties.functionAppConfig.scaleAndConcurrency.triggers.http.perInstanceConcurrency';
  const scaledAt = resources
    .filter(({ type }) => type === 'Microsoft.Web/sites')
    .map(({ body }) => at(body, path));
  return [
    ...scaledAt
      .filter((most) => most !== maxConcurrentRequests)
      .map(
        (most) =>
          `an instance takes ${textOf(most)} requests at once, host.json says ${maxConcurrentRequests}`,
      ),
    ...(logging.logLevel['Azure.Core'] === 'Warning'
      ? []
      : ["each request of the host's own storage client is logged: 0.3 GB a day and instance"]),
  ];
}
