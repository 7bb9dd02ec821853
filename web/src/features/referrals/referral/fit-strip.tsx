import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { CheckIcon, CrossIcon } from '../../../components/icons.tsx';
import { formatDateTime, formatDay } from '../../../lib/format.ts';
import { StatusOf } from '../referral-cells.tsx';
import './fit-strip.css';

export interface FitStripProps {
  checks: ReferralChecks;
  statuses: readonly ConfiguredStatus[];
}

type Answer = ReferralChecks['Area']['Answer'];
type Tone = 'good' | 'warn' | 'open';

/** What the agency's own records say about taking this patient. It warns; the decision is a person's. */
export function FitStrip({ checks, statuses }: FitStripProps) {
  const { Area, Payer, Documents, Eligibility, Duplicates } = checks;
  return (
    <section className="fit" aria-labelledby="fit-title">
      <h2 id="fit-title">
        Checks <span className="soft small">as of {formatDay(checks.On)}</span>
      </h2>
      <ul className="fit-strip">
        <Check name="In the service area" answer={Area.Answer} reason={Area.Reason} />
        <Check name="Payer contracted" answer={Payer.Answer} reason={Payer.Reason} />
        <Check name="Documents complete" answer={Documents.Answer} reason={Documents.Reason}>
          <Missing names={Documents.Missing} />
        </Check>
        <Check name="Ready for eligibility" answer={Eligibility.Answer} reason={Eligibility.Reason}>
          <Missing names={Eligibility.Missing} />
        </Check>
        <Check name="Duplicate" answer={Duplicates.Answer} reason={Duplicates.Reason} isBad />
      </ul>
      {Duplicates.Found.length > 0 && <DuplicatesWarning found={Duplicates.Found} statuses={statuses} />}
    </section>
  );
}

interface CheckProps {
  name: string;
  answer: Answer;
  reason: string;
  /** Here it is "yes" that needs a look. */
  isBad?: boolean;
  children?: ReactNode;
}

const words: Record<Answer, string> = { yes: 'Yes', no: 'No', unknown: 'Not known' };

function Check({ name, answer, reason, isBad = false, children }: CheckProps) {
  const tone: Tone = answer === 'unknown' ? 'open' : (answer === 'yes') === isBad ? 'warn' : 'good';
  return (
    <li className="fit-check" data-tone={tone}>
      <span className="fit-name">{name}</span>
      <span className="fit-answer">
        {tone === 'good' && <CheckIcon size={15} />}
        {tone === 'warn' && <CrossIcon size={15} />}
        {words[answer]}
      </span>
      <span className="soft small">{reason}</span>
      {children}
    </li>
  );
}

function Missing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <span className="soft small">Missing: {names.join(', ')}</span>;
}

interface DuplicatesWarningProps {
  found: ReferralChecks['Duplicates']['Found'];
  statuses: readonly ConfiguredStatus[];
}

function DuplicatesWarning({ found, statuses }: DuplicatesWarningProps) {
  return (
    <div className="duplicates">
      <h3>May be the same patient</h3>
      <ul>
        {found.map(({ ReferralId, ReceivedAt, StatusId, Likelihood, Score, Reasons }) => (
          <li key={ReferralId}>
            <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
              Referral received {formatDateTime(ReceivedAt)}
            </Link>
            <StatusOf id={StatusId} statuses={statuses} />
            <span className="number">
              {Likelihood}, {Score} points
            </span>
            <span className="soft small">{Reasons.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
