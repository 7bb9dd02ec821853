import {
  ErrorBody,
  type ErrorCode,
  type MergedReferral,
  type RecentCheck,
} from '@handoff/shared/contract/errors';

export const NO_RESPONSE = 'No response from server. Please check your network connection.';
/** Shown while the call is repeated. */
export const NO_RESPONSE_YET = 'No response from server yet. Trying again…';
export const UNEXPECTED = 'An unexpected error occurred';

interface Details extends Partial<ErrorBody> {
  status?: number;
  isAnswered?: boolean;
  isCancelled?: boolean;
  cause?: unknown;
}

/** A failed call, with the text that a person is shown. */
export class CallError extends Error {
  declare readonly status: number | undefined;
  declare readonly code: string | undefined;
  declare readonly requestId: string | undefined;
  /** The check that answers the same question, after `checked_recently`. */
  declare readonly recent: RecentCheck | undefined;
  /** The referral that this one was merged into. */
  declare readonly mergedInto: MergedReferral | undefined;
  /** The current record, after a stale edit. */
  declare readonly current: unknown;
  readonly fields: Record<string, string>;
  /** False if the server may still have done it: only a repeat under the same key is safe. */
  readonly isAnswered: boolean;
  /** True if the person canceled it. */
  readonly isCancelled: boolean;

  constructor(message: string, details: Details = {}) {
    const { cause, fields = {}, isAnswered = false, isCancelled = false, ...others } = details;
    super(message, { cause });
    this.name = 'CallError';
    this.fields = fields;
    this.isAnswered = isAnswered;
    this.isCancelled = isCancelled;
    Object.assign(this, others);
  }
}

/** Shows the message of the body, then the status text, as specified. */
export function refusal({ status, statusText }: Response, body: unknown): CallError {
  const known = ErrorBody.safeParse(body).data;
  return new CallError(messageIn(body) ?? (statusText || UNEXPECTED), {
    ...known,
    status,
    isAnswered: status < 500 && status !== 401 && !isTemporary(status, known?.code),
  });
}

export function isTemporary(status: number | undefined, code: string | undefined): boolean {
  if (code === ('not_configured' satisfies ErrorCode)) return false;
  return (
    status === 429 || status === 503 || code === ('request_in_progress' satisfies ErrorCode) || isInScan(code)
  );
}

/** A scan takes longer than what else is temporary. */
export const isInScan = (code: string | undefined) => code === ('scan_in_progress' satisfies ErrorCode);

/** Tells whether someone else has changed the same fields, which it names; the others could be combined. */
export const isCollision = ({ code, current, fields }: CallError): boolean =>
  code === ('conflict' satisfies ErrorCode) && current !== undefined && Object.keys(fields).length > 0;

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  return ['ErrorMessage', 'errorMessage', 'message']
    .map((name) => fields.get(name))
    .find((value): value is string => typeof value === 'string' && value !== '');
}

export const cancelled = (cause: unknown) => new CallError('Cancelled', { cause, isCancelled: true });

export function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(errorText(error), { cause: error });
}

/** Returns the text to show for any thrown value. */
export function errorText(error: unknown, otherwise = UNEXPECTED): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
