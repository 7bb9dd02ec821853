/** Makes a write happen once; every request carries this header. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Present and `true` on an answer that was stored by an earlier, equal request. */
export const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

/** The person's current business domain when they began the action. */
export const BUSINESS_DOMAIN = 'X-Business-Domain';

/** Timings that the page measured for calls before this one: a JSON list of `BrowserSpan`. No answer depends on it. */
export const BROWSER_SPANS = 'X-Browser-Spans';

/** The scheme of `Authorization` for the secret of a sender's link: `SenderLink <agency>.<secret>`. */
export const SENDER_SCHEME = 'SenderLink';

/** One try of a call as the page saw it, under the ids of the `traceparent` it sent. */
export interface BrowserSpan {
  traceId: string;
  spanId: string;
  /** The declared path, never the filled one: `GET /services/downloadfile/{blobName}`. */
  route: string;
  /** Milliseconds. */
  took: number;
  /** Milliseconds between its end and this request, because the page's clock may be wrong. */
  ago: number;
  /** Left out when there was no answer. */
  status?: number | undefined;
}

/** A bare UUID, or the quoted string of draft-ietf-httpapi-idempotency-key-header-07. */
export const idempotencyKeyPattern = /^"?([A-Za-z0-9_-]{16,64})"?$/;
