param suffix string
param location string
param secondLocation string
param isZoneRedundant bool

@description('Request units a second; 0 is serverless.')
param maxThroughput int
param tags object
param appPrincipalId string
param workspaceId string
param isPrivate bool
param isLocked bool

var locations = concat([location], empty(secondLocation) ? [] : [secondLocation])

// Written from functions/src/platform/containers.ts; `npm run check infra` compares.
var containers = loadJsonContent('../containers.json')

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: 'cosmos-handoff-${suffix}'
  location: location
  tags: tags
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    capabilities: maxThroughput == 0 ? [{ name: 'EnableServerless' }] : []
    locations: [for (name, priority) in locations: {
      locationName: name
      failoverPriority: priority
      isZoneRedundant: isZoneRedundant
    }]
    enableAutomaticFailover: !empty(secondLocation)
    consistencyPolicy: { defaultConsistencyLevel: 'Session' }
    disableLocalAuth: true
    disableKeyBasedMetadataWriteAccess: true
    minimalTlsVersion: 'Tls12'
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    backupPolicy: { type: 'Continuous', continuousModeProperties: { tier: 'Continuous30Days' } }
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: 'handoff'
  properties: { resource: { id: 'handoff' } }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = [for definition in containers: {
  parent: database
  name: definition.id
  properties: {
    resource: definition
    options: maxThroughput == 0 ? {} : { autoscaleSettings: { maxThroughput: maxThroughput } }
  }
}]

// Cosmos DB Built-in Data Contributor: documents, never databases or containers. Not an Azure role but the account's own.
resource data 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = {
  parent: account
  name: guid(account.id, appPrincipalId, '00000000-0000-0000-0000-000000000002')
  properties: {
    roleDefinitionId: '${account.id}/sqlRoleDefinitions/00000000-0000-0000-0000-000000000002'
    principalId: appPrincipalId
    scope: '${account.id}/dbs/handoff'
  }
}

// Who changed the account. Never DataPlaneRequests with query text: people search for patients by name.
resource audit 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'audit'
  scope: account
  properties: {
    workspaceId: workspaceId
    logAnalyticsDestinationType: 'Dedicated'
    // The second one has the size of the largest partitions, once an hour.
    logs: [{ category: 'ControlPlaneRequests', enabled: true }, { category: 'PartitionKeyStatistics', enabled: true }]
  }
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  name: 'keep'
  scope: account
  properties: { level: 'CanNotDelete', notes: 'The records of every agency.' }
}

output id string = account.id
output endpoint string = account.properties.documentEndpoint
output database string = database.name
