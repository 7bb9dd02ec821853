/** The one request header that makes a write happen once; every request carries it. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Present and `true` on an answer that was stored by an earlier, equal request. */
export const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

/** The business domain that was current when the person began the action. */
export const BUSINESS_DOMAIN = 'X-Business-Domain';

/** A bare UUID, or the quoted string of draft-ietf-httpapi-idempotency-key-header-07. */
export const idempotencyKeyPattern = /^"?([A-Za-z0-9_-]{16,64})"?$/;
