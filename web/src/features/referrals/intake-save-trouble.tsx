import type { CallError } from '../../lib/call-error.ts';

/** Stays until the next attempt: the toast is gone after four seconds. */
export function SaveTrouble({ error }: { error: CallError | undefined }) {
  if (!error) return null;
  return (
    <div role="alert" className="intake-trouble">
      <b>{error.message}</b>
      {!error.isAnswered && (
        <span>
          It is not known whether the referral was saved. Save again: it will not be recorded twice.
        </span>
      )}
      {error.requestId !== undefined && (
        <span className="small">
          Request <span className="request-id">{error.requestId}</span>
        </span>
      )}
    </div>
  );
}
