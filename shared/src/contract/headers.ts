/** The one request header that makes a write happen once; every request carries it. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Present and `true` on an answer that was stored by an earlier, equal request. */
export const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

/** The business domain that was current when the person began the action. */
export const BUSINESS_DOMAIN = 'X-Business-Domain';

/** What the page measured of calls that ended before this one: JSON of a list of `BrowserSpan`. Never needed for an answer. */
export const BROWSER_SPANS = 'X-Browser-Spans';

/** One try of a call as the page saw it, under the ids of the `traceparent` it sent. */
export interface BrowserSpan {
  traceId: string;
  spanId: string;
  /** As the call is declared, never as it was filled in: `GET /services/downloadfile/{blobName}`. */
  route: string;
  /** Milliseconds. */
  took: number;
  /** How many milliseconds before this request it ended: the clock of the page may be wrong. */
  ago: number;
  /** Left out when there was no answer. */
  status?: number | undefined;
}

/** A bare UUID, or the quoted string of draft-ietf-httpapi-idempotency-key-header-07. */
export const idempotencyKeyPattern = /^"?([A-Za-z0-9_-]{16,64})"?$/;
