import { Button, Group } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconSquareXFilled } from '@tabler/icons-react';
import { plansFound } from '@handoff/shared/domain/eligibility/known-plan';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { DECLINE } from '../../../data/decline-link.ts';
import { formatDateTime, formatDay } from '../../../text/format.ts';
import { assurances, bannerOf, blockersOf, issuesOf, noticesOf, type Verdict } from './verdicts.ts';
import { AskedForEarlier, NotAnswered, AnswerLabel } from '../check/check-messages.tsx';
import { CoverageSection } from './coverage/coverage-section.tsx';
import { Demographics } from './demographics.tsx';
import { verdictWords } from '../../../text/labels/eligibility-labels.ts';
import { FindingList } from './finding-list.tsx';
import { ResolveFinding } from './resolve-finding.tsx';
import { ResultActions, ResultSource } from './result-actions.tsx';
import { PlanMemory } from '../plans/plan-memory.tsx';
import { useRecheck } from '../check/use-recheck.ts';
import { Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { useRead } from '../../../data/records/use-read.ts';
import styles from './result.module.css';

/** The verdict first, then the reasons, the complete coverage and the source. */
export function Result({ check, verdict }: { check: FullPastCheck; verdict: Verdict }) {
  const recheck = useRecheck();
  const [mayContract, mayDecline] = [useMay('parties.edit'), useMay('referrals.edit')];
  const blockers = blockersOf(check);
  const issues = issuesOf(check).filter((found) => !blockers.includes(found));
  const resolved = check.Resolutions?.map(({ Finding }) => Finding) ?? [];
  const actionsOf = ({ Code, Text }: FullPastCheck['Findings'][number]) => (
    <Group gap="sm" mt="sm">
      {Code === 'medicareAdvantage' && lacksContract(check) && (
        <>
          {mayContract && <AddContract />}
          {mayDecline && check.ReferralId !== null && <ReferOn id={check.ReferralId} />}
        </>
      )}
      <ResolveFinding check={check} finding={Text} />
    </Group>
  );
  return (
    <>
      <PageHeading title={`${check.LastName}, ${check.FirstName}`}>
        <About check={check} />
        <ResultActions {...{ check, recheck }} />
      </PageHeading>
      <AnswerLabel label={check.Label} />
      <NotAnswered
        error={recheck.error}
        isPending={recheck.isPending}
        onAsk={recheck.insist}
        shownId={check.Id}
      />
      <AskedForEarlier check={check} />
      <Banner check={check} verdict={verdict} />
      <SinceBefore check={check} />
      {plansFound(check).length > 0 && <PlanMemory checkId={check.Id} />}
      <FindingList
        id="blockers-title"
        title="Why Medicare won’t cover this"
        findings={blockers}
        {...{ actionsOf, resolved }}
      />
      <FindingList
        id="issues-title"
        title={issuesTitles[verdict.tone]}
        findings={issues}
        {...{ actionsOf, resolved }}
      />
      <FindingList id="notices-title" title="Good to know" findings={noticesOf(check)} isQuiet />
      <CoverageSection check={check} />
      <Demographics check={check} />
      <ResultSource check={check} />
    </>
  );
}

/** A plan pays with which the agency has no contract on file. */
const lacksContract = ({ Coverage }: FullPastCheck) =>
  Coverage?.MedicareAdvantage.some(
    ({ IsActive, ContractedPayer }) => IsActive && ContractedPayer === null,
  ) === true;

const AddContract = () => (
  <Button size="xs" renderRoot={(props) => <Link {...props} to="/payers" search={{ edit: 'new' }} />}>
    Add a contract
  </Button>
);

/** The dialog ranks partners by whether they take the payer. */
const ReferOn = ({ id }: { id: string }) => (
  <Button
    size="xs"
    renderRoot={(props) => <Link {...props} to="/referrals/$id" params={{ id }} hash={DECLINE} />}
  >
    Decline and refer…
  </Button>
);

const issuesTitles = {
  good: 'Look at this first',
  warn: 'Resolve this first',
  bad: 'Also to resolve',
} as const;

/** The patient of the check. */
function About({ check }: { check: FullPastCheck }) {
  return (
    <Group component="p" align="stretch" className="number">
      <span className={styles['onlyOnPaper']}>{useCurrentPerson().domain?.Name}</span>
      <span>born {formatDay(check.DateOfBirth)}</span>
      <span>
        <span className="soft">MBI</span> {check.Mbi}
      </span>
      <span>{check.Category}</span>
      {check.ReferralId !== null && (
        <Link className="link" to="/referrals/$id" params={{ id: check.ReferralId }}>
          Go to referral
        </Link>
      )}
    </Group>
  );
}

const tones = {
  good: { Icon: IconCircleCheckFilled, color: 'green' },
  warn: { Icon: IconAlertTriangleFilled, color: 'orange' },
  bad: { Icon: IconSquareXFilled, color: 'red' },
} as const;

/** The headline; its outline shows the verdict without color. */
function Banner({ check, verdict }: { check: FullPastCheck; verdict: Verdict }) {
  const { tone, title, sentence, nextStep } = bannerOf(check, verdict);
  const { Icon, color } = tones[tone];
  return (
    <section className={styles['banner']} data-tone={color} aria-labelledby="verdict-title">
      <Icon size={40} color="var(--edge)" aria-hidden="true" />
      <div>
        <h2 id="verdict-title" className={styles['title']}>
          {title}
        </h2>
        <p className="label">{sentence}</p>
        {verdict.tone === 'good' && check.Coverage && (
          <Group component="ul" gap="sm" align="stretch" className={`number ${styles['assurances']}`}>
            {assurances(check.Coverage, check.DateOfService).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </Group>
        )}
        <p>{nextStep}</p>
      </div>
      <AnswerFacts check={check} />
    </section>
  );
}

/** The date of service and the age of the response. */
function AnswerFacts({ check }: { check: FullPastCheck }) {
  return (
    <dl className="facts small number">
      <dt>Service date</dt>
      <dd className="strong">{formatDay(check.DateOfService)}</dd>
      <dt>As of</dt>
      <dd className="strong">{asOf(check)}</dd>
    </dl>
  );
}

/** A pasted response is dated by its own date, not by the day it was pasted. */
const asOf = ({ Provider, Answer, CheckedAt }: FullPastCheck): string =>
  Provider === 'pasted' && Answer?.WrittenOn ? formatDay(Answer.WrittenOn) : formatDateTime(CheckedAt);

/** A summary of the changes since the previous check. */
function SinceBefore({ check }: { check: FullPastCheck }) {
  const before = check.PreviousCheckId;
  const { data } = useRead(
    medicareEligibilityApi.compare,
    before ? { query: { before, after: check.Id } } : null,
  );
  if (!before || !data || data.IsSamePerson === false) return null;
  const { Before, VerdictChanged, Changes } = data;
  const changes = [
    ...(VerdictChanged ? [`the verdict was “${verdictWords[Before.Verdict].label}”`] : []),
    ...(Changes ?? []).map(({ Kind, What }) => `${What} ${Kind}`),
  ];
  return (
    <p>
      Since the check of {formatDateTime(Before.CheckedAt)}:{' '}
      <b>{changes.length === 0 ? 'nothing changed' : changes.join(', ')}</b>.{' '}
      {changes.length > 0 && (
        <Link to="/eligibility/compare" search={{ before, after: check.Id }} className="link no-print">
          Compare
        </Link>
      )}
    </p>
  );
}
