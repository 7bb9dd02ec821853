import { createHash, randomBytes } from 'node:crypto';

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept instead of a secret: whoever reads the file cannot use it. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
