targetScope = 'subscription'

@minLength(2)
@maxLength(20)
@description('Name of the environment, as azd knows it; part of every resource name.')
param environmentName string

@description('Region of everything but the web app.')
param location string

@allowed(['westus2', 'centralus', 'eastus2', 'westeurope', 'eastasia'])
@description('Static Web Apps exist in these regions only; the files are served worldwide.')
param webLocation string = 'eastus2'

@description('Object id of the person who becomes administrator at the first sign-in; empty: who provisions first.')
param firstAdministratorId string = ''
param deployerId string = deployer().objectId

@description('App registration of the API, where the deployer may not create one; empty: infra/azure/entra creates both.')
param apiClientId string = ''

@description('App registration of the web app, likewise.')
param webClientId string = ''

@description('Scope that the web app asks for, likewise: <identifier URI of the API>/api.read.')
param apiScope string = ''

@description('Where alerts are sent.')
param alertEmail string

@description('Monthly budget in US dollars; an e-mail is sent at 80 and 100 percent.')
param monthlyBudget int = 200

@description('First day of the month in which the budget starts, as yyyy-MM-dd; empty: this month. It cannot be changed.')
param budgetStart string = ''
param thisMonth string = utcNow('yyyy-MM-01')

@allowed(['22', '24'])
param nodeVersion string = '24'

@description('Instances kept warm for requests; 0 means that the first request after a quiet time waits.')
param alwaysReadyInstances int = 0

@description('Three zones for the database, for up to a quarter more. Asked at the first azd up: it cannot be changed later.')
param zoneRedundantDatabase bool

@description('0: serverless, paid by use, at most 5,000 request units a second in one region. From 1000: autoscale of each container up to this, paid from a tenth (about 9 dollars a month for each 1,000, and 88 when busy all day). Asked at the first azd up: there is a way from serverless, and none back, see operations.md.')
param databaseThroughput int

@description('Region to which an autoscaled database fails over, for twice the price; empty: none.')
param secondLocation string = ''

@minValue(1)
@description('Units of the live service: 1,000 connections each, about 49 dollars a month.')
param signalrUnits int = 1

@description('Gigabytes of logs a day, after which no line comes and no alert works.')
param dailyLogGb int = 2

@description('Gigabytes of documents a month that are checked for malware; those above wait unopened.')
param scannedGbAMonth int = 100

@description('Data services are reachable from the private network only.')
param privateNetwork bool = false

@description('Cosmos DB, storage and key vault cannot be deleted by mistake.')
param deleteLocks bool = true

@secure()
@description('API key of Stedi; empty until there is one, and checks then answer "not configured". Later, empty: as it is.')
param stediApiKey string

@description('Whether the vault has one from before.')
param hasStediKey bool = false

var tags = { 'azd-env-name': environmentName }
var administratorId = empty(firstAdministratorId) ? deployerId : firstAdministratorId
var firstMonth = empty(budgetStart) ? thisMonth : budgetStart
var suffix = uniqueString(subscription().id, environmentName, location)

resource group 'Microsoft.Resources/resourceGroups@2024-11-01' = {
  name: 'rg-handoff-${environmentName}'
  location: location
  tags: tags
}

module identity 'modules/identity.bicep' = {
  name: 'identity'
  scope: group
  params: { name: 'id-handoff-${suffix}', location: location, tags: tags }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    suffix: suffix
    location: location
    tags: tags
    alertEmail: alertEmail
    appPrincipalId: identity.outputs.principalId
    dailyLogGb: dailyLogGb
    signalrId: signalr.outputs.id
  }
}

module network 'modules/network.bicep' = if (privateNetwork) {
  name: 'network'
  scope: group
  params: { suffix: suffix, location: location, tags: tags }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  scope: group
  params: {
    suffix: suffix
    location: location
    tags: tags
    appPrincipalId: identity.outputs.principalId
    workspaceId: monitoring.outputs.workspaceId
    webOrigin: web.outputs.origin
    isPrivate: privateNetwork
    isLocked: deleteLocks
    scannedGbAMonth: scannedGbAMonth
  }
}

module cosmos 'modules/cosmos.bicep' = {
  name: 'cosmos'
  scope: group
  params: {
    suffix: suffix
    location: location
    secondLocation: secondLocation
    isZoneRedundant: zoneRedundantDatabase
    maxThroughput: databaseThroughput
    tags: tags
    appPrincipalId: identity.outputs.principalId
    workspaceId: monitoring.outputs.workspaceId
    isPrivate: privateNetwork
    isLocked: deleteLocks
  }
}

module vault 'modules/vault.bicep' = {
  name: 'vault'
  scope: group
  params: {
    suffix: suffix
    location: location
    tags: tags
    appPrincipalId: identity.outputs.principalId
    workspaceId: monitoring.outputs.workspaceId
    stediApiKey: stediApiKey
    setsStediKey: !empty(stediApiKey)
    hasStediKey: hasStediKey || !empty(stediApiKey)
    isPrivate: privateNetwork
    isLocked: deleteLocks
  }
}

module privateEndpoints 'modules/private-endpoints.bicep' = if (privateNetwork) {
  name: 'private-endpoints'
  scope: group
  params: {
    location: location
    tags: tags
    networkId: network!.outputs.networkId
    subnetId: network!.outputs.dataSubnetId
    services: [
      {
        name: 'blob'
        resourceId: storage.outputs.id
        groupId: 'blob'
        zone: 'privatelink.blob.${az.environment().suffixes.storage}'
      }
      {
        name: 'queue'
        resourceId: storage.outputs.id
        groupId: 'queue'
        zone: 'privatelink.queue.${az.environment().suffixes.storage}'
      }
      { name: 'cosmos', resourceId: cosmos.outputs.id, groupId: 'Sql', zone: 'privatelink.documents.azure.com' }
      { name: 'vault', resourceId: vault.outputs.id, groupId: 'vault', zone: 'privatelink.vaultcore.azure.net' }
    ]
  }
}

module web 'modules/web.bicep' = {
  name: 'web'
  scope: group
  params: { name: 'web-handoff-${suffix}', location: webLocation, tags: tags }
}

module entra 'entra/main.bicep' = if (empty(apiClientId)) {
  name: 'entra'
  scope: group
  params: { environmentName: environmentName, webOrigin: web.outputs.origin }
}

module signalr 'modules/signalr.bicep' = {
  name: 'signalr'
  scope: group
  params: {
    name: 'sigr-handoff-${suffix}'
    location: location
    tags: tags
    webOrigin: web.outputs.origin
    appPrincipalId: identity.outputs.principalId
    units: signalrUnits
  }
}

module api 'modules/api.bicep' = {
  name: 'api'
  scope: group
  params: {
    suffix: suffix
    location: location
    tags: tags
    nodeVersion: nodeVersion
    alwaysReadyInstances: alwaysReadyInstances
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    webOrigin: web.outputs.origin
    storageName: storage.outputs.name
    insightsConnectionString: monitoring.outputs.connectionString
    subnetId: privateNetwork ? network!.outputs.apiSubnetId : ''
    settings: {
      COSMOS_ENDPOINT: cosmos.outputs.endpoint
      COSMOS_DATABASE: cosmos.outputs.database
      SIGNALR_ENDPOINT: signalr.outputs.endpoint
      FIELD_KEYS_VAULT_KEY: vault.outputs.fieldKeyUri
      FIELD_KEYS_VERSION: '1'
      FIELD_KEYS_INDEX_VERSION: '1'
      STEDI_API_KEY: vault.outputs.stediKeyReference
      ELIGIBILITY_PROVIDER: 'stedi'
      AUTH_ISSUER: '${az.environment().authentication.loginEndpoint}${tenant().tenantId}/v2.0'
      AUTH_JWKS_URI: '${az.environment().authentication.loginEndpoint}${tenant().tenantId}/discovery/v2.0/keys'
      AUTH_TENANT_ID: tenant().tenantId
      AUTH_AUDIENCE: empty(apiClientId) ? entra!.outputs.apiClientId : apiClientId
      AUTH_SCOPE: 'api.read'
      AUTH_CLIENT_IDS: empty(apiClientId) ? entra!.outputs.webClientId : webClientId
      FIRST_ADMINISTRATOR_OID: administratorId
    }
  }
}

module budget 'modules/budget.bicep' = {
  name: 'budget'
  scope: group
  params: { amount: monthlyBudget, startDate: firstMonth, email: alertEmail }
}

output AZURE_LOCATION string = location
output AZURE_RESOURCE_GROUP string = group.name
output API_NAME string = api.outputs.name
output API_ORIGIN string = api.outputs.origin
output WEB_ORIGIN string = web.outputs.origin
output WEB_CLIENT_ID string = empty(apiClientId) ? entra!.outputs.webClientId : webClientId
output API_SCOPE string = empty(apiClientId) ? entra!.outputs.apiScope : apiScope
output TENANT_ID string = tenant().tenantId
output LOGIN_ENDPOINT string = az.environment().authentication.loginEndpoint
output SIGNALR_ENDPOINT string = signalr.outputs.endpoint
output STORAGE_EVENT_TOPIC string = storage.outputs.eventTopic
output STORAGE_NAME string = storage.outputs.name
output STORAGE_ORIGIN string = storage.outputs.blobOrigin

// What was chosen, for main.parameters.json: azd keeps outputs with the environment, so that whoever provisions next,
// from another machine or by the workflow, changes nothing that they did not mean to.
output ALERT_EMAIL string = alertEmail
output ALWAYS_READY_INSTANCES int = alwaysReadyInstances
output BUDGET_START string = firstMonth
output DAILY_LOG_GB int = dailyLogGb
output DATABASE_THROUGHPUT int = databaseThroughput
output DELETE_LOCKS bool = deleteLocks
output FIRST_ADMINISTRATOR_OID string = administratorId
output GIVEN_API_CLIENT_ID string = apiClientId
output GIVEN_API_SCOPE string = apiScope
output GIVEN_WEB_CLIENT_ID string = webClientId
output HAS_STEDI_KEY bool = vault.outputs.hasStediKey
output MONTHLY_BUDGET int = monthlyBudget
output NODE_VERSION string = nodeVersion
output PRIVATE_NETWORK bool = privateNetwork
output SCANNED_GB_A_MONTH int = scannedGbAMonth
output SECOND_LOCATION string = secondLocation
output SIGNALR_UNITS int = signalrUnits
output WEB_LOCATION string = webLocation
output ZONE_REDUNDANT_DATABASE bool = zoneRedundantDatabase
