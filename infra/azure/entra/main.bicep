extension microsoftGraphV1

param environmentName string
param webOrigin string

var scopeId = guid('handoff', environmentName, 'api.read')
var integrationRoleId = guid('handoff', environmentName, 'Integration')

// The two registrations know each other: the web app may ask for the scope, and nobody is asked for consent.
resource web 'Microsoft.Graph/applications@v1.0' = {
  uniqueName: 'handoff-web-${environmentName}'
  displayName: 'Handoff (${environmentName})'
  signInAudience: 'AzureADMyOrg'
  spa: { redirectUris: [webOrigin, '${webOrigin}/redirect.html'] }
}

resource api 'Microsoft.Graph/applications@v1.0' = {
  uniqueName: 'handoff-api-${environmentName}'
  displayName: 'Handoff API (${environmentName})'
  signInAudience: 'AzureADMyOrg'
  identifierUris: ['api://${tenant().tenantId}/handoff-${environmentName}']
  api: {
    requestedAccessTokenVersion: 2
    oauth2PermissionScopes: [
      {
        id: scopeId
        value: 'api.read'
        type: 'User'
        isEnabled: true
        adminConsentDisplayName: 'Use Handoff'
        adminConsentDescription: 'Lets Handoff act for the person who is signed in.'
      }
    ]
    preAuthorizedApplications: [{ appId: web.appId, delegatedPermissionIds: [scopeId] }]
  }
  // When the person last signed in, and in which session: what was signed out is refused, renewed tokens included.
  // `idtyp` tells an application's token from a person's.
  optionalClaims: {
    accessToken: [
      { name: 'auth_time', essential: false }
      { name: 'idtyp', essential: false }
      { name: 'sid', essential: false }
    ]
  }
  // For service principals of other systems; assigned by an administrator of the tenant, and admitted in Handoff.
  appRoles: [
    {
      id: integrationRoleId
      value: 'Integration'
      allowedMemberTypes: ['Application']
      isEnabled: true
      displayName: 'Integration'
      description: 'Reads referrals as FHIR in the agency it was admitted to.'
    }
  ]
}

resource webPrincipal 'Microsoft.Graph/servicePrincipals@v1.0' = {
  appId: web.appId
}

resource apiPrincipal 'Microsoft.Graph/servicePrincipals@v1.0' = {
  appId: api.appId
}

output apiClientId string = api.appId
output webClientId string = web.appId
output apiScope string = '${api.identifierUris[0]}/api.read'
