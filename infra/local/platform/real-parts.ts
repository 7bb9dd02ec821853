type Environment = Record<string, string | undefined>;

/** Parts of Azure that take the place of local ones. */
export interface RealParts {
  /** An account or an emulator, by key. */
  cosmos?: { endpoint: string; key: string };
  /** The connection string of a SignalR service. */
  signalr?: string;
  /** `administratorOid`: of the person who is the first administrator of an empty start. */
  entra?: { tenantId: string; clientId: string; apiClientId: string; administratorOid: string };
}

/** Reads the variables of local-development.md; throws when a part has only some of its own. */
export function readRealParts(environment: Environment): RealParts {
  const cosmos = allOf(environment, { endpoint: 'COSMOS_ENDPOINT', key: 'COSMOS_KEY' });
  const signalr = environment['SIGNALR_CONNECTION'];
  const entra = allOf(environment, {
    tenantId: 'ENTRA_TENANT_ID',
    clientId: 'ENTRA_CLIENT_ID',
    apiClientId: 'ENTRA_API_CLIENT_ID',
    administratorOid: 'ENTRA_ADMINISTRATOR_OID',
  });
  return { ...(cosmos && { cosmos }), ...(signalr && { signalr }), ...(entra && { entra }) };
}

function allOf<Name extends string>(
  environment: Environment,
  variables: Record<Name, string>,
): Record<Name, string> | undefined {
  const given = Object.entries<string>(variables).map(([name, variable]) => ({
    name,
    variable,
    value: environment[variable] ?? '',
  }));
  const missing = given.filter(({ value }) => value === '').map(({ variable }) => variable);
  if (missing.length === given.length) return undefined;
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be set, too.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the names has a value
  return Object.fromEntries(given.map(({ name, value }) => [name, value])) as Record<Name, string>;
}

/** The local parts that still run. */
export const localParts = ({ cosmos, signalr, entra }: RealParts) => ({
  stores: cosmos ? (['azurite'] as const) : (['azurite', 'cosmos'] as const),
  others: [...(signalr ? [] : (['signalr'] as const)), ...(entra ? [] : (['identity'] as const))],
});

const MICROSOFT = 'https://login.microsoftonline.com';

/** Addresses of a tenant of Entra. */
export const entraUrls = (tenantId: string) => ({
  authority: `${MICROSOFT}/${tenantId}`,
  issuer: `${MICROSOFT}/${tenantId}/v2.0`,
  jwksUri: `${MICROSOFT}/${tenantId}/discovery/v2.0/keys`,
});

/** The settings of the API that take the place of local ones. */
export function realSettings({ cosmos, signalr, entra }: RealParts) {
  return {
    ...(cosmos && { COSMOS_ENDPOINT: cosmos.endpoint, COSMOS_KEY: cosmos.key }),
    ...(signalr && { AzureSignalRConnectionString: signalr }),
    ...(entra && {
      AUTH_ISSUER: entraUrls(entra.tenantId).issuer,
      AUTH_AUDIENCE: entra.apiClientId,
      AUTH_JWKS_URI: entraUrls(entra.tenantId).jwksUri,
      AUTH_TENANT_ID: entra.tenantId,
      AUTH_CLIENT_IDS: entra.clientId,
      FIRST_ADMINISTRATOR_OID: entra.administratorOid,
    }),
  };
}

/** Origins to which the page connects for the parts that are real. */
export function realOrigins({ signalr = '', entra }: RealParts): { live?: string; identity?: string } {
  const [, endpoint] = /(?:^|;)Endpoint=([^;]+)/i.exec(signalr) ?? [];
  const [, port] = /(?:^|;)Port=(\d+)/i.exec(signalr) ?? [];
  return {
    ...(endpoint && { live: new URL(port ? `${endpoint}:${port}` : endpoint).origin }),
    ...(entra && { identity: MICROSOFT }),
  };
}
