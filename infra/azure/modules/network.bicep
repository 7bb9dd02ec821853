param suffix string
param location string
param tags object

resource network 'Microsoft.Network/virtualNetworks@2024-10-01' = {
  name: 'vnet-handoff-${suffix}'
  location: location
  tags: tags
  properties: {
    addressSpace: { addressPrefixes: ['10.20.0.0/16'] }
    subnets: [
      {
        name: 'api'
        properties: {
          addressPrefix: '10.20.0.0/24'
          delegations: [{ name: 'flex', properties: { serviceName: 'Microsoft.App/environments' } }]
        }
      }
      { name: 'data', properties: { addressPrefix: '10.20.1.0/24' } }
    ]
  }
}

output apiSubnetId string = '${network.id}/subnets/api'
output dataSubnetId string = '${network.id}/subnets/data'
output networkId string = network.id
