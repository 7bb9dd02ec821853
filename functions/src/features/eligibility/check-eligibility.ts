import type { Api } from '@handoff/shared/contract/api';
import { AppError, notFound } from '../../http/app-error.ts';
import type { EffectContext, LeaseHandler } from '../../http/handlers.ts';
import type { Platform } from '../../platform/ports.ts';
import { referralKind } from '../../platform/record-kinds.ts';
import { askMedicare, type Asking, type Question } from './ask-medicare.ts';
import { checkOf } from './check-history.ts';
import { refuseRecent } from './recent-check.ts';
import { numberBehind, numberOfCheck } from './sealed-mbi.ts';

type Calls = Api['medicareEligibility'];

export function checkEligibility(asking: Asking): LeaseHandler<Calls['check']> {
  const { platform } = asking;
  return async ({ body }, context) => {
    const { CheckAgain, ...given } = body;
    if (!context.wasAsked) await refuseUnknownReferral(given, context);
    const known = await numberBehind(given, atOf(platform, context));
    const typed = { ...given, Mbi: known?.mbi ?? given.Mbi };
    const question: Question = { typed, numberFrom: known?.from };
    if (CheckAgain === false && !context.wasAsked) await refuseRecent(typed, { platform, context });
    return askMedicare(asking, question, context);
  };
}

/** Asks what a former check asked, for another day or the same. */
export function recheck(asking: Asking): LeaseHandler<Calls['recheck']> {
  const { platform } = asking;
  return async ({ body }, context) => {
    const question = await questionAgain(body, { platform, context });
    const isOffered = body.CheckAgain === false && !context.wasAsked;
    if (isOffered) await refuseRecent(question.typed, { platform, context });
    return askMedicare(asking, question, context);
  };
}

async function questionAgain(
  { Id, DateOfService }: { Id: string; DateOfService?: string | undefined },
  { platform, context }: { platform: Platform; context: EffectContext },
): Promise<Question> {
  const former = await checkOf(context.find, Id);
  const known = await numberOfCheck(former, atOf(platform, context));
  // The claim of an earlier try that asked is settled whatever is gone since.
  if (!known && !context.wasAsked)
    throw new AppError(
      'invalid_request',
      'The number of this check was not kept. Check with the whole number.',
      {
        fields: { Mbi: 'Enter the whole number' },
      },
    );
  const { FirstName, LastName, DateOfBirth, Category, ReferralId } = former;
  const referral = ReferralId === null ? undefined : await context.find.get(referralKind, ReferralId);
  const typed = {
    FirstName,
    LastName,
    DateOfBirth,
    Category,
    DateOfService,
    Mbi: known?.mbi ?? '',
    ReferralId: referral?.Id,
  };
  return { typed, numberFrom: known?.from, previousCheckId: former.Id };
}

const atOf = (platform: Platform, { find, caller }: EffectContext) => ({
  find,
  keys: platform.fieldKeys,
  caller,
});

async function refuseUnknownReferral(
  { ReferralId }: { ReferralId?: string | undefined },
  { find }: EffectContext,
): Promise<void> {
  if (ReferralId !== undefined && !(await find.get(referralKind, ReferralId)))
    throw notFound('This referral');
}
