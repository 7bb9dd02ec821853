param suffix string
param location string
param tags object
param alertEmail string
param appPrincipalId string

resource workspace 'Microsoft.OperationalInsights/workspaces@2025-07-01' = {
  name: 'log-handoff-${suffix}'
  location: location
  tags: tags
  properties: {
    sku: { name: 'PerGB2018' }
    retentionInDays: 90
    features: { disableLocalAuth: true }
    workspaceCapping: { dailyQuotaGb: 2 }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: 'appi-handoff-${suffix}'
  location: location
  tags: tags
  kind: 'web'
  properties: { Application_Type: 'web', WorkspaceResourceId: workspace.id, DisableLocalAuth: true }
}

// Monitoring Metrics Publisher
resource publishes 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, appPrincipalId, '3913510d-42f4-4e42-8a64-420c390055eb')
  scope: insights
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '3913510d-42f4-4e42-8a64-420c390055eb')
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: 'ag-handoff-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'handoff'
    enabled: true
    emailReceivers: [{ name: 'operations', emailAddress: alertEmail, useCommonAlertSchema: true }]
  }
}

output workspaceId string = workspace.id
output connectionString string = insights.properties.ConnectionString
