import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { type PastCheck, verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { useAction } from '../../../data/send/use-action.ts';
import { resultPath } from '../result/verdicts.ts';
import { isMasked } from '@handoff/shared/domain/person/identifiers';

type Repeated = Pick<PastCheck, 'Id' | 'HasNumber' | 'ReferralId'>;

export type Recheck = ReturnType<typeof useRecheck>;

/** Asks what a former check asked once more, for today, and goes to what comes of it. */
export function useRecheck(onAsked?: () => void) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Repeated | undefined>();
  const recheck = useAction(api.medicareEligibility.recheck, {
    offersOn: 'checked_recently',
    isDone: ({ isInputWrong }) => !isInputWrong,
  });

  async function ask(check: Repeated, isAgain: boolean): Promise<void> {
    // Its number was not kept: the form asks for it.
    if (!check.HasNumber && check.ReferralId === null)
      return navigate({ to: '/eligibility', search: { again: check.Id } });
    setAsked(check);
    const answer = await recheck.run({ body: { Id: check.Id, CheckAgain: isAgain } });
    onAsked?.();
    if (!answer) return undefined;
    rememberTypedNumber(answer.CheckId, typedNumberOf(check.Id) ?? '');
    const to = resultPath({ Verdict: verdictOf(answer, answer.Category) });
    if (to === undefined) return navigate({ to: '/eligibility', search: { again: answer.CheckId } });
    return navigate({ to, search: { check: answer.CheckId } });
  }

  return {
    run: (check: Repeated) => void ask(check, false),
    /** Also though it was answered a few minutes ago, or after it was not answered at all. */
    insist: () => {
      if (asked) void ask(asked, true);
    },
    isPending: recheck.isPending,
    /** Which one is on its way, or was the last. */
    askedId: asked?.Id,
    error: recheck.error,
  };
}

const MOST = 20;
const numbers = new Map<string, string>();

/**
 * The Medicare numbers typed in this tab by check, so that a check can be repeated: the history has them masked only.
 * In memory alone; no patient's number goes into the browser's storage.
 */
export function rememberTypedNumber(checkId: string, mbi: string): void {
  if (mbi === '' || isMasked(mbi)) return;
  numbers.set(checkId, mbi);
  const [oldest] = numbers.keys();
  if (numbers.size > MOST && oldest !== undefined) numbers.delete(oldest);
}

export const typedNumberOf = (checkId: string): string | undefined => numbers.get(checkId);
