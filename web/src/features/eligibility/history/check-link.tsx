import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { resultPath } from '../result/verdicts.ts';

/** To the page of its result; a check without one opens as a form to correct or repeat. */
export function CheckLink({ check, children }: { check: PastCheck; children?: ReactNode }) {
  const to = resultPath(check);
  if (to !== undefined)
    return (
      <Link to={to} search={{ check: check.Id }} className="check-link">
        {children ?? nameOf(check)}
      </Link>
    );
  return (
    <Link to="/eligibility" search={{ again: check.Id }} className="check-link">
      {children ?? nameOf(check)}
    </Link>
  );
}

export const nameOf = ({ FirstName, LastName }: Pick<PastCheck, 'FirstName' | 'LastName'>): string =>
  [LastName, FirstName].filter((part) => part !== '').join(', ') || 'Without a name';
