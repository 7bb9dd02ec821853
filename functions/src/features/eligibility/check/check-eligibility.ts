import type { Api } from '@handoff/shared/contract/api';
import type { Input } from '@handoff/shared/contract/endpoint';
import { notFound } from '../../../core/app-error.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { askMedicare, type Question } from './ask-medicare.ts';
import { atOf, questionAgain } from './question-again.ts';
import { refuseRecent } from './recent-check.ts';
import { numberBehind } from './sealed-mbi.ts';
import type { MedicareEffect, MedicareHandlers } from '../medicare-ports.ts';

type Calls = Api['medicareEligibility'];

export const checkEligibility: MedicareHandlers['check'] = async ({ body }, context) => {
  const { CheckAgain, ...given } = body;
  if (!context.wasSent) await refuseUnknownReferral(given, context);
  const known = await numberBehind(given, atOf(context));
  const typed = { ...given, ...(await personOf(given, context)), Mbi: known?.mbi ?? given.Mbi ?? '' };
  const question: Question = { typed, numberFrom: known?.from };
  if (CheckAgain === false && !context.wasSent) await refuseRecent(typed, context);
  return askMedicare(question, context);
};

/** Returns the person of a question, or else of its referral. */
async function personOf(
  { ReferralId, FirstName, LastName, DateOfBirth }: Input<Calls['check']>['body'],
  { find }: MedicareEffect,
) {
  const referral = ReferralId === undefined ? undefined : await find.get(referralKind, ReferralId);
  const patient = referral?.Patient;
  return {
    FirstName: FirstName ?? patient?.FirstName ?? '',
    LastName: LastName ?? patient?.LastName ?? '',
    DateOfBirth: DateOfBirth ?? patient?.DateOfBirth ?? '',
  };
}

export const recheck: MedicareHandlers['recheck'] = async ({ body }, context) => {
  const question = await questionAgain(body, context);
  const isOffered = body.CheckAgain === false && !context.wasSent;
  if (isOffered) await refuseRecent(question.typed, context);
  return askMedicare(question, context);
};

/** No inquiry is sent about a referral that was deleted, or that belongs to another agency. */
export async function refuseUnknownReferral(
  { ReferralId }: { ReferralId?: string | undefined },
  { find }: MedicareEffect,
): Promise<void> {
  if (ReferralId !== undefined && !(await find.get(referralKind, ReferralId)))
    throw notFound('This referral');
}
