param suffix string
param location string
param tags object
param appPrincipalId string
param workspaceId string
@secure()
param stediApiKey string
@description('Whether one is given, which replaces that of before: nothing else may be said of a secret.')
param setsStediKey bool
@description('Whether there is one, given now or before.')
param hasStediKey bool
param isPrivate bool
param isLocked bool

resource vault 'Microsoft.KeyVault/vaults@2024-11-01' = {
  name: 'kv-${suffix}'
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    sku: { family: 'A', name: 'standard' }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 90
    enablePurgeProtection: true
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    networkAcls: { defaultAction: isPrivate ? 'Deny' : 'Allow', bypass: 'AzureServices' }
  }
}

// Wraps the keys that seal SSN and MBI; it never leaves the vault.
resource fieldKey 'Microsoft.KeyVault/vaults/keys@2024-11-01' = {
  parent: vault
  name: 'field-keys'
  properties: { kty: 'RSA', keySize: 3072, keyOps: ['wrapKey', 'unwrapKey'] }
}

resource newStediKey 'Microsoft.KeyVault/vaults/secrets@2024-11-01' = if (setsStediKey) {
  parent: vault
  name: 'stedi-api-key'
  properties: { contentType: 'text/plain', value: stediApiKey }
}

resource stedi 'Microsoft.KeyVault/vaults/secrets@2024-11-01' existing = {
  parent: vault
  name: 'stedi-api-key'
}

// Key Vault Crypto User, on the one key.
resource unwraps 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(fieldKey.id, appPrincipalId, '12338af0-0e69-4776-bea7-57ae8d297424')
  scope: fieldKey
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '12338af0-0e69-4776-bea7-57ae8d297424')
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

// Key Vault Secrets User, on the one secret, for the reference in the app's settings.
resource readsStediKey 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (hasStediKey) {
  name: guid(stedi.id, appPrincipalId, '4633458b-17de-408a-b874-0445c86b69e6')
  scope: stedi
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4633458b-17de-408a-b874-0445c86b69e6')
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
  dependsOn: [newStediKey]
}

resource audit 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'audit'
  scope: vault
  properties: { workspaceId: workspaceId, logs: [{ categoryGroup: 'audit', enabled: true }] }
}

resource lock 'Microsoft.Authorization/locks@2020-05-01' = if (isLocked) {
  name: 'keep'
  scope: vault
  properties: { level: 'CanNotDelete', notes: 'Without these keys no SSN and no MBI can be read.' }
}

output id string = vault.id
output fieldKeyUri string = fieldKey.properties.keyUriWithVersion
output hasStediKey bool = hasStediKey
output stediKeyReference string = hasStediKey ? '@Microsoft.KeyVault(SecretUri=${vault.properties.vaultUri}secrets/stedi-api-key)' : ''
