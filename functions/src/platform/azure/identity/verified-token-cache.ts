import { createHash } from 'node:crypto';
import type { TokenVerdict } from '../../ports.ts';

/** As short as it pays: a person's calls come in bursts. */
const KEPT_MS = 60_000;
const MAX_TOKENS = 2_000;

type Valid = Extract<TokenVerdict, { outcome: 'valid' }>;

/**
 * The good tokens of the last minute: their signatures are not computed again while the signing keys are the same.
 * Known by what was signed and the bytes of the signature, never by its spelling: each has sixteen. `keys` says when
 * the keys were fetched that a token is judged by.
 */
export function createCheckedTokens() {
  const kept = new Map<string, { verdict: Valid; until: number; keys: number | undefined }>();
  return {
    find(token: string, keys: number | undefined): Valid | undefined {
      const found = kept.get(keyOf(token));
      return found && Date.now() < found.until && found.keys === keys ? found.verdict : undefined;
    },
    /** `endsAt` in milliseconds: no longer than the token itself is good. */
    keep(token: string, good: { verdict: Valid; endsAt: number; keys: number | undefined }) {
      if (kept.size >= MAX_TOKENS) kept.clear();
      const { verdict, endsAt, keys } = good;
      kept.set(keyOf(token), { verdict, until: Math.min(Date.now() + KEPT_MS, endsAt), keys });
    },
  };
}

/** With the length: what decodes to the same bytes only because something at its end is ignored is no signature. */
function keyOf(token: string): string {
  const dot = token.lastIndexOf('.');
  return createHash('sha256')
    .update(`${token.length}.${token.slice(0, dot)}.`)
    .update(token.slice(dot + 1), 'base64url')
    .digest('base64');
}
