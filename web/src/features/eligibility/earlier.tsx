import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDateTime } from '../../lib/format.ts';
import { numberOf } from './asked-before.ts';

/** Which check is being repeated, and what of it is not kept. */
export function Earlier({ check }: { check: FullPastCheck }) {
  return (
    <div className="check-message" data-tone="plain">
      <p>
        {check.ErrorMessage === null ? 'Repeats the check of ' : 'Was not completed on '}
        {formatDateTime(check.CheckedAt)} by {check.CheckedBy.FullName}.
      </p>
      {check.ErrorMessage !== null && <p>{check.ErrorMessage}</p>}
      {numberOf(check.Id) === undefined && (
        <p className="soft">Its Medicare number {check.Mbi} is kept masked: enter it again.</p>
      )}
    </div>
  );
}
