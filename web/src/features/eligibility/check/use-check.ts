import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { InputOf } from '../../../data/send/client.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { rememberTypedNumber, showUnlessRecent } from './use-recheck.ts';
import { blankCheck, type CheckAsked } from './check-values.ts';

export type LookUp = NonNullable<InputOf<typeof medicareEligibilityApi.check>['body']['LookUp']>;
export type CheckAnswer = Output<typeof medicareEligibilityApi.check>;

interface Asked {
  question: CheckAsked;
  referralId: string | undefined;
  /** A 271 pasted by the person; empty sends a request to Medicare. */
  answer271: string;
  /** Checks again despite a recent response, at another charge. */
  isAgain: boolean;
  /** Looks up the number that is missing from the request. */
  lookUp?: LookUp | undefined;
}

/** The default date does not count as chosen: a pasted response then keeps its own date. */
function ownDay<B extends { DateOfService: string }>({ DateOfService, ...body }: B) {
  return DateOfService === blankCheck().DateOfService ? body : { ...body, DateOfService };
}

/** Invalid input is shown at its field, without a success toast. */
const isAnswered = ({ isInputWrong }: CheckAnswer) => !isInputWrong;

/** Runs one check, by a request to Medicare or from a pasted response. */
export function useCheck() {
  const ask = useAction(medicareEligibilityApi.check, { showsFailure: true, isDone: isAnswered });
  const read = useAction(medicareEligibilityApi.checkPasted271, { isDone: isAnswered });

  async function run({
    question,
    referralId,
    answer271,
    isAgain,
    lookUp,
  }: Asked): Promise<CheckAnswer | undefined> {
    const body = { ...question, ...(referralId !== undefined && { ReferralId: referralId }) };
    ask.reset();
    read.reset();
    const outcome =
      answer271.trim() === ''
        ? await ask.run({ body: { ...body, CheckAgain: isAgain, ...(lookUp && { LookUp: lookUp }) } })
        : await read.run({ body: { ...ownDay(body), Answer271: answer271 } });
    if (!outcome.ok) {
      if (answer271.trim() === '') showUnlessRecent(outcome.failure);
      return undefined;
    }
    if (!lookUp) rememberTypedNumber(outcome.output.CheckId, body.Mbi);
    return outcome.output;
  }

  return { run, error: ask.error ?? read.error };
}
