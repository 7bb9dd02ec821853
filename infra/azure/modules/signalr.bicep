param name string
param location string
param tags object
param webOrigin string
param appPrincipalId string
param units int

resource signalr 'Microsoft.SignalRService/signalR@2024-03-01' = {
  name: name
  location: location
  tags: tags
  sku: { name: 'Standard_S1', tier: 'Standard', capacity: units }
  properties: {
    features: [{ flag: 'ServiceMode', value: 'Serverless' }]
    disableLocalAuth: true
    disableAadAuth: false
    tls: { clientCertEnabled: false }
    cors: { allowedOrigins: [webOrigin] }
  }
}

// SignalR REST API Owner: sends, manages groups and makes tokens for clients. "App Server" is for server connections.
resource sends 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(signalr.id, appPrincipalId, 'fd53cd77-2268-407a-8f46-7e7863d0f521')
  scope: signalr
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'fd53cd77-2268-407a-8f46-7e7863d0f521')
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
  }
}

output id string = signalr.id
output endpoint string = 'https://${signalr.properties.hostName}'
