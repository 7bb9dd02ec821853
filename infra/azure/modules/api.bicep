param suffix string
param location string
param tags object
param nodeVersion string
param alwaysReadyInstances int
param identityId string
param identityClientId string
param webOrigin string
param storageName string
param insightsConnectionString string
param subnetId string
param settings object

resource storage 'Microsoft.Storage/storageAccounts@2025-06-01' existing = {
  name: storageName
}

resource plan 'Microsoft.Web/serverfarms@2025-03-01' = {
  name: 'plan-handoff-${suffix}'
  location: location
  tags: tags
  kind: 'functionapp'
  sku: { name: 'FC1', tier: 'FlexConsumption' }
  properties: { reserved: true }
}

resource api 'Microsoft.Web/sites@2025-03-01' = {
  name: 'func-handoff-${suffix}'
  location: location
  tags: union(tags, { 'azd-service-name': 'api' })
  kind: 'functionapp,linux'
  identity: { type: 'UserAssigned', userAssignedIdentities: { '${identityId}': {} } }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    siteConfig: {
      minTlsVersion: '1.2'
      cors: { allowedOrigins: [webOrigin], supportCredentials: false }
    }
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: '${storage.properties.primaryEndpoints.blob}deployment'
          authentication: { type: 'UserAssignedIdentity', userAssignedIdentityResourceId: identityId }
        }
      }
      runtime: { name: 'node', version: nodeVersion }
      scaleAndConcurrency: {
        instanceMemoryMB: 2048
        maximumInstanceCount: 40
        alwaysReady: alwaysReadyInstances > 0 ? [{ name: 'http', instanceCount: alwaysReadyInstances }] : []
        triggers: { http: { perInstanceConcurrency: 8 } }
      }
    }
  }
}

resource appSettings 'Microsoft.Web/sites/config@2025-03-01' = {
  parent: api
  name: 'appsettings'
  properties: union(settings, {
    AzureWebJobsStorage__blobServiceUri: storage.properties.primaryEndpoints.blob
    AzureWebJobsStorage__queueServiceUri: storage.properties.primaryEndpoints.queue
    AzureWebJobsStorage__credential: 'managedidentity'
    AzureWebJobsStorage__clientId: identityClientId
    APPLICATIONINSIGHTS_CONNECTION_STRING: insightsConnectionString
    APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
    IDENTITY_CLIENT_ID: identityClientId
    BLOB_TRIGGER_SOURCE: 'EventGrid'
    // A wrong setting fails the start; without this the host would run with no functions and call it success.
    FUNCTIONS_NODE_BLOCK_ON_ENTRY_POINT_ERROR: 'true'
    AzureWebJobsDisableHomepage: 'true'
    // A document of 20 MB and its form. The host reads a body whole before the API sees it, and holds it several times.
    FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '22020096'
    // The same as nodeOptions in functions/src/config.ts, which says why.
    NODE_OPTIONS: '--max-semi-space-size=4 --expose-gc'
    SWEEP_SCHEDULE: '0 */2 * * * *'
  })
}

resource noFtp 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2025-03-01' = {
  parent: api
  name: 'ftp'
  properties: { allow: false }
}

resource noScm 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2025-03-01' = {
  parent: api
  name: 'scm'
  properties: { allow: false }
}

output name string = api.name
output origin string = 'https://${api.properties.defaultHostName}'
