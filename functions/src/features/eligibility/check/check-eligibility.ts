import type { Api } from '@handoff/shared/contract/api';
import type { Input } from '@handoff/shared/contract/endpoint';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { careOfReferral } from '@handoff/shared/domain/eligibility/care-of-referral';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { notFound } from '../../../core/app-error.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { categoryOfAgency } from '../agency/agency-records.ts';
import { askMedicare, type Question } from './ask-medicare.ts';
import { atOf, questionAgain } from './question-again.ts';
import { refuseRecent } from './recent-check.ts';
import { numberBehind } from './sealed-mbi.ts';
import type { MedicareEffect, MedicareHandlers } from '../medicare-ports.ts';

type Calls = Api['medicareEligibility'];

export const checkEligibility: MedicareHandlers['check'] = async ({ body }, context) => {
  const { CheckAgain, ...given } = body;
  if (!context.wasSent) await refuseUnknownReferral(given, context);
  const { ReferralId } = given;
  const referral = ReferralId === undefined ? undefined : await context.find.get(referralKind, ReferralId);
  const known = await numberBehind(given, atOf(context));
  const typed = {
    ...given,
    ...personOf(given, referral),
    ...(await careOf(given, { referral, context })),
    Mbi: known?.mbi ?? given.Mbi ?? '',
  };
  const question: Question = { typed, numberFrom: known?.from };
  if (CheckAgain === false && !context.wasSent) await refuseRecent(typed, context);
  return askMedicare(question, context);
};

type Given = Input<Calls['check']>['body'];

/** The person of a question, or else of its referral. */
const personOf = (given: Given, { Patient }: Partial<Referral> = {}) => ({
  FirstName: given.FirstName ?? Patient?.FirstName ?? '',
  LastName: given.LastName ?? Patient?.LastName ?? '',
  DateOfBirth: given.DateOfBirth ?? Patient?.DateOfBirth ?? '',
});

/** The care of a question and its start, or else those of its referral. */
async function careOf(
  { Category, DateOfService }: Given,
  { referral, context }: { referral: Referral | undefined; context: MedicareEffect },
) {
  if (!referral) return { Category: Category ?? ('Home Care' as const), DateOfService };
  const today = dayIn(medicareTimeZone, context.clock.now());
  const ordered = careOfReferral(referral, { category: await categoryOfAgency(context), today });
  return { Category: Category ?? ordered.Category, DateOfService: DateOfService ?? ordered.DateOfService };
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
