import { Link } from '@tanstack/react-router';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { formatDateTime } from '../../lib/format.ts';
import { numberOf } from './asked-before.ts';

/** Which check is being repeated, and what of it is not at hand. */
export function Earlier({ check }: { check: FullPastCheck }) {
  return (
    <div className="check-message" data-tone="plain">
      <p>
        {check.ErrorMessage === null ? 'Repeats the check of ' : 'Was not completed on '}
        {formatDateTime(check.CheckedAt)} by {check.CheckedBy.FullName}.
      </p>
      {check.ErrorMessage !== null && <p>{check.ErrorMessage}</p>}
      {numberOf(check.Id) === undefined && check.ReferralId === null && (
        <p className="soft">Its Medicare number {check.Mbi} is kept masked: enter it again.</p>
      )}
    </div>
  );
}

/** Whose referral the answer goes to. */
export function ForReferral({ referral: { Id, Patient } }: { referral: Referral }) {
  return (
    <p className="for-referral">
      For the referral of{' '}
      <Link to="/referrals/$id" params={{ id: Id }} search={{ tab: 'eligibility' }} className="link">
        {Patient.FirstName} {Patient.LastName}
      </Link>
      , which gets the eligibility status that comes of it.
    </p>
  );
}
