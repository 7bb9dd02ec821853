import { expect, test } from 'vitest';
import { checkTemplates, variants } from './check.ts';
import { evaluate } from './evaluate.ts';
import { fromDisk } from './parse.ts';
import { problemsOf } from './policies.ts';
import { grants } from './roles.ts';
import { asFields } from './values.ts';

test('the templates hold every policy', () => expect(checkTemplates()).toEqual([]));

/** A mistake: this text of this template, and what stands there instead. */
const mistakes: [title: string, file: string, text: string, instead: string][] = [
  ['keys of Cosmos DB are accepted', 'cosmos', 'disableLocalAuth: true', 'disableLocalAuth: false'],
  ['keys of Cosmos DB may change containers', 'cosmos', '    disableKeyBasedMetadataWriteAccess: true\n', ''],
  ['Cosmos DB takes an old TLS', 'cosmos', "'Tls12'", "'Tls11'"],
  ['Cosmos DB is read with eventual consistency', 'cosmos', "'Session'", "'Eventual'"],
  ['Cosmos DB keeps backups for a week only', 'cosmos', 'Continuous30Days', 'Continuous7Days'],
  [
    'the data role is missing',
    'cosmos',
    '00000000-0000-0000-0000-000000000002',
    '00000000-0000-0000-0000-000000000001',
  ],
  ['an index differs from the code', '../containers.json', '"/SortName"', '"/SortNames"'],
  [
    'keys of the storage account are accepted',
    'storage',
    'allowSharedKeyAccess: false',
    'allowSharedKeyAccess: true',
  ],
  ['blobs can be public', 'storage', 'allowBlobPublicAccess: false', 'allowBlobPublicAccess: true'],
  ['a container is public', 'storage', "publicAccess: 'None'", "publicAccess: 'Blob'"],
  ['storage takes an old TLS', 'storage', 'TLS1_2', 'TLS1_0'],
  ['storage takes http', 'storage', 'supportsHttpsTrafficOnly: true', 'supportsHttpsTrafficOnly: false'],
  ['storage lives in one building', 'storage', 'Standard_ZRS', 'Standard_LRS'],
  ['overwritten files are gone', 'storage', 'isVersioningEnabled: true', 'isVersioningEnabled: false'],
  [
    'deleted files are gone',
    'storage',
    'deleteRetentionPolicy: { enabled: true, days: 30 }',
    'deleteRetentionPolicy: { enabled: false }',
  ],
  ['anchors can be removed after a year', 'storage', '2190', '365'],
  ['the app may not use queues', 'storage', "  '974c5e8b-45b9-4653-ba55-5f855dd0fb88'\n", ''],
  [
    'the app may do more with storage than it does',
    'storage',
    "  '974c5e8b-45b9-4653-ba55-5f855dd0fb88'\n",
    "  '974c5e8b-45b9-4653-ba55-5f855dd0fb88'\n  '17d1049b-9a84-46fb-8f53-869881c3d3ab'\n",
  ],
  ['verdicts are delivered with a key', 'storage', 'deliveryWithResourceIdentity', 'destinationWithKey'],
  ['lost verdicts are not kept', 'storage', 'deadLetterWithResourceIdentity', 'deadLetter'],
  [
    'documents are not scanned',
    'storage',
    '        isEnabled: true\n        cap',
    '        isEnabled: false\n        cap',
  ],
  ['the documents are left out of the scan', 'storage', "['deployment/',", "['deployment/', 'documents/',"],
  [
    'results of scans are sent nowhere',
    'storage',
    '      scanResultsEventGridTopicResourceId: scans.id\n',
    '',
  ],
  ['results of scans go to another queue', 'storage', "queueName: 'scan-results'", "queueName: 'results'"],
  ['the queue of scan results is missing', 'storage', "var queues = ['scan-results']", 'var queues = []'],
  ['keys of SignalR are accepted', 'signalr', 'disableLocalAuth: true', 'disableLocalAuth: false'],
  ['SignalR answers every origin', 'signalr', 'allowedOrigins: [webOrigin]', "allowedOrigins: ['*']"],
  [
    'the app is a server of SignalR, not a caller',
    'signalr',
    'fd53cd77-2268-407a-8f46-7e7863d0f521',
    '420fcaa2-552c-430f-98ca-3264be4806c7',
  ],
  ['the API answers every origin', 'api', 'allowedOrigins: [webOrigin]', "allowedOrigins: ['*']"],
  ['the API takes http', 'api', 'httpsOnly: true', 'httpsOnly: false'],
  [
    'the package is fetched with a key',
    'api',
    "type: 'UserAssignedIdentity'",
    "type: 'StorageAccountConnectionString'",
  ],
  [
    'a setting that Flex refuses',
    'api',
    "BLOB_TRIGGER_SOURCE: 'EventGrid'",
    "BLOB_TRIGGER_SOURCE: 'EventGrid'\n    FUNCTIONS_WORKER_RUNTIME: 'node'",
  ],
  [
    'a setting that holds a key',
    'api',
    "BLOB_TRIGGER_SOURCE: 'EventGrid'",
    "BLOB_TRIGGER_SOURCE: 'EventGrid'\n    COSMOS_KEY: 'key'",
  ],
  ['a setting is missing', 'api', "    BLOB_TRIGGER_SOURCE: 'EventGrid'\n", ''],
  [
    'a setting that nobody reads',
    'api',
    'BLOB_TRIGGER_SOURCE:',
    "COSMOS_NAME: 'one'\n    BLOB_TRIGGER_SOURCE:",
  ],
  ['the API reaches a service by http', '../main.bicep', 'signalr.outputs.endpoint', "'http://one.example'"],
  [
    'the wrapped keys have no container',
    'storage',
    "'field-keys', 'audit-anchors', 'audit-exports'",
    "'audit-anchors', 'audit-exports'",
  ],
  [
    'the sandbox answers in Azure',
    '../main.bicep',
    "ELIGIBILITY_PROVIDER: 'stedi'",
    "ELIGIBILITY_PROVIDER: 'sandbox'",
  ],
  [
    'a wrong setting does not fail the start',
    'api',
    "    FUNCTIONS_NODE_BLOCK_ON_ENTRY_POINT_ERROR: 'true'\n",
    '',
  ],
  ['passwords for publishing work', 'api', 'properties: { allow: false }', 'properties: { allow: true }'],
  ['azd does not find the API', 'api', "'azd-service-name': 'api'", "'azd-service': 'api'"],
  ['the vault can be purged', 'vault', 'enablePurgeProtection: true', 'enablePurgeProtection: false'],
  [
    'the vault has access policies',
    'vault',
    'enableRbacAuthorization: true',
    'enableRbacAuthorization: false',
  ],
  ['the key of patient numbers is short', 'vault', 'keySize: 3072', 'keySize: 2048'],
  [
    'the app may manage the vault',
    'vault',
    '12338af0-0e69-4776-bea7-57ae8d297424',
    '00482a5a-887f-4fb3-b363-3b7fe8e74483',
  ],
  ['telemetry takes a key', 'monitoring', 'DisableLocalAuth: true', 'DisableLocalAuth: false'],
  [
    'a key is read',
    'storage',
    'output id string = account.id',
    'output id string = account.listKeys().keys[0].value',
  ],
  [
    'an output shows a secret',
    'vault',
    'output id string = vault.id',
    'output stediKey string = stediApiKey',
  ],
  ['trouble raises no alert', 'monitoring', '"outbox-unreadable"', '"outbox-lost"'],
  ['an alert waits for a metric that nobody measures', 'monitoring', "'handoff.payer'", "'handoff.payers'"],
  ['an alert reaches nobody', 'monitoring', 'actions: { actionGroups: [people.id] }', 'actions: {}'],
  ['Cosmos DB is paid for by the hour', 'cosmos', "[{ name: 'EnableServerless' }]", '[]'],
  ['the data role reaches every database', 'cosmos', "'${account.id}/dbs/handoff'", 'account.id'],
  [
    'the log of Cosmos DB shows what people search for',
    'cosmos',
    'ControlPlaneRequests',
    'DataPlaneRequests',
  ],
  [
    'more than changes of Cosmos DB are logged',
    'cosmos',
    "[{ category: 'ControlPlaneRequests', enabled: true }]",
    "[{ category: 'ControlPlaneRequests', enabled: true }, { category: 'QueryRuntimeStatistics', enabled: true }]",
  ],
  ['nobody sees who deleted a file', 'storage', ", { category: 'StorageDelete', enabled: true }", ''],
  ['nobody sees who used a key', 'vault', "categoryGroup: 'audit'", "categoryGroup: 'none'"],
  ['the records can be deleted by mistake', 'cosmos', '= if (isLocked)', '= if (false)'],
  ['documents are removed after 90 days', 'storage', "['state-files/']", "['documents/']"],
  ['state files stay for ever', 'storage', 'enabled: true\n          type', 'enabled: false\n          type'],
  ['any page may write files', 'storage', 'allowedOrigins: [webOrigin]', "allowedOrigins: ['*']"],
  ['SignalR waits for a server', 'signalr', "'Serverless'", "'Default'"],
  ['the key signs as well', 'vault', "['wrapKey', 'unwrapKey']", "['wrapKey', 'unwrapKey', 'sign']"],
  ['logs cost without a limit', 'monitoring', '    workspaceCapping: { dailyQuotaGb: 2 }\n', ''],
  ['the budget is of a year', 'budget', "'Monthly'", "'Annually'"],
  ['azd does not find its resources', '../main.bicep', "'azd-env-name'", "'env-name'"],
  ['a private vault stays public', 'vault', "isPrivate ? 'Disabled' : 'Enabled'", "'Enabled'"],
  ['a private queue has no way in', '../main.bicep', "groupId: 'queue'", "groupId: 'table'"],
  ['the API is outside of the private network', 'api', 'empty(subnetId) ? null : subnetId', 'null'],
  [
    'tokens are of version 1',
    '../entra/main.bicep',
    'requestedAccessTokenVersion: 2',
    'requestedAccessTokenVersion: 1',
  ],
  ['the scope has another name', '../entra/main.bicep', "value: 'api.read'", "value: 'api.write'"],
  [
    'people are asked for consent',
    '../entra/main.bicep',
    'delegatedPermissionIds: [scopeId]',
    'delegatedPermissionIds: []',
  ],
  ['nobody can sign in', '../entra/main.bicep', '/redirect.html', '/signed-in.html'],
  ['a brace is missing', 'web', 'output origin', '}\noutput origin'],
  ['a name is not declared', 'web', 'site.properties.defaultHostname', 'page.properties.defaultHostname'],
  ['an output does not exist', '../main.bicep', 'web.outputs.origin', 'web.outputs.address'],
  ['a module gets no value', '../main.bicep', '    appPrincipalId: identity.outputs.principalId\n', ''],
];

test.each(mistakes)('it is found that %s', (_title, name, text, instead) => {
  const file = name.startsWith('../') ? `infra/azure/${name.slice(3)}` : `infra/azure/modules/${name}.bicep`;
  expect(fromDisk(file)).toContain(text);
  const problems = checkTemplates((path) => {
    const whole = fromDisk(path);
    return path === file ? whole.replaceAll(text, () => instead) : whole;
  });
  expect(problems).not.toEqual([]);
});

const { resources, ...evaluated } = evaluate('infra/azure/main.bicep', variants[0] ?? {}, fromDisk);
const assignments = resources.filter(({ type }) => /\/(role|sqlRole)Assignments$/.test(type));

test('every role assignment is needed, and none may be there twice or for somebody else', () => {
  expect(assignments).toHaveLength(grants.length);
  for (const one of assignments) {
    const without = resources.filter((resource) => resource !== one);
    const properties = { ...asFields(one.body['properties']), principalId: 'of-somebody-else' };
    const stranger = { ...one, body: { ...one.body, properties } };
    expect(problemsOf({ ...evaluated, resources: without })).toHaveLength(1);
    expect(problemsOf({ ...evaluated, resources: [...resources, stranger] })).not.toEqual([]);
  }
});

test.each([...new Set(grants.map(({ role }) => role))])(
  'it is found that role %s is granted nowhere',
  (role) => {
    const other = '00000000-1111-4111-8111-000000000000';
    expect(checkTemplates((path) => fromDisk(path).replaceAll(role, other))).not.toEqual([]);
  },
);
