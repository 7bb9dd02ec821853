import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { CallError } from '../../lib/call-error.ts';
import { formatAge } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import type { CheckAnswer } from './use-check.ts';
import { resultPath } from './verdicts.ts';

/** Medicare, or our own look at the entries, could not use the question: no verdict, and nothing is lost. */
export function WrongInput({ findings }: { findings: CheckAnswer['Findings'] }) {
  if (findings.length === 0) return null;
  return (
    <section role="alert" className="check-message" data-tone="warn">
      <b>Correct what was entered, then check again.</b>
      <ul>
        {findings.map(({ Text }) => (
          <li key={Text}>{Text}</li>
        ))}
      </ul>
      <p className="soft">This says nothing about the person’s eligibility.</p>
    </section>
  );
}

interface NotCompletedProps {
  error: CallError | undefined;
  isPending: boolean;
  onRetry: () => void;
}

/** An error, never "not eligible"; whether to ask, and perhaps pay, again is the person's decision. */
export function NotCompleted({ error, isPending, onRetry }: NotCompletedProps) {
  if (!error) return null;
  return (
    <section role="alert" className="check-message" data-tone="bad">
      <b>The check was not completed</b>
      <p>{error.message}</p>
      <p className="soft">It is not known whether the person is eligible.</p>
      {error.requestId !== undefined && (
        <p className="small">
          Request <span className="request-id">{error.requestId}</span>
        </p>
      )}
      <Button size="xs" variant="default" loading={isPending} onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}

export function RecentTwin({ twin }: { twin: PastCheck | undefined }) {
  const now = useNow();
  const to = twin && resultPath(twin);
  return (
    <output className="recent-twin">
      {twin && to && (
        <>
          Asked already, {formatAge(twin.CheckedAt, now)}:{' '}
          <Link className="link" to={to} search={{ check: twin.Id }}>
            open that answer
          </Link>
        </>
      )}
    </output>
  );
}
