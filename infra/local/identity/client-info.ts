/** MSAL builds homeAccountId from it: `<oid>.<tid>`, as with Entra. */
export function clientInfo(oid: string, tenantId: string): string {
  return Buffer.from(JSON.stringify({ uid: oid, utid: tenantId })).toString('base64url');
}
