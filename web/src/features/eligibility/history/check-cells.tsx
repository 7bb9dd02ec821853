import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CheckVerdict } from '@handoff/shared/domain/records/check-verdict';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { shownDay, verdictWords } from '../../../text/labels/eligibility-labels.ts';
import { resultPath } from '../result/verdicts.ts';

/** Links to the result page. A check without a result opens in the form, to correct or repeat it. */
export function CheckLink({ check, children }: { check: PastCheck; children?: ReactNode }) {
  const result = resultPath(check);
  const to = result === undefined ? '/eligibility' : result;
  const search = result === undefined ? { again: check.Id } : { check: check.Id };
  return (
    <Link to={to} search={search} className="quiet-link strong">
      {children ?? nameOf(check)}
    </Link>
  );
}

export const nameOf = ({ FirstName, LastName }: Pick<PastCheck, 'FirstName' | 'LastName'>): string =>
  [LastName, FirstName].filter((part) => part !== '').join(', ') || 'Without a name';

export function VerdictMark({ of }: { of: CheckVerdict }) {
  const { label, color } = verdictWords[of];
  return <StatusMark name={label} color={color} />;
}

/** Columns that every list of checks has. */
export const askedColumns: Column<PastCheck>[] = [
  { title: 'Date of service', cell: ({ DateOfService }) => shownDay(DateOfService), width: 120 },
  { title: 'Category', cell: ({ Category }) => Category, width: 110 },
];
