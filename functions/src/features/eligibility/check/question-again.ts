import { AppError } from '../../../core/app-error.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import type { Question } from './ask-medicare.ts';
import { checkOf } from '../history/check-history.ts';
import { numberOfCheck } from './sealed-mbi.ts';
import type { MedicareEffect } from '../medicare-ports.ts';

export async function questionAgain(
  { Id, DateOfService }: { Id: string; DateOfService?: string | undefined },
  context: MedicareEffect,
): Promise<Question> {
  const former = await checkOf(context.find, Id);
  const known = await numberOfCheck(former, atOf(context));
  // The claim of an earlier try that asked is settled whatever is gone since.
  if (!known && !context.wasSent)
    throw new AppError(
      'invalid_request',
      'This check’s Medicare number was not saved. Enter the full number.',
      {
        fields: { Mbi: 'Enter the full number' },
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

export const atOf = ({ find, fieldKeys: keys, caller }: MedicareEffect) => ({ find, keys, caller });
