param location string
param tags object
param networkId string
param subnetId string

@description('Each with name, resourceId, groupId and zone.')
param services array

resource zone 'Microsoft.Network/privateDnsZones@2024-06-01' = [for service in services: {
  name: service.zone
  location: 'global'
  tags: tags
}]

resource zoneLink 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = [for (service, i) in services: {
  parent: zone[i]
  name: 'handoff'
  location: 'global'
  properties: { registrationEnabled: false, virtualNetwork: { id: networkId } }
}]

resource endpoint 'Microsoft.Network/privateEndpoints@2024-10-01' = [for service in services: {
  name: 'pe-${service.name}'
  location: location
  tags: tags
  properties: {
    subnet: { id: subnetId }
    privateLinkServiceConnections: [
      { name: service.name, properties: { privateLinkServiceId: service.resourceId, groupIds: [service.groupId] } }
    ]
  }
}]

resource records 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-10-01' = [for (service, i) in services: {
  parent: endpoint[i]
  name: 'default'
  properties: { privateDnsZoneConfigs: [{ name: service.name, properties: { privateDnsZoneId: zone[i].id } }] }
}]
