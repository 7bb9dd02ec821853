import {
  errorStatus,
  type ErrorCode,
  type MergedReferral,
  type RecentCheck,
  type UsedIn,
} from '@handoff/shared/contract/errors';

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
  cause?: unknown;
}

/** The one error a feature throws; the pipeline turns it into the answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly current: object | undefined;
  readonly usedIn: UsedIn[] | undefined;
  readonly recent: RecentCheck | undefined;
  readonly mergedInto: MergedReferral | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
    this.usedIn = details.usedIn;
    this.recent = details.recent;
    this.mergedInto = details.mergedInto;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (what: string) => new AppError('not_found', `${what} was not found.`);
