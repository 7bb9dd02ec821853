import {
  errorStatus,
  type ErrorCode,
  type MergedReferral,
  type RecentCheck,
  type UsedIn,
} from '@handoff/shared/contract/errors';

/** What the answer has beside code and message, in its body or its headers. */
interface Details {
  fields?: Record<string, string>;
  /** The record in the form that its readers see. */
  current?: object;
  usedIn?: UsedIn[];
  recent?: RecentCheck;
  mergedInto?: MergedReferral;
  retryAfterSeconds?: number;
  /** The allowed methods, for `method_not_allowed`. */
  allow?: string[];
}

/** The one error a feature throws; the pipeline turns it into the answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Readonly<Details>;

  constructor(code: ErrorCode, message: string, { cause, ...details }: Details & { cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (what: string) => new AppError('not_found', `${what} was not found.`);

export function existing<T extends object>(record: T | undefined, what: string): T {
  if (!record) throw notFound(what);
  return record;
}

/** Refuses a field; forms show `text` under it. */
export const invalidField = (field: string, text: string, message = text) =>
  new AppError('invalid_request', message, { fields: { [field]: text } });
