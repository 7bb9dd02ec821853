import { useNavigate } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import { type PastCheck, verdictOf } from '@handoff/shared/domain/eligibility/past-check';
import { useAction } from '../../lib/use-action.ts';
import { numberOf, rememberNumber } from './asked-before.ts';
import { resultPath } from './verdicts.ts';

type Repeated = Pick<PastCheck, 'Id' | 'HasNumber' | 'ReferralId'>;

/** Asks what a former check asked once more, for today, and goes to what comes of it. */
export function useRecheck(check: Repeated, onAsked?: () => void) {
  const navigate = useNavigate();
  const recheck = useAction(api.medicareEligibility.recheck, { offersOn: 'checked_recently' });

  async function run({ isAgain }: { isAgain: boolean }): Promise<void> {
    // Its number was not kept: the form asks for it.
    if (!check.HasNumber && check.ReferralId === null)
      return navigate({ to: '/eligibility', search: { again: check.Id } });
    const answer = await recheck.run({ body: { Id: check.Id, CheckAgain: isAgain } });
    onAsked?.();
    if (!answer) return undefined;
    rememberNumber(answer.CheckId, numberOf(check.Id) ?? '');
    const to = resultPath({ Verdict: verdictOf(answer, answer.Category) });
    if (to === undefined) return navigate({ to: '/eligibility', search: { again: answer.CheckId } });
    return navigate({ to, search: { check: answer.CheckId } });
  }

  return { run, isPending: recheck.isPending, error: recheck.error };
}
