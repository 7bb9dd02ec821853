import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { type PastCheck, verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { createAgencyMemory } from '../../../data/memory.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { showFailure, useAction } from '../../../data/send/outbox.ts';
import { resultPath } from '../result/verdicts.ts';
import { isMasked } from '@handoff/shared/domain/person/identifiers';

type Repeated = Pick<PastCheck, 'Id' | 'HasNumber' | 'ReferralId'>;

export type Recheck = ReturnType<typeof useRecheck>;

/** Repeats an earlier check for today and opens the result. */
export function useRecheck(onAsked?: () => void) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Repeated | undefined>();
  const recheck = useAction(medicareEligibilityApi.recheck, {
    showsFailure: true,
    isDone: ({ isInputWrong }) => !isInputWrong,
  });

  async function ask(check: Repeated, isAgain: boolean): Promise<void> {
    // Without a stored number, the form asks for it.
    if (!check.HasNumber && check.ReferralId === null)
      return navigate({ to: '/eligibility', search: { again: check.Id } });
    setAsked(check);
    const outcome = await recheck.run({ body: { Id: check.Id, CheckAgain: isAgain } });
    onAsked?.();
    if (!outcome.ok) return showUnlessRecent(outcome.failure);
    const answer = outcome.output;
    rememberTypedNumber(answer.CheckId, typedNumberOf(check.Id) ?? '');
    const to = resultPath({ Verdict: verdictOf(answer, answer.Category) });
    if (to === undefined) return navigate({ to: '/eligibility', search: { again: answer.CheckId } });
    return navigate({ to, search: { check: answer.CheckId } });
  }

  return {
    run: (check: Repeated) => void ask(check, false),
    /** Checks again despite a recent response, or after a check that was not completed. */
    insist: () => {
      if (asked) void ask(asked, true);
    },
    isPending: recheck.isPending,
    /** The check being repeated, or the last one that was. */
    askedId: asked?.Id,
    error: recheck.error,
  };
}

/** After a recent check, the screen offers to check again. */
export function showUnlessRecent(failure: CallError): void {
  if (failure.code !== ('checked_recently' satisfies ErrorCode)) showFailure(failure);
}

/**
 * Keeps the Medicare numbers typed in this tab by check, because the history has only masked ones. Browser storage must
 * hold no patient's number, so they stay in memory.
 */
const numbers = createAgencyMemory<string>(20);

export function rememberTypedNumber(checkId: string, mbi: string): void {
  if (mbi !== '' && !isMasked(mbi)) numbers.set(checkId, mbi);
}

export const typedNumberOf = (checkId: string): string | undefined => numbers.get(checkId);
