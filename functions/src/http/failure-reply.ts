import { StoreUnavailable, type LogEntry } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import { asAppError, errorReply } from './reply.ts';
import type { ApiResponse } from '../core/request.ts';

interface Failing {
  requestId: string;
  traceId: string | undefined;
  line: LogEntry;
}

/** A reply that fails itself, say on a record that JSON cannot hold, is answered as a failure of ours. */
export function failureReply(error: unknown, failing: Failing): ApiResponse {
  const { requestId, traceId, line } = failing;
  try {
    const failure = asAppError(error);
    const response = errorReply(failure, { requestId, traceId });
    line.code = failure.code;
    if (isDenial(failure)) line.level = 'warn';
    if (failure.code === 'internal') Object.assign(line, describe(failure.cause));
    if (failure.cause instanceof StoreUnavailable) Object.assign(line, describeOutage(failure.cause));
    return response;
  } catch (unwritable) {
    return failureReply(unwritable, failing);
  }
}

const isDenial = ({ status }: AppError): boolean => [401, 403, 429].includes(status);

/** A refusal is for a person to correct; a service that does not answer may recover by itself. */
const describeOutage = ({ name, dependency }: StoreUnavailable): Partial<LogEntry> => ({
  level: name === 'AccessRefused' ? 'error' : 'warn',
  error: name,
  ...(dependency && { dependency }),
});

function describe(cause: unknown): Partial<LogEntry> {
  if (!(cause instanceof Error)) return { level: 'error', error: typeof cause };
  // A message may have lines that look like frames, and say whom it is about.
  const stack = (cause.stack ?? '').replace(cause.message, '');
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    level: 'error',
    error: cause instanceof AppError ? cause.code : cause.name,
    frames: frames.slice(0, 6),
  };
}
