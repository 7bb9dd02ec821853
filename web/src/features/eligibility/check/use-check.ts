import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { InputOf } from '../../../data/send/request.ts';
import { useAction } from '../../../data/send/use-action.ts';
import { rememberTypedNumber } from './use-recheck.ts';
import { blankCheck, type CheckAsked } from './check-values.ts';

export type LookUp = NonNullable<InputOf<typeof api.medicareEligibility.check>['body']['LookUp']>;
export type CheckAnswer = Output<typeof api.medicareEligibility.check>;

interface Asked {
  question: CheckAsked;
  referralId: string | undefined;
  /** An answer the person already has; empty asks Medicare. */
  answer271: string;
  /** Also when the same was answered a few minutes ago: asking again is paid for again. */
  isAgain: boolean;
  /** Finds the number that the question lacks. */
  lookUp?: LookUp | undefined;
}

/** The day the form proposes is not one a person chose: an answer they bring holds for its own. */
function ownDay<B extends { DateOfService: string }>({ DateOfService, ...body }: B) {
  return DateOfService === blankCheck().DateOfService ? body : { ...body, DateOfService };
}

/** A wrong entry is shown at its field: no success beside it. */
const isAnswered = ({ isInputWrong }: CheckAnswer) => !isInputWrong;

/** One check, asked of Medicare or read from a pasted answer. */
export function useCheck() {
  const ask = useAction(api.medicareEligibility.check, { offersOn: 'checked_recently', isDone: isAnswered });
  const read = useAction(api.medicareEligibility.checkPasted271, { isDone: isAnswered });

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
    const answer =
      answer271.trim() === ''
        ? await ask.run({ body: { ...body, CheckAgain: isAgain, ...(lookUp && { LookUp: lookUp }) } })
        : await read.run({ body: { ...ownDay(body), Answer271: answer271 } });
    if (answer && !lookUp) rememberTypedNumber(answer.CheckId, body.Mbi);
    return answer;
  }

  return { run, error: ask.error ?? read.error };
}
