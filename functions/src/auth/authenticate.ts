import type { Access } from '@handoff/shared/contract/endpoint';
import type { TokenClaims, Tokens } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';

/** Returns the claims of a valid token; undefined for a public call, which needs none. `refused` counts the others. */
export async function authenticate(
  tokens: Tokens,
  authorization: string | undefined,
  { access, refused }: { access: Access; refused: () => void },
): Promise<TokenClaims | undefined> {
  if (access === 'public') return undefined;
  const verdict = await tokens.verify(authorization);
  if (verdict.outcome === 'invalid' || verdict.outcome === 'scope-missing') refused();
  switch (verdict.outcome) {
    case 'valid':
      return verdict.claims;
    case 'invalid':
      throw new AppError('not_signed_in', 'Please sign in again.');
    case 'scope-missing':
      throw new AppError('forbidden', 'This sign-in does not include the permission to use Handoff.');
    case 'keys-unavailable':
      throw new AppError('unavailable', 'Sign-ins cannot be checked right now. Please try again.', {
        retryAfterSeconds: 5,
      });
  }
}
