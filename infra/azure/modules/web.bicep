param name string
param location string
param tags object

// Not linked to the API: a linked back end replaces the Authorization header and ends requests after 45 seconds.
resource site 'Microsoft.Web/staticSites@2025-03-01' = {
  name: name
  location: location
  tags: union(tags, { 'azd-service-name': 'web' })
  sku: { name: 'Standard', tier: 'Standard' }
  properties: {
    allowConfigFileUpdates: true
    stagingEnvironmentPolicy: 'Disabled'
    publicNetworkAccess: 'Enabled'
  }
}

output origin string = 'https://${site.properties.defaultHostname}'
