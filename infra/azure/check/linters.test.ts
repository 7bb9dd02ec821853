import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variants } from './check.ts';
import { evaluate } from './evaluate.ts';
import { mistakes } from './mistakes.ts';

const anyParameter = 'Any parameter';
/** Rules of Checkov and KICS by resource type; a type without rules has none in either tool. */
const rules: Record<string, string> = {
  [anyParameter]: 'CKV_AZURE_131 4d2cf896',
  'Microsoft.Authorization/locks': '',
  'Microsoft.Authorization/roleAssignments': '',
  'Microsoft.Consumption/budgets': '',
  'Microsoft.DocumentDB/databaseAccounts':
    'CKV_AZURE_99 CKV_AZURE_100 CKV_AZURE_101 CKV_AZURE_132 CKV_AZURE_140',
  'Microsoft.DocumentDB/databaseAccounts/sqlDatabases': '',
  'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers': '',
  'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments': '',
  'Microsoft.EventGrid/systemTopics': '',
  'Microsoft.EventGrid/topics': 'CKV_AZURE_191 CKV_AZURE_192 CKV_AZURE_193',
  'Microsoft.EventGrid/topics/eventSubscriptions': '',
  'Microsoft.Graph/applications': '',
  'Microsoft.Graph/servicePrincipals': '',
  'Microsoft.Insights/actionGroups': '',
  'Microsoft.Insights/components': '',
  'Microsoft.Insights/diagnosticSettings': '',
  'Microsoft.Insights/scheduledQueryRules': '',
  'Microsoft.KeyVault/vaults':
    'CKV_AZURE_42 CKV_AZURE_109 CKV_AZURE_110 CKV_AZURE_111 CKV_AZURE_189 7c25f361',
  'Microsoft.KeyVault/vaults/keys': 'CKV_AZURE_40 CKV_AZURE_112',
  'Microsoft.KeyVault/vaults/secrets': 'CKV_AZURE_41 CKV_AZURE_114 cff9c3f7',
  'Microsoft.ManagedIdentity/userAssignedIdentities': '',
  'Microsoft.Insights/metricAlerts': '',
  'Microsoft.Network/privateDnsZones': '',
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks': '',
  'Microsoft.Network/privateEndpoints': '',
  'Microsoft.Network/privateEndpoints/privateDnsZoneGroups': '',
  'Microsoft.Network/virtualNetworks': 'CKV_AZURE_183',
  'Microsoft.OperationalInsights/workspaces': '',
  'Microsoft.Resources/resourceGroups': '',
  'Microsoft.Security/defenderForStorageSettings': '',
  'Microsoft.SignalRService/signalR': '',
  'Microsoft.Storage/storageAccounts':
    'CKV_AZURE_3 CKV_AZURE_35 CKV_AZURE_36 CKV_AZURE_43 CKV_AZURE_44 CKV_AZURE_59 CKV_AZURE_206 1367dd13 9073f073 d855ced8 e25b56cd',
  'Microsoft.Storage/storageAccounts/blobServices': '',
  'Microsoft.Storage/storageAccounts/blobServices/containers': 'CKV_AZURE_34 a0ab985d',
  'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies': '',
  'Microsoft.Storage/storageAccounts/managementPolicies': '',
  'Microsoft.Storage/storageAccounts/queueServices': 'CKV_AZURE_33 43f6e60c',
  'Microsoft.Storage/storageAccounts/queueServices/queues': '',
  'Microsoft.Web/serverfarms': 'CKV_AZURE_225',
  'Microsoft.Web/sites':
    'CKV_AZURE_14 CKV_AZURE_15 CKV_AZURE_16 CKV_AZURE_17 CKV_AZURE_18 CKV_AZURE_56 CKV_AZURE_57 CKV_AZURE_62 CKV_AZURE_67 CKV_AZURE_70 CKV_AZURE_71 CKV_AZURE_72 CKV_AZURE_78 CKV_AZURE_81 CKV_AZURE_82 CKV_AZURE_83 CKV_AZURE_145 CKV_AZURE_153 CKV_AZURE_154 CKV_AZURE_155 CKV_AZURE_212 CKV_AZURE_213 CKV_AZURE_222 488847ff 70111098 92302b47 b5c851d5 e9c133e5',
  'Microsoft.Web/sites/basicPublishingCredentialsPolicies': '',
  'Microsoft.Web/sites/config':
    'CKV_AZURE_13 CKV_AZURE_63 CKV_AZURE_65 CKV_AZURE_66 CKV_AZURE_80 CKV_AZURE_88 83130a07',
  'Microsoft.Web/staticSites': '',
};

const sections = readFileSync('infra/azure/linters.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => ({ type: text.split('\n')[0] ?? '', answers: answersIn(text) }));

function answersIn(text: string) {
  const rows = text.matchAll(
    /^\| (?:Checkov|KICS) (\w+) \| [^|]+ \| (Met|Private|Answered) \| ([^|]+) \|$/gm,
  );
  return [...rows].map(([, id = '', verdict = '', reason = '']) => ({ id, verdict, reason }));
}

const titlesIn = (reason: string) => [...reason.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);

test('every resource type of the templates has its rules of both tools', () => {
  const used = variants.flatMap((parameters) => evaluate('infra/azure/main.bicep', parameters).resources);
  const types = new Set([anyParameter, ...used.map(({ type }) => type)]);
  expect([...types].toSorted()).toEqual(Object.keys(rules).toSorted());
});

test('every rule has one answer, under its resource type', () => {
  const asked = Object.entries(rules).filter(([, ids]) => ids !== '');
  expect(
    Object.fromEntries(sections.map(({ type, answers }) => [type, answers.map(({ id }) => id)])),
  ).toEqual(Object.fromEntries(asked.map(([type, ids]) => [type, ids.split(' ')])));
});

test('a met rule names a planted error that the check finds; the others have a reason', () => {
  const planted = mistakes.map(([title]) => title);
  const answers = sections.flatMap((section) => section.answers);
  expect(planted).toEqual(expect.arrayContaining(answers.flatMap(({ reason }) => titlesIn(reason))));
  const unkept = answers.filter(
    ({ verdict, reason }) => verdict !== 'Answered' && titlesIn(reason).length === 0,
  );
  expect(unkept).toEqual([]);
});
