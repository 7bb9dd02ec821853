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

/** A failed call, with the text that a person is shown. */
export class CallError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  /** The check that answers the same question, after `checked_recently`. */
  readonly recent: RecentCheck | undefined;
  /** The referral that this one was merged into. */
  readonly mergedInto: MergedReferral | undefined;
  /** The current record, after a stale edit. */
  readonly current: unknown;
  /** False if the server may still have done it: only a repeat under the same key is safe. */
  readonly isAnswered: boolean;
  /** True if the person canceled it. */
  readonly isCancelled: boolean;

  constructor(message: string, details: CallErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'CallError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.fields = details.fields ?? {};
    this.recent = details.recent;
    this.mergedInto = details.mergedInto;
    this.current = details.current;
    this.isAnswered = details.isAnswered ?? false;
    this.isCancelled = details.isCancelled ?? false;
  }
}

interface CallErrorDetails {
  status?: number;
  code?: string | undefined;
  requestId?: string | undefined;
  fields?: Record<string, string> | undefined;
  recent?: RecentCheck | undefined;
  mergedInto?: MergedReferral | undefined;
  current?: unknown;
  isAnswered?: boolean;
  isCancelled?: boolean;
  cause?: unknown;
}

/** Shows the message of the body, then the status text, as specified. */
export function refusal(answer: { status: number; statusText: string; body: unknown }): CallError {
  const known = ErrorBody.safeParse(answer.body).data;
  const message = messageIn(answer.body) ?? (answer.statusText || UNEXPECTED);
  return new CallError(message, {
    status: answer.status,
    code: known?.code,
    requestId: known?.requestId,
    fields: known?.fields,
    recent: known?.recent,
    mergedInto: known?.mergedInto,
    current: known?.current,
    isAnswered: answer.status < 500 && answer.status !== 401 && !isTemporary(answer.status, known?.code),
  });
}

export function isTemporary(status: number | undefined, code: string | undefined): boolean {
  if (code === ('not_configured' satisfies ErrorCode)) return false;
  return status === 429 || status === 503 || code === ('request_in_progress' satisfies ErrorCode);
}

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  return ['ErrorMessage', 'errorMessage', 'message']
    .map((name) => fields.get(name))
    .find((value): value is string => typeof value === 'string' && value !== '');
}

export function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(errorText(error), { cause: error });
}

/** Returns the text to show for any thrown value. */
export function errorText(error: unknown, otherwise = UNEXPECTED): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
