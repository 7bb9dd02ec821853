import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN } from '@handoff/shared/contract/headers';
import { authorize } from '../core/access.ts';
import { AppError } from '../core/app-error.ts';
import type { Caller } from '../core/context.ts';
import { callerAddresses, type ApiRequest } from '../core/request.ts';
import type { LogEntry, Platform, TokenClaims, Tokens } from '../platform/ports.ts';
import { checkDomainBinding, loadCaller } from './caller.ts';
import type { RateLimiters } from './rate-limiter.ts';
import { loadSender } from './sender.ts';

/** A request whose sender is unknown yet. */
interface Arrival {
  platform: Platform;
  limiters: RateLimiters;
  endpoint: Endpoint;
  isWrite: boolean;
  request: ApiRequest;
  line: LogEntry;
}

const anonymous: Caller = {
  claims: { oid: '', tid: '', name: '', email: '', signedInAt: 0 },
  person: { Id: '', FullName: '' },
  roles: { SystemRole: 'User' },
  businessDomainId: '',
};

const authenticators = {
  public: async () => anonymous,

  async sender(arrival: Arrival) {
    const { platform, limiters, endpoint, request } = arrival;
    limiters.senders(addressOf(request));
    const sender = await loadSender(platform, endpoint, request.header('authorization'));
    countCall(arrival, sender.claims.oid);
    return sender;
  },

  async person(arrival: Arrival) {
    const { platform, limiters, endpoint, request, line } = arrival;
    const claims = await claimsOf(platform.tokens, request.header('authorization'), () =>
      limiters.anonymous(addressOf(request)),
    );
    // Counted before any lookup, because a refused call has asked as well.
    countCall(arrival, claims.oid);
    const caller = await loadCaller(platform.store, claims, endpoint.access);
    if (caller.businessDomainId !== '') line.agency = caller.businessDomainId;
    checkDomainBinding(endpoint.scope, caller, request.header(BUSINESS_DOMAIN));
    authorize(caller.roles, endpoint);
    return caller;
  },
} satisfies Record<string, (arrival: Arrival) => Promise<Caller>>;

export function authenticate(arrival: Arrival): Promise<Caller> {
  const { access } = arrival.endpoint;
  return authenticators[access === 'public' || access === 'sender' ? access : 'person'](arrival);
}

const addressOf = (request: ApiRequest) => callerAddresses(request).at(-1) ?? '';

function countCall({ limiters, isWrite, line }: Arrival, oid: string): void {
  line.oid = oid;
  limiters.calls(oid);
  if (isWrite) limiters.writes(oid);
}

export async function claimsOf(
  tokens: Tokens,
  authorization: string | undefined,
  refused: () => void,
): Promise<TokenClaims> {
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
