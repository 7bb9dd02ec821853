import { createHash } from 'node:crypto';
import type { TokenVerdict } from '../../ports.ts';

/** Short, and still enough, because a person's calls come in bursts. */
const KEPT_MS = 60_000;
const MAX_TOKENS = 2_000;

type Valid = Extract<TokenVerdict, { outcome: 'valid' }>;

/**
 * Caches the valid tokens of the last minute: their signatures are not verified again while the signing keys are the
 * same. The cache key is the signed text and the bytes of the signature, never its spelling: each signature has
 * sixteen spellings. `keys` says when the keys were fetched that judge a token.
 */
export function createCheckedTokens() {
  const kept = new Map<string, { verdict: Valid; until: number; keys: number | undefined }>();
  return {
    find(token: string, keys: number | undefined): Valid | undefined {
      const found = kept.get(keyOf(token));
      return found && Date.now() < found.until && found.keys === keys ? found.verdict : undefined;
    },
    /** `endsAt` is in milliseconds, at most the token's own expiry. */
    keep(token: string, good: { verdict: Valid; endsAt: number; keys: number | undefined }) {
      if (kept.size >= MAX_TOKENS) kept.clear();
      const { verdict, endsAt, keys } = good;
      kept.set(keyOf(token), { verdict, until: Math.min(Date.now() + KEPT_MS, endsAt), keys });
    },
  };
}

/** Includes the length: a text that decodes to the same bytes only because its end is ignored is no signature. */
function keyOf(token: string): string {
  const dot = token.lastIndexOf('.');
  return createHash('sha256')
    .update(`${token.length}.${token.slice(0, dot)}.`)
    .update(token.slice(dot + 1), 'base64url')
    .digest('base64');
}
