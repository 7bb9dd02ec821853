import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';

/** The claims of a token signed with the access key for one of the audiences, not expired; otherwise nothing. */
export async function verifyToken(
  token: string | undefined,
  { accessKey, audiences }: { accessKey: string; audiences: string[] },
): Promise<JWTPayload | undefined> {
  if (token === undefined) return undefined;
  try {
    const verified = await jwtVerify(token, new TextEncoder().encode(accessKey), {
      algorithms: ['HS256'],
      audience: audiences,
      requiredClaims: ['exp'],
    });
    return verified.payload;
  } catch {
    return undefined;
  }
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;
}
