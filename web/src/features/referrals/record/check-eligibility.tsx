import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { CheckGlyph } from '../../../ui/check-glyph.tsx';
import { KeyOn } from '../../../ui/key-hints.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { useMay } from '../../../data/current-person.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatDateTime, formatDay } from '../../../text/format.ts';
import { wordsOf } from '../../../text/labels/finding-labels.ts';
import { stateOfStatus } from '../referral-cells.tsx';
import styles from './referral-rail.module.css';

type Answer = Output<typeof medicareEligibilityApi.check>;

export type EligibilityCheck = ReturnType<typeof useEligibilityCheck>;

/** Asks Medicare about a referral as it stands: its patient, its care and the start of it. */
export function useEligibilityCheck({ Id: id }: Referral, checks: ReferralChecks | undefined) {
  const navigate = useNavigate();
  const mayCheck = useMay('eligibility.check');
  const [answer, setAnswer] = useState<Answer>();
  const { run, isPending, error } = useAction(medicareEligibilityApi.check, {
    showsFailure: true,
    isDone: ({ isInputWrong }) => !isInputWrong,
  });

  async function ask(CheckAgain: boolean) {
    // The form says what is missing, and looks a number up.
    if (checks?.Eligibility.Answer === 'no')
      return navigate({ to: '/eligibility', search: { referral: id } });
    const outcome = await run({ body: { ReferralId: id, CheckAgain } });
    if (!outcome.ok) return undefined;
    if (outcome.output.isInputWrong)
      return navigate({ to: '/eligibility', search: { again: outcome.output.CheckId } });
    return setAnswer(outcome.output);
  }

  const check = () => void ask(false);
  usePageKeys({
    check(event) {
      event.preventDefault();
      check();
    },
  });
  return { mayCheck, check, checkAnyway: () => void ask(true), isPending, error, answer };
}

interface EligibilitySectionProps {
  referral: Referral;
  settings: Pick<Output<typeof settingsApi.get>, 'SettingsEligibilityStatusesInfo'> | undefined;
  eligibility: EligibilityCheck;
}

/** The status after the last check, and the answer to one that was made here. The tab has the rest. */
export function EligibilitySection({ referral, settings, eligibility }: EligibilitySectionProps) {
  const { Id: id, EligibilityStatusId } = referral;
  const status = settings?.SettingsEligibilityStatusesInfo.find(({ Id }) => Id === EligibilityStatusId);
  const mayRead = useMay('eligibility.read');
  const { answer, error } = eligibility;
  const isChecked = EligibilityStatusId !== undefined;
  return (
    <section aria-label="Medicare eligibility" aria-live="polite">
      <h2>Eligibility</h2>
      <p className={styles['standing']} data-state={stateOfStatus(status)}>
        <CheckGlyph state={stateOfStatus(status)} />
        {isChecked ? (status?.Name ?? EligibilityStatusId) : 'Not checked'}
      </p>
      {answer && <AnswerNow answer={answer} />}
      {error && <NoAnswer error={error} eligibility={eligibility} />}
      <Group gap="md">
        {eligibility.mayCheck && (
          <Button
            loading={eligibility.isPending}
            rightSection={<KeyOn of="check" />}
            onClick={eligibility.check}
          >
            {isChecked ? 'Check again' : 'Check eligibility'}
          </Button>
        )}
        {mayRead && isChecked && (
          <Link to="/referrals/$id" params={{ id }} search={{ tab: 'eligibility' }} className="link">
            Dates and reasons
          </Link>
        )}
      </Group>
    </section>
  );
}

/** The care that was asked about, and what Medicare's answer raises. */
function AnswerNow({ answer: { Category, DateOfService, Findings, Label } }: { answer: Answer }) {
  const raised = Findings.filter(({ Severity }) => Severity !== 'notice');
  return (
    <>
      <p className={styles['small']}>
        {Category} on {formatDay(DateOfService)}
        {Label !== null && `. ${Label}`}
      </p>
      {raised.length > 0 && (
        <ul className="bullets">
          {raised.map(({ Code, Text }) => (
            <li key={Text} title={Text}>
              {wordsOf(Code).title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A check a moment ago is offered first, because each is charged. */
function NoAnswer({ error, eligibility }: { error: CallError; eligibility: EligibilityCheck }) {
  const { recent } = error;
  return (
    <div role="alert" className="notice">
      <p>
        {recent
          ? `${recent.CheckedBy.FullName} ran the same check on ${formatDateTime(recent.CheckedAt)}. Checking again costs another charge.`
          : `The check was not completed. ${error.message}`}
      </p>
      <Button size="xs" mt="xs" onClick={eligibility.checkAnyway}>
        {recent ? 'Check again with Medicare' : 'Try again'}
      </Button>
    </div>
  );
}
