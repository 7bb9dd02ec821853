import { isDeepStrictEqual } from 'node:util';
import { alertProblems } from './alerts.ts';
import type { Evaluation, Resource } from './evaluate.ts';
import { SCAN_QUEUE } from '../../../functions/src/features/documents/scan/scan-event.ts';
import { grants, type Grant } from './roles.ts';
import { safeguardProblems } from './safeguards.ts';
import { hostProblems, settingsOf, startProblems } from './settings.ts';
import { asFields, at, textOf, type Value } from './values.ts';

/** Required properties of each resource of a type, by path. */
const required: Record<string, Record<string, Value>> = {
  'Microsoft.DocumentDB/databaseAccounts': {
    'properties.disableLocalAuth': true,
    'properties.disableKeyBasedMetadataWriteAccess': true,
    'properties.minimalTlsVersion': 'Tls12',
    'properties.consistencyPolicy.defaultConsistencyLevel': 'Session',
    'properties.backupPolicy.type': 'Continuous',
    'properties.backupPolicy.continuousModeProperties.tier': 'Continuous30Days',
  },
  'Microsoft.Storage/storageAccounts': {
    'properties.allowSharedKeyAccess': false,
    'properties.defaultToOAuthAuthentication': true,
    'properties.allowBlobPublicAccess': false,
    'properties.minimumTlsVersion': 'TLS1_2',
    'properties.supportsHttpsTrafficOnly': true,
    'properties.networkAcls.bypass': 'AzureServices',
    'sku.name': 'Standard_ZRS',
  },
  'Microsoft.Storage/storageAccounts/blobServices': {
    'properties.isVersioningEnabled': true,
    'properties.changeFeed.enabled': true,
    'properties.deleteRetentionPolicy.enabled': true,
    'properties.deleteRetentionPolicy.days': 30,
  },
  'Microsoft.Storage/storageAccounts/blobServices/containers': { 'properties.publicAccess': 'None' },
  'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies': {
    'properties.immutabilityPeriodSinceCreationInDays': 2190,
  },
  'Microsoft.SignalRService/signalR': {
    'properties.features': [{ flag: 'ServiceMode', value: 'Serverless' }],
    'properties.disableLocalAuth': true,
    'properties.disableAadAuth': false,
  },
  'Microsoft.KeyVault/vaults': {
    'properties.enableRbacAuthorization': true,
    'properties.enableSoftDelete': true,
    'properties.enablePurgeProtection': true,
  },
  'Microsoft.KeyVault/vaults/keys': {
    'properties.kty': 'RSA',
    'properties.keySize': 3072,
    'properties.keyOps': ['wrapKey', 'unwrapKey'],
  },
  'Microsoft.KeyVault/vaults/secrets': { 'properties.contentType': 'text/plain' },
  'Microsoft.Web/serverfarms': { 'sku.name': 'FC1', 'properties.reserved': true },
  'Microsoft.Web/sites': {
    'identity.type': 'UserAssigned',
    'properties.httpsOnly': true,
    'properties.siteConfig.minTlsVersion': '1.2',
    'properties.siteConfig.cors.supportCredentials': false,
    'properties.siteConfig.remoteDebuggingEnabled': undefined,
    'properties.functionAppConfig.deployment.storage.authentication.type': 'UserAssignedIdentity',
    'properties.functionAppConfig.runtime.name': 'node',
    'tags.azd-service-name': 'api',
  },
  'Microsoft.Web/staticSites': { 'tags.azd-service-name': 'web' },
  'Microsoft.Web/sites/basicPublishingCredentialsPolicies': { 'properties.allow': false },
  'Microsoft.Insights/components': { 'properties.DisableLocalAuth': true },
  'Microsoft.OperationalInsights/workspaces': {
    'properties.features.disableLocalAuth': true,
  },
  'Microsoft.Consumption/budgets': { 'properties.timeGrain': 'Monthly' },
  'Microsoft.EventGrid/systemTopics': { 'identity.type': 'SystemAssigned' },
  'Microsoft.EventGrid/topics': { 'identity.type': 'SystemAssigned' },
  // The check gives this name to the environment.
  'Microsoft.Resources/resourceGroups': { 'tags.azd-env-name': 'check' },
};

/** Forbidden on Flex Consumption, which sets or replaces them itself. */
const forbiddenOnFlex =
  /^(FUNCTIONS_WORKER_RUNTIME|FUNCTIONS_EXTENSION_VERSION|WEBSITE_RUN_FROM_PACKAGE|WEBSITE_NODE_DEFAULT_VERSION|WEBSITE_CONTENT.*|SCM_DO_BUILD_DURING_DEPLOYMENT|ENABLE_ORYX_BUILD)$/;

/** Returns everything wrong with an evaluated template, in words. */
export function problemsOf(evaluation: Evaluation): string[] {
  const { resources } = evaluation;
  return [
    ...evaluation.missing.map((name) => `parameter ${name} has no value`),
    ...resources.flatMap(unlikeRequired),
    ...missingTypes(resources),
    ...roleProblems(resources),
    ...originProblems(evaluation),
    ...settingProblems(settingsOf(resources)),
    ...startProblems(resources),
    ...hostProblems(resources),
    ...eventProblems(resources),
    ...scanProblems(resources),
    ...alertProblems(resources),
    ...safeguardProblems(resources),
    ...sameNames(resources),
    ...refusedNames(resources),
  ];
}

function unlikeRequired({ type, symbol, body }: Resource): string[] {
  return Object.entries(required[type] ?? {})
    .filter(([path, value]) => !isDeepStrictEqual(at(body, path), value))
    .map(
      ([path, value]) => `${type} ${symbol}: ${path} is ${textOf(at(body, path))}, must be ${textOf(value)}`,
    );
}

function missingTypes(resources: Resource[]): string[] {
  const there = new Set(resources.map(({ type }) => type));
  return Object.keys(required)
    .filter((type) => !there.has(type))
    .map((type) => `there is no ${type}`);
}

/** Requires exactly the roles of roles.ts: a missing one fails at run time, an extra one is a way in. */
function roleProblems(resources: Resource[]): string[] {
  const given = resources.filter(({ type }) => /\/(role|sqlRole)Assignments$/.test(type)).map(grantOf);
  const wanted = grants.map(({ who, on, role }) => `${who} on ${on}: ${role}`);
  return [
    ...wanted.filter((grant) => !given.includes(grant)).map((grant) => `role not granted: ${grant}`),
    ...given
      .filter((grant, n) => !wanted.includes(grant) || given.indexOf(grant) !== n)
      .map((grant) => `role too many: ${grant}`),
  ];
}

function grantOf({ scope, body }: Resource): string {
  const { roleDefinitionId, principalId } = asFields(body['properties']);
  const [, on = 'resource group'] = /\/(Microsoft\.[\w.]+(?:\/[a-z]\w+)+)\/[^/]+$/i.exec(scope) ?? [];
  return `${principalOf(textOf(principalId))} on ${on}: ${textOf(roleDefinitionId).split('/').at(-1)}`;
}

function principalOf(id: string): Grant['who'] | 'someone else' {
  if (id.startsWith('aaaaaaaa-')) return 'app';
  if (id.startsWith('principal-of-evgt-handoff')) return 'upload events';
  return id.startsWith('principal-of-evgt-scans') ? 'scan events' : 'someone else';
}

function originProblems({ resources, outputs }: Evaluation): string[] {
  const lists = resources.flatMap(({ type, body }) => [
    ...(type === 'Microsoft.Web/sites' ? [at(body, 'properties.siteConfig.cors.allowedOrigins')] : []),
    ...(type === 'Microsoft.SignalRService/signalR' ? [at(body, 'properties.cors.allowedOrigins')] : []),
    ...(type === 'Microsoft.Storage/storageAccounts/blobServices'
      ? [at(body, 'properties.cors.corsRules') ?? []]
          .flat()
          .map((rule) => at(asFields(rule), 'allowedOrigins'))
      : []),
  ]);
  const wanted = JSON.stringify([outputs['WEB_ORIGIN']]);
  return lists
    .filter((list) => JSON.stringify(list) !== wanted)
    .map((list) => `allowed origins are ${JSON.stringify(list)}, must be ${wanted}`);
}

function settingProblems(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [
    ...(forbiddenOnFlex.test(name) ? [`setting ${name} must not be set on Flex Consumption`] : []),
    ...(value === '' && name !== 'STEDI_API_KEY' ? [`setting ${name} is empty`] : []),
  ]);
}

function eventProblems(resources: Resource[]): string[] {
  return resources
    .filter(({ type }) => type.endsWith('/eventSubscriptions'))
    .flatMap(({ symbol, body }) => [
      ...(at(body, 'properties.deliveryWithResourceIdentity')
        ? []
        : [`${symbol}: delivers with the account's key`]),
      ...(at(body, 'properties.deadLetterWithResourceIdentity') ? [] : [`${symbol}: keeps no dead letters`]),
    ]);
}

/**
 * Checks that the path from the upload to the API's queue is complete, because a document without a scan result can
 * never be opened.
 */
function scanProblems(resources: Resource[]): string[] {
  const all = (type: string) =>
    resources.filter((resource) => resource.type === type).map(({ body }) => body);
  const [defender = {}] = all('Microsoft.Security/defenderForStorageSettings');
  const onUpload = 'properties.malwareScanning.onUpload';
  const leftOut = [at(defender, `${onUpload}.filters.excludeBlobsWithPrefix`) ?? []].flat().map(textOf);
  const topic = textOf(at(defender, 'properties.malwareScanning.scanResultsEventGridTopicResourceId') ?? '');
  const queues = all('Microsoft.EventGrid/topics/eventSubscriptions').map((body) =>
    textOf(at(body, 'properties.deliveryWithResourceIdentity.destination.properties.queueName') ?? ''),
  );
  const made = all('Microsoft.Storage/storageAccounts/queueServices/queues').map(({ name }) => textOf(name));
  return [
    ...(at(defender, 'properties.isEnabled') === true && at(defender, `${onUpload}.isEnabled`) === true
      ? []
      : ['documents are not scanned when they are uploaded']),
    ...leftOut
      .filter((prefix) => 'documents/'.startsWith(prefix))
      .map((prefix) => `${prefix} is not scanned`),
    ...(topic.includes('/topics/evgt-scans') ? [] : ['results of scans reach no topic']),
    ...(queues.includes(SCAN_QUEUE) ? [] : [`results of scans do not reach the queue ${SCAN_QUEUE}`]),
    ...(made.includes(SCAN_QUEUE) ? [] : [`there is no queue ${SCAN_QUEUE}`]),
  ];
}

function sameNames(resources: Resource[]): string[] {
  const ids = resources.map(({ id, file }) => `${id} (${file})`);
  return ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `two resources are named ${id}`);
}

/** Checks storage accounts, which have the strictest names: no dash, no capital. */
function refusedNames(resources: Resource[]): string[] {
  return resources
    .filter(({ type }) => type === 'Microsoft.Storage/storageAccounts')
    .map(({ body }) => textOf(body['name']))
    .filter((name) => !/^[a-z0-9]{3,24}$/.test(name))
    .map((name) => `no storage account can be named ${name}`);
}

/** Finds problems that only the text of a template shows. */
export function textProblems(file: string, text: string): string[] {
  const secrets = [...text.matchAll(/^@secure\(\)\n(?:@.*\n)*param (\w+) /gm)].map(([, name]) => name);
  const outputs = text.match(/^output .*/gm) ?? [];
  const refused: [RegExp, string][] = [
    [/\blist[A-Z]\w*\(/, 'reads a key'],
    [/'(?:br|ts)[:/]/, 'uses a module of a registry'],
    [
      /^output .*(?:[Kk]ey|[Ss]ecret|[Tt]oken|[Pp]assword)\w* string = (?!.*(?:[Uu]ri|Reference))/m,
      'may show a secret in an output',
    ],
    [/^#disable/m, 'switches a rule off'],
    [/^@secure\(\)\n(?:@.*\n)*param \w+ \w+ =/m, 'gives a secret a default'],
  ];
  return [
    ...refused.filter(([form]) => form.test(text)).map(([, problem]) => `${file} ${problem}`),
    ...secrets
      .filter((name) => outputs.some((output) => new RegExp(`= .*\\b${name}\\b`).test(output)))
      .map((name) => `${file} tells of the secret ${name} in an output`),
  ];
}
