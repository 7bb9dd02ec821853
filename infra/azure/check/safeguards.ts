import type { Resource } from './evaluate.ts';
import { asFields, at, textOf, type Value } from './values.ts';

/** The log categories of each service; no others, because people search for patients by name. */
const logged: Record<string, string[]> = {
  'Microsoft.DocumentDB/databaseAccounts': ['ControlPlaneRequests', 'PartitionKeyStatistics'],
  'Microsoft.Storage/storageAccounts/blobServices': ['StorageWrite', 'StorageDelete'],
  'Microsoft.KeyVault/vaults': ['audit'],
};
const locked = [
  'Microsoft.DocumentDB/databaseAccounts',
  'Microsoft.KeyVault/vaults',
  'Microsoft.Storage/storageAccounts',
];
const privateGroups = ['Sql', 'blob', 'queue', 'vault'];

/** Reports missing safeguards beyond the settings of single resources. */
export function safeguardProblems(resources: Resource[]): string[] {
  return [
    ...logProblems(resources),
    ...limitProblems(resources),
    ...lockProblems(resources),
    ...lifecycleProblems(resources),
    ...networkProblems(resources),
    ...dataRoleProblems(resources),
    ...registrationProblems(resources),
  ];
}

const ofType = (resources: Resource[], type: string) =>
  resources.filter((resource) => resource.type === type);
const list = (value: Value): Value[] => (Array.isArray(value) ? value : []);

/** Returns the type at the end of a scope's path, which names every parent with its type. */
const typeOf = (scope: string) =>
  [...scope.matchAll(/Microsoft\.[\w.]+(?:\/[a-z]\w*)+?(?=\/[^/]+(?:\/Microsoft\.|$))/gi)].at(-1)?.[0] ?? '';

/** Requires a limit of what is paid for: of logs, and of the database by its mode. */
function limitProblems(resources: Resource[]): string[] {
  const valuesAt = (type: string, path: string) => ofType(resources, type).map(({ body }) => at(body, path));
  const [quota] = valuesAt(
    'Microsoft.OperationalInsights/workspaces',
    'properties.workspaceCapping.dailyQuotaGb',
  );
  const [capabilities] = valuesAt('Microsoft.DocumentDB/databaseAccounts', 'properties.capabilities');
  const [locations] = valuesAt('Microsoft.DocumentDB/databaseAccounts', 'properties.locations');
  const [throughput] = valuesAt(
    'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers',
    'properties.options.autoscaleSettings.maxThroughput',
  );
  const isServerless = list(capabilities).some((each) => asFields(each)['name'] === 'EnableServerless');
  return [
    ...(Number(quota) > 0 ? [] : ['logs cost without a limit']),
    ...(isServerless === (throughput === undefined)
      ? []
      : ['the database is neither serverless nor autoscaled']),
    ...(isServerless && list(locations).length > 1 ? ['a serverless database has one region'] : []),
  ];
}

function logProblems(resources: Resource[]): string[] {
  const found = new Map(
    ofType(resources, 'Microsoft.Insights/diagnosticSettings').map(({ scope, body }) => [
      typeOf(scope),
      list(at(body, 'properties.logs'))
        .map(asFields)
        .filter(({ enabled }) => enabled === true)
        .map((log) => textOf(log['category'] ?? log['categoryGroup'])),
    ]),
  );
  return Object.entries(logged)
    .filter(([type, categories]) => String(found.get(type)) !== String(categories))
    .map(([type, categories]) => `${type} logs ${String(found.get(type))}, must log ${String(categories)}`);
}

/** Requires all locks or, if the operator chose so, none. */
function lockProblems(resources: Resource[]): string[] {
  const locks = ofType(resources, 'Microsoft.Authorization/locks').map(({ scope }) => typeOf(scope));
  return locks.length === 0
    ? []
    : locked.filter((type) => !locks.includes(type)).map((type) => `${type} can be deleted by mistake`);
}

function lifecycleProblems(resources: Resource[]): string[] {
  const rules = ofType(resources, 'Microsoft.Storage/storageAccounts/managementPolicies')
    .flatMap(({ body }) => list(at(body, 'properties.policy.rules')))
    .map(asFields)
    .filter(({ enabled }) => enabled === true);
  const prefixes = rules.flatMap((rule) => list(at(rule, 'definition.filters.prefixMatch')).map(textOf));
  return String(prefixes) === 'state-files/'
    ? []
    : [`files that are removed after a time are those of ${String(prefixes)}, must be those of state-files/`];
}

/** Requires all data services to be private, with access for the API, or all public. */
function networkProblems(resources: Resource[]): string[] {
  const closed = locked.filter((type) =>
    ofType(resources, type).some(({ body }) => at(body, 'properties.publicNetworkAccess') === 'Disabled'),
  );
  const groups = ofType(resources, 'Microsoft.Network/privateEndpoints')
    .flatMap(({ body }) => list(at(body, 'properties.privateLinkServiceConnections')))
    .flatMap((connection) => list(at(asFields(connection), 'properties.groupIds')).map(textOf));
  if (closed.length === 0 && groups.length === 0) return [];
  const subnet = ofType(resources, 'Microsoft.Web/sites').map(({ body }) =>
    at(body, 'properties.virtualNetworkSubnetId'),
  );
  const answersAll = ['Microsoft.KeyVault/vaults', 'Microsoft.Storage/storageAccounts'].filter((type) =>
    ofType(resources, type).some(({ body }) => at(body, 'properties.networkAcls.defaultAction') !== 'Deny'),
  );
  const asksElsewhere = ofType(resources, 'Microsoft.Network/virtualNetworks').some(({ body }) =>
    at(body, 'properties.dhcpOptions'),
  );
  return [
    ...locked.filter((type) => !closed.includes(type)).map((type) => `${type} stays public`),
    ...answersAll.map((type) => `${type} answers every network`),
    ...(asksElsewhere ? ['names of the private network are asked elsewhere'] : []),
    ...privateGroups.filter((group) => !groups.includes(group)).map((group) => `no private way to ${group}`),
    ...(subnet.every((id) => textOf(id).endsWith('/subnets/api')) ? [] : ['the API is not in the network']),
  ];
}

/** Requires the data role to cover this database only, not the account. */
const dataRoleProblems = (resources: Resource[]) =>
  ofType(resources, 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments')
    .filter(({ body }) => !textOf(at(body, 'properties.scope')).endsWith('/dbs/handoff'))
    .map(({ symbol }) => `${symbol}: the data role reaches beyond the database`);

/** Checks the two registrations that the templates make, unless existing ones are given. */
function registrationProblems(resources: Resource[]): string[] {
  const found = ofType(resources, 'Microsoft.Graph/applications');
  if (found.length === 0) return [];
  const api = found.find(({ body }) => body['api'] !== undefined)?.body ?? {};
  const web = found.find(({ body }) => body['spa'] !== undefined)?.body ?? {};
  const [scope = {}] = list(at(api, 'api.oauth2PermissionScopes')).map(asFields);
  const allowed = list(at(api, 'api.preAuthorizedApplications')).map(asFields);
  const redirects = list(at(web, 'spa.redirectUris')).map(textOf);
  return [
    ...(at(api, 'api.requestedAccessTokenVersion') === 2 ? [] : ['tokens of version 1 name another issuer']),
    ...(scope['value'] === 'api.read' ? [] : ['there is no scope api.read']),
    ...(allowed.some(({ delegatedPermissionIds }) => list(delegatedPermissionIds).includes(scope['id']))
      ? []
      : ['every person would be asked for consent']),
    ...(redirects.some((uri) => uri.endsWith('/redirect.html'))
      ? []
      : ['no one can sign in: no /redirect.html']),
  ];
}
