import { createHash } from 'node:crypto';

/**
 * The source of all ids and names of a write. The attempt is one more than the recorded failures: a retry after a crash
 * or a lost answer finds what it wrote under the same names, and a retry after a recorded failure gets new ones.
 */
export interface Identity {
  readonly id: string;
  readonly attempt: number;
}

/** Everything a write names or creates is derived, so that a retry finds it instead of making a duplicate. */
export function derive({ id, attempt }: Identity, salt: string): string {
  return sha256(`${id}|${attempt}|${salt}`).slice(0, 32);
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
