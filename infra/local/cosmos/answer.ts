import { CosmosFailure, codeOfStatus } from './failure.ts';

export type Answer = { status: number; body?: string; charge?: number; headers?: Record<string, string> };

export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value), charge: 1 };
}

export function failureAnswer(failure: CosmosFailure): Answer {
  return {
    status: failure.status,
    body: JSON.stringify({ code: codeOfStatus(failure.status), message: failure.message }),
    charge: failure.status === 429 ? 0 : 1,
    headers: {
      ...(failure.substatus !== 0 && { 'x-ms-substatus': `${failure.substatus}` }),
      ...(failure.retryAfterMs !== undefined && { 'x-ms-retry-after-ms': `${failure.retryAfterMs}` }),
    },
  };
}
