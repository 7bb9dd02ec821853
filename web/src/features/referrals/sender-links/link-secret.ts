const BYTES = 32;

/** 256 random bits in base64url. The secret stays in this browser and in the link. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** All that the API gets of a new secret. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The secret is in the fragment, which browsers send to no server. */
export const linkAddress = (agency: string, secret: string): string =>
  `${location.origin}/sender.html#${agency}.${secret}`;
